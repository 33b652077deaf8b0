addWords({
  thinking: ["The machine is about to move.", "Máy sắp đi.", "ماشین در آستانهٔ حرکت است.", "A máquina vai jogar.", "Машина сейчас пойдёт."],
  playThis: ["Play this move: {move}", "Đi nước này: {move}", "این حرکت: {move}", "Jogar este lance: {move}", "Сделать этот ход: {move}"],
  onlyPass: ["{player} can only pass.", "{player} chỉ có thể bỏ lượt.", "{player} فقط می‌تواند پاس بدهد.", "{player} só pode passar.", "{player}: только пропуск хода."],
  clear: ["Clear", "Bỏ chọn", "پاک کردن", "Limpar", "Сбросить"],
});

/** Make the line that says whose turn it is, or who won. @param {App} app */
function statusPanel(app) {
  const text = make("span", { dir: "auto" });
  const value = badge(0);
  const waits = make("span", { class: "quiet" });
  const note = make("p", { class: "quiet" });
  const figures = make("pre", { class: "quiet" });
  const head = make("p", { class: "status" }, text, value, waits);
  const element = make("div", {}, head, note, figures);

  function update() {
    const { match } = app;
    const { view, turn, times } = match.ply;
    const onlyPass = view.moves.length === 1 && passes(app.all).length === 1;
    write(text, match.isOver ? app.status() : say(onlyPass ? "onlyPass" : "onMove", { player: app.playerName(turn) }));
    head.classList.toggle("over", match.isOver);
    value.hidden = !match.values || match.isOver;
    if (!value.hidden) turnBadge(value, view.outcome, verdict(view.outcome, view.remoteness, view.score));
    const [key, ...values] = (view.note ?? "").split("\t");
    const [words, ...rows] = key && (match.values || !values.length) ? say(key, Object.fromEntries(values.entries())).split("\n") : [""];
    const notes = words ? [words] : [];
    if (times > 1 && !view.end) notes.push(say("repeated", { n: times }));
    write(waits, match.isWaiting ? say("thinking") : "");
    write(note, notes.join(" "));
    note.hidden = !notes.length;
    write(figures, rows.join("\n"));
    figures.hidden = !rows.length;
  }

  return { element, update };
}

/** Make what helps with a move that is being clicked together, or that no cell belongs to: a pass. @param {App} app */
function pickPanel(app) {
  const play = button(null, () => exact && app.play(exact), { class: "main" });
  const clear = button("clear", () => app.clear());
  const tools = make("div", { class: "tools" }, play, clear);
  const element = make("div", { class: "pick" }, app.hint, tools);
  /** @type {Choice | undefined} */
  let exact;

  function update() {
    const fitting = app.clicked.length ? app.offered : passes(app.offered);
    const least = Math.min(...fitting.map(({ cells }) => cells.length));
    const same = fitting.filter(({ cells }) => cells.length === least);
    exact = app.canMove && same.length === 1 ? same[0] : undefined;
    tools.hidden = !app.clicked.length && !exact;
    clear.hidden = !app.clicked.length;
    play.hidden = !exact;
    write(play, exact ? say("playThis", { move: exact.name }) : "");
  }

  return { element, update };
}
