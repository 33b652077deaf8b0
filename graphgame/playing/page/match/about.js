addWords({
  howToPlay: ["How to play", "Cách chơi", "روش بازی", "Como jogar", "Как играть"],
  yourSide: ["You play {player}.", "Bên của bạn: {player}.", "شما {player} هستید.", "Seu lado: {player}.", "Ваша сторона: {player}."],
  youFirst: ["You move first.", "Bạn đi trước.", "شما اول حرکت می‌کنید.", "Você joga primeiro.", "Вы ходите первым."],
  youSecond: ["You move second.", "Bạn đi sau.", "شما دوم حرکت می‌کنید.", "Você joga em segundo.", "Вы ходите вторым."],
  twoPeople: ["Two people play: {first} and {second}.", "Hai người chơi: {first} và {second}.", "دو نفر بازی می‌کنند: {first} و {second}.", "Duas pessoas jogam: {first} e {second}.", "Играют двое: {first} и {second}."],
  twoMachines: ["The machine plays both sides.", "Máy chơi cả hai bên.", "ماشین هر دو طرف را بازی می‌کند.", "A máquina joga pelos dois lados.", "Машина играет за обе стороны."],
});

/**
 * What is said of a game in the language of the page: by the author in the data, or by the source.
 *
 * @typedef {Object} About
 * @property {string | null} rules
 * @property {string | [string, string] | null} goal  for both, or for each player
 */

/** Return a text of the author in the language of the page, else in the first that there is.
 * @param {{[language: string]: any} | undefined} texts */
function inLanguage(texts) {
  return texts ? texts[language] ?? texts[""] ?? Object.values(texts)[0] : null;
}

/** Make the part that says what the game is: which side is yours, what you want, and how to move. @param {App} app */
function aboutPanel(app) {
  const side = make("strong", { dir: "auto" });
  const goal = make("span", { dir: "auto" });
  const rules = make("p", { dir: "auto", class: "rules" });
  const fold = make("details", { open: !matchMedia("(max-width: 56rem)").matches }, make("summary", {}, say("howToPlay")), rules);
  const element = make("section", { class: "about card" }, make("p", {}, side, " ", goal), fold);

  function update() {
    const { match, source } = app;
    const people = [0, 1].filter((turn) => match.sides[turn] === "person");
    const names = [0, 1].map((turn) => app.playerName(turn));
    if (people.length === 2) write(side, say("twoPeople", { first: names[0], second: names[1] }));
    else if (!people.length) write(side, say("twoMachines"));
    else if (source.players) write(side, say("yourSide", { player: names[people[0]] }));
    else write(side, say(people[0] ? "youSecond" : "youFirst"));
    const goals = source.about.goal ?? "";
    write(goal, typeof goals === "string" ? goals : goals.map((text, turn) => `${isolated(names[turn])}: ${text}`).join(" "));
    write(rules, source.about.rules ?? "");
    fold.hidden = !source.about.rules;
  }

  return { element, update };
}
