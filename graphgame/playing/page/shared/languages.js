addWords({
  language: ["Language", "Ngôn ngữ", "زبان", "Idioma", "Язык"],
});

/** Make the choice of the language; null if there is only one. @param {{data: any, translate: (name: string) => void}} app */
function languageChoice(app) {
  const names = app.data.languages ?? Object.keys(LANGUAGES);
  if (names.length < 2) return null;
  const select = make(
    "select",
    { onchange: () => app.translate(select.value) },
    ...names.map((/** @type {string} */ name) => make("option", { value: name, lang: name, selected: name === language }, LANGUAGES[name])),
  );
  return make("label", { class: "language" }, make("span", {}, say("language")), select);
}

/** Return the language in which a page opens: that of the browser, unless it is English, if the page offers it; else
 * the first. @param {string[]} [offered] */
function openingLanguage(offered = ["en"]) {
  const wanted = navigator.language.split("-")[0].toLowerCase();
  return wanted !== "en" && offered.includes(wanted) ? wanted : offered[0];
}
