/** Make the panel with the graph as text, which can be typed and pasted. @param {Sandbox} app */
function textPanel(app) {
  const area = make("textarea", { id: "graph-text", rows: 9, spellcheck: "false", autocomplete: "off", dir: "ltr", "aria-describedby": "text-help text-problem", oninput: read });
  const problem = make("p", { class: "problem", id: "text-problem", role: "alert" });
  const element = card(
    "text",
    make("label", { for: "graph-text" }, say("graphTextTitle")),
    make("p", { class: "quiet", id: "text-help" }, say("textHelp")),
    area,
    problem,
  );

  function read() {
    app.draft = area.value;
    app.problem = null;
    try {
      app.replaceByText(area.value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      app.problem = error;
      update();
    }
  }

  function update() {
    const text = app.draft ?? graphText(app.lesson);
    if (area.value !== text) area.value = text;
    area.toggleAttribute("aria-invalid", app.problem !== null);
    if (app.problem) area.setAttribute("aria-invalid", "true");
    const words = app.problem ? textProblem(app.problem) : "";
    if (problem.textContent !== words) problem.textContent = words;
  }

  return { element, update };
}

/** Say where a text breaks the format, and what would be right. @param {Problem} problem */
function textProblem({ word, values }) {
  const found = values.end ? say(String(values.end)) : `“${values.found}”`;
  return say("textProblem", { ...values, expected: say(word, values), found });
}

/** Make the panel that carries the game elsewhere: a link, graph text, a picture. @param {Sandbox} app */
function keepPanel(app) {
  const link = make("a", { href: "#" }, say("linkToGame"));
  const element = card(
    "keep",
    say("keep"),
    make("p", {}, link),
    make("div", { class: "tools" }, button("saveText", () => download("game.txt", "text/plain", graphText(app.lesson))), button("savePicture", () => download("game.svg", "image/svg+xml", pictureFile(app.canvas.picture)))),
  );

  function update() {
    link.setAttribute("href", lessonLink(app.lesson));
  }

  return { element, update };
}

/** Offer a text as a file. @param {string} name @param {string} type @param {string} text */
function download(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
