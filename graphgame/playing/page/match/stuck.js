/** What a game is about where who cannot move loses, or wins. */
addWords({
  stuckLoses: ["Who cannot move loses.", "Ai không đi được thì thua.", "هر که نتواند حرکت کند می‌بازد.", "Perde quem não pode jogar.", "Проигрывает тот, кто не может ходить."],
  stuckWins: ["Who cannot move wins.", "Ai không đi được thì thắng.", "هر که نتواند حرکت کند می‌برد.", "Vence quem não pode jogar.", "Выигрывает тот, кто не может ходить."],
});

/** Return what the data of a page say of its game. @param {any} data @returns {About} */
function authorAbout({ about = {}, plain, play, shape }) {
  return {
    get rules() {
      return inLanguage(about.rules) ?? (plain && !shape ? arrowsText() : null);
    },
    get goal() {
      return inLanguage(about.goal) ?? (plain ? stuckText(play) : null);
    },
  };
}

/** Return who wins where nobody can move. @param {"normal" | "misere"} play */
function stuckText(play) {
  return say(play === "normal" ? "stuckLoses" : "stuckWins");
}
