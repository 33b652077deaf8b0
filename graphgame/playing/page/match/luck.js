// Needed: chance
addWords({
  luckAndSkill: ["Luck and skill", "May mắn và tài nghệ", "شانس و مهارت", "Sorte e habilidade", "Удача и мастерство"],
  atStart: ["At the start", "Lúc đầu", "در آغاز", "No início", "В начале"],
  luck: ["Luck", "May mắn", "شانس تاس", "Sorte", "Удача"],
  ownMistakes: ["Own mistakes", "Lỗi của mình", "اشتباه‌های خود", "Erros próprios", "Свои ошибки"],
  othersMistakes: ["The other's mistakes", "Lỗi của đối thủ", "اشتباه‌های حریف", "Erros do outro", "Ошибки соперника"],
  atEnd: ["At the end", "Lúc cuối", "در پایان", "No fim", "В конце"],
  luckOf: ["{player}: luck {luck}, mistakes {lost}.", "{player}: may mắn {luck}, lỗi {lost}.", "{player}: شانس {luck}، اشتباه {lost}.", "{player}: sorte {luck}, erros {lost}.", "{player}: удача {luck}, ошибки {lost}."],
  flawless: ["{player} gave nothing away.", "{player} không đánh mất gì.", "{player} چیزی از دست نداد.", "{player} não entregou nada.", "{player}: ничего не упущено."],
});

/** What a match came to for each player. @typedef {{seat: number, luck: number, own: number, other: number}} Share */

/** Return what a match came to for the players whose chances are known. @param {ChanceApp} app @returns {Share[]} */
function sharesOf(app) {
  const { match, chances } = app;
  const { plies } = match;
  const steps = plies.slice(1).map((_, at) => stepTo(plies, at + 1));
  const { luck, lost } = account(steps, chances.player);
  return app.seats.map((seat) => ({
    seat,
    luck: seat === chances.player ? luck : 0 - luck,
    own: 0 - lost[seat],
    other: lost[1 - seat],
  }));
}

/** Return luck and mistakes in words, after a match that is over. @param {ChanceApp} app */
function luckSummary(app) {
  if (!isFinished(app.match)) return "";
  const { scores } = app.chances;
  const words = sharesOf(app).map(({ seat, luck, own }) => say("luckOf", { player: app.playerName(seat), luck: difference(luck, scores), lost: difference(own, scores) }));
  return words.join(" ");
}

/** Make the rows of the table of what a match came to. @param {ChanceApp} app @param {Share[]} shares */
function luckRows(app, shares) {
  const { match, chances } = app;
  const [first, last] = [match.plies[0].view, match.plies[match.plies.length - 1].view];
  /** @param {string} word @param {(share: Share) => string} text */
  const line = (word, text) => make("tr", {}, make("th", { scope: "row" }, say(word)), ...shares.map((share) => make("td", {}, text(share))));
  /** @param {"luck" | "own" | "other"} key */
  const part = (key) => (/** @type {Share} */ share) => difference(share[key], chances.scores);
  const names = shares.map(({ seat }) => make("th", { scope: "col", dir: "auto" }, app.playerName(seat)));
  return [
    make("thead", {}, make("tr", {}, make("td"), ...names)),
    make(
      "tbody",
      {},
      line("atStart", ({ seat }) => app.worthText(first, seat)),
      line("luck", part("luck")),
      line("ownMistakes", part("own")),
      line("othersMistakes", part("other")),
      line("atEnd", ({ seat }) => app.worthText(last, seat)),
    ),
  ];
}

/** The row of a roll, or of a move that was chosen among several. @param {ChanceApp} app @param {number} at @returns {HTMLElement[]} */
function luckRow(app, at) {
  const { match, chances, source } = app;
  const { view } = match.plies[at - 1];
  const { turn, before, after } = stepTo(match.plies, at);
  const isRoll = turn === DICE;
  if (!isRoll && view.moves.length === 1) return [];
  const isMine = (isRoll ? app.seat : turn) === chances.player;
  const text = difference(isMine ? after - before : before - after, chances.scores);
  const isEven = !isRoll && !/[1-9]/.test(text);
  const [kind, sign] = isRoll ? ["quiet", "⚅"] : isEven ? ["fine", "✓"] : ["mistake", "✗"];
  const element = button(null, () => match.lookAt(at), { class: "ply" });
  element.append(
    make("span", { class: "number" }, `${at}.`),
    make("span", { class: `mark ${kind}`, "aria-hidden": "true" }, sign),
    make("span", { class: "name" }, make("bdi", {}, `${isolated(app.playerName(turn))}: ${isolated(app.moveName(at))}`)),
    make("span", { class: `loss ${kind}` }, isEven ? say("best") : text),
  );
  const item = make("li", {}, element);
  if (kind === "mistake") {
    const best = ranked(view.moves)[0];
    const show = button(null, () => app.attempt(app.showLine(best.to.key, best.to.turn ?? turn)), { class: "plain" });
    show.textContent = say("better", { move: choices(source, view)[view.moves.indexOf(best)].name });
    item.append(make("div", { class: "tools" }, show));
  }
  return [item];
}

/** Make the panel that says after a match how much was luck, and how much skill. @param {ChanceApp} app */
function luckPanel(app) {
  const table = make("table", { class: "luck" });
  const note = make("p", { class: "quiet", dir: "auto" });
  const list = make("ol", { class: "judged scroll" });
  const element = card("luck", say("luckAndSkill"), table, note, list);
  /** @type {Ply[] | null} */
  let shown = null;
  let seat = -1;

  function update() {
    const { match, chances } = app;
    element.hidden = !isFinished(match) || app.waiting !== null;
    if (element.hidden) shown = null;
    if (element.hidden || (shown === match.plies && seat === app.seat)) return;
    [shown, seat] = [match.plies, app.seat];
    const shares = sharesOf(app);
    table.replaceChildren(...luckRows(app, shares));
    const flawless = shares.filter(({ own }) => !/[1-9]/.test(difference(own, chances.scores)));
    write(note, flawless.map((share) => say("flawless", { player: app.playerName(share.seat) })).join(" "));
    note.hidden = !flawless.length;
    list.replaceChildren(...match.plies.slice(1).flatMap((_, at) => luckRow(app, at + 1)));
  }

  return { element, update };
}
