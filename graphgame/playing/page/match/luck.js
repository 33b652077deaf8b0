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

/** What a match came to for each player. @typedef {{start: number, luck: number, own: number, other: number, end: number}} Share */

/** Return what a match came to for both players. @param {ChanceApp} app @returns {Share[]} */
function sharesOf(app) {
  const { match, chances } = app;
  const { plies } = match;
  const steps = plies.slice(1).map((_, at) => stepTo(plies, at + 1));
  const { luck, lost } = account(steps, chances.player);
  return [0, 1].map((seat) => ({
    start: app.worth(plies[0].view, seat),
    luck: seat === chances.player ? luck : 0 - luck,
    own: 0 - lost[seat],
    other: lost[1 - seat],
    end: app.worth(plies[plies.length - 1].view, seat),
  }));
}

/** Return luck and mistakes in words, after a match that is over. @param {ChanceApp} app */
function luckSummary(app) {
  if (!isFinished(app.match)) return "";
  const { scores } = app.chances;
  const words = sharesOf(app).map(({ luck, own }, seat) => say("luckOf", { player: app.playerName(seat), luck: difference(luck, scores), lost: difference(own, scores) }));
  return words.join(" ");
}

/** Make the panel that says after a match how much was luck, and how much skill. @param {ChanceApp} app */
function luckPanel(app) {
  const table = make("table", { class: "luck" });
  const note = make("p", { class: "quiet", dir: "auto" });
  const list = make("ol", { class: "judged scroll" });
  const element = card("luck", say("luckAndSkill"), table, note, list);
  /** @type {Ply[] | null} */
  let shown = null;

  function fill() {
    const { match, chances } = app;
    const shares = sharesOf(app);
    const [first, last] = [match.plies[0].view, match.plies[match.plies.length - 1].view];
    /** @param {string} word @param {(share: Share, seat: number) => string} text */
    const line = (word, text) => make("tr", {}, make("th", { scope: "row" }, say(word)), ...shares.map((share, seat) => make("td", {}, text(share, seat))));
    /** @param {"luck" | "own" | "other"} key */
    const part = (key) => (/** @type {Share} */ share) => difference(share[key], chances.scores);
    table.replaceChildren(
      make("thead", {}, make("tr", {}, make("td"), ...shares.map((_, seat) => make("th", { scope: "col", dir: "auto" }, app.playerName(seat))))),
      make(
        "tbody",
        {},
        line("atStart", (_, seat) => app.worthText(first, seat)),
        line("luck", part("luck")),
        line("ownMistakes", part("own")),
        line("othersMistakes", part("other")),
        line("atEnd", (_, seat) => app.worthText(last, seat)),
      ),
    );
    const flawless = shares.flatMap(({ own }, seat) => (/[1-9]/.test(difference(own, chances.scores)) ? [] : [say("flawless", { player: app.playerName(seat) })]));
    write(note, flawless.join(" "));
    note.hidden = !flawless.length;
    list.replaceChildren(...match.plies.slice(1).flatMap((_, at) => row(at + 1)));
  }

  /** The row of a move that lost something, or of a roll. @param {number} at @returns {HTMLElement[]} */
  function row(at) {
    const { match, chances, source } = app;
    const { plies } = match;
    const { turn, before, after } = stepTo(plies, at);
    const sign = turn === DICE ? app.seat === chances.player : turn === chances.player;
    const text = difference(sign ? after - before : before - after, chances.scores);
    const isEven = !/[1-9]/.test(text);
    if (turn !== DICE && plies[at - 1].view.moves.length === 1) return [];
    const element = button(null, () => match.lookAt(at), { class: "ply" });
    const kind = turn === DICE ? "quiet" : isEven ? "fine" : "mistake";
    const mark = make("span", { class: `mark ${kind}`, "aria-hidden": "true" }, turn === DICE ? "⚅" : isEven ? "✓" : "✗");
    const name = make("span", { class: "name" }, make("bdi", {}, `${isolated(app.playerName(turn))}: ${isolated(app.moveName(at))}`));
    element.append(make("span", { class: "number" }, `${at}.`), mark, name, make("span", { class: `loss ${kind}` }, isEven && turn !== DICE ? say("best") : text));
    const item = make("li", {}, element);
    if (turn !== DICE && !isEven) {
      const best = ranked(plies[at - 1].view.moves)[0];
      const better = choices(source, plies[at - 1].view).find(({ move }) => move === best)?.name ?? "";
      const show = button(null, () => app.attempt(app.showLine(best.to.key, best.to.turn ?? turn)), { class: "plain" });
      show.textContent = say("better", { move: better });
      item.append(make("div", { class: "tools" }, show));
    }
    return [item];
  }

  function update() {
    const { match } = app;
    element.hidden = !isFinished(match) || app.waiting !== null;
    if (element.hidden) shown = null;
    else if (shown !== match.plies) {
      shown = match.plies;
      fill();
    }
  }

  return { element, update };
}
