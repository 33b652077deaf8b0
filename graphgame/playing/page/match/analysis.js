// Needed: no chance
addWords({
  analysis: ["Analysis", "Phân tích", "تحلیل", "Análise", "Разбор"],
  youWon: ["You won, in {n} move.|You won, in {n} moves.", "Bạn thắng sau {n} nước của mình.", "شما با {n} حرکت خود بردید.", "Você venceu em {n} lance seu.|Você venceu em {n} lances seus.", "Вы выиграли, сделав {n} ход.|Вы выиграли, сделав {n} хода.|Вы выиграли, сделав {n} ходов."],
  possible: ["{n} was possible.|{n} were possible.", "Có thể chỉ cần {n} nước.", "با {n} حرکت هم می‌شد.", "Era possível em {n} lance.|Era possível em {n} lances.", "Можно было за {n} ход.|Можно было за {n} хода.|Можно было за {n} ходов."],
  youLost: ["You lost.", "Bạn thua.", "شما باختید.", "Você perdeu.", "Вы проиграли."],
  aDraw: ["A draw.", "Hòa.", "مساوی.", "Empate.", "Ничья."],
  hadWin: ["You had a win until move {n}.", "Bạn còn thế thắng cho đến nước {n}.", "تا نیم‌حرکت {n} برد داشتید.", "Você tinha a vitória até o lance {n}.", "До полухода {n} у вас был выигрыш."],
  hadDraw: ["You had a draw until move {n}.", "Bạn còn thế hòa cho đến nước {n}.", "تا نیم‌حرکت {n} مساوی داشتید.", "Você tinha o empate até o lance {n}.", "До полухода {n} у вас была ничья."],
  noMistake: ["You gave nothing away.", "Bạn không đánh mất gì.", "چیزی از دست ندادید.", "Você não entregou nada.", "Вы ничего не упустили."],
  keepsWin: ["keeps the win", "giữ thế thắng", "برد را نگه می‌دارد", "mantém a vitória", "сохраняет выигрыш"],
  keepsDraw: ["keeps the draw", "giữ thế hòa", "مساوی را نگه می‌دارد", "mantém o empate", "сохраняет ничью"],
  holdsOut: ["holds out", "cầm cự", "ایستادگی می‌کند", "resiste", "держится"],
  onlyMove: ["the only move", "nước duy nhất", "تنها حرکت", "o único lance", "единственный ход"],
  winsLater: ["wins {n} ply later|wins {n} plies later", "thắng chậm hơn {n} nước", "{n} نیم‌حرکت دیرتر می‌برد", "vence {n} lance depois|vence {n} lances depois", "выигрывает на {n} полуход позже|выигрывает на {n} полухода позже|выигрывает на {n} полуходов позже"],
  losesSooner: ["loses {n} ply sooner|loses {n} plies sooner", "thua sớm hơn {n} nước", "{n} نیم‌حرکت زودتر می‌بازد", "perde {n} lance antes|perde {n} lances antes", "проигрывает на {n} полуход раньше|проигрывает на {n} полухода раньше|проигрывает на {n} полуходов раньше"],
  winToDraw: ["gives the win away", "đánh mất thế thắng", "برد را از دست می‌دهد", "entrega a vitória", "упускает выигрыш"],
  winToLoss: ["turns a win into a loss", "biến thắng thành thua", "برد را به باخت می‌رساند", "troca a vitória pela derrota", "меняет выигрыш на проигрыш"],
  drawToLoss: ["gives the draw away", "đánh mất thế hòa", "مساوی را از دست می‌دهد", "entrega o empate", "упускает ничью"],
  why: ["Why?", "Vì sao?", "چرا؟", "Por quê?", "Почему?"],
  whyMove: ["Why? {move} is answered on the board.", "Vì sao? Bàn cờ cho thấy lời đáp cho {move}.", "چرا؟ پاسخ {move} روی صفحه دیده می‌شود.", "Por quê? O tabuleiro mostra a resposta a {move}.", "Почему? Доска покажет ответ на {move}."],
});

/**
 * What a move of a match did for who made it.
 *
 * @typedef {Object} Judged
 * @property {number} at  the ply that it led to
 * @property {string} word  a key of the words
 * @property {number} lost  plies, where the word needs them
 * @property {number} [points]  that it gave away, in games with scores
 * @property {boolean} isMistake  whether it gave a better outcome, or points, away
 * @property {Move} best  a best move instead
 */

/** Return the key of the words for a better outcome that became a worse one. @param {Outcome} had @param {Outcome} has */
function lossWord(had, has) {
  return had === 0 ? "drawToLoss" : has === 0 ? "winToDraw" : "winToLoss";
}

/** Judge the move that led to a ply, by the values of the page. @param {Ply[]} plies @param {number} at @returns {Judged | null} */
function judged(plies, at) {
  const { view } = plies[at - 1];
  const made = view.moves.find(({ to }) => to.key === plies[at].view.key);
  if (!made) return null;
  const best = ranked(view.moves)[0];
  if (view.moves.length === 1) return { at, word: "onlyMove", lost: 0, isMistake: false, best };
  const [had, has] = [moveValue(best), moveValue(made)];
  const points = (best.points ?? 0) - (made.points ?? 0);
  if (Number.isNaN(has)) return { at, word: Number.isNaN(had) ? "unknown" : "leavesProof", lost: 0, isMistake: false, best };
  if (has < had) {
    return { at, word: lossWord(had, has), lost: 0, points, isMistake: true, best };
  }
  if (points > 0) return { at, word: "givesPoints", lost: points, points, isMistake: true, best };
  const lost = has === 0 ? 0 : delta(view, made) ?? 0;
  if (lost > 0) return { at, word: "winsLater", lost, isMistake: false, best };
  if (lost < 0) return { at, word: "losesSooner", lost: -lost, isMistake: false, best };
  return { at, word: has > 0 ? "keepsWin" : has < 0 ? "holdsOut" : "keepsDraw", lost: 0, isMistake: false, best };
}

/**
 * Say how a match ended for the one person in it, and what was possible; "" where there is not one person.
 *
 * @param {Match} match
 */
function summary(match) {
  const people = [0, 1].filter((turn) => match.sides[turn] === "person");
  const { plies } = match;
  if (people.length !== 1 || !isFinished(match)) return "";
  const [me] = people;
  const own = plies.slice(0, -1).map((ply, at) => ({ ply, at: at + 1 })).filter(({ ply }) => ply.turn === me);
  const { view, turn } = plies[plies.length - 1];
  const won = view.outcome === 0 ? 0 : (view.outcome > 0) === (turn === me) ? 1 : -1;
  const mistake = own.map(({ at }) => ({ at, found: judged(plies, at) })).reverse().find(({ found }) => found?.isMistake);
  if (view.score !== undefined) {
    const given = own.map(({ at }) => judged(plies, at)?.points ?? 0).reduce((sum, points) => sum + points, 0);
    return given ? pointsText(given) : say("noMistake");
  }
  const parts = [];
  if (won > 0) {
    parts.push(sayNumber("youWon", own.length));
    const least = own.length && own[0].ply.view.outcome > 0 ? own[0].ply.view.remoteness : null;
    // Where turns alternate, every other ply is one's own.
    const possible = least === null || least < 0 || match.source.owners ? own.length : Math.ceil(least / 2);
    if (possible < own.length) parts.push(sayNumber("possible", possible));
    return parts.join(" ");
  }
  parts.push(say(won ? "youLost" : "aDraw"));
  const hadWin = Number(view.before ?? 0) * (turn === me ? 1 : -1) > 0;
  if (hadWin) parts.push(say("hadWin", { n: plies.length - 1 }));
  else if (mistake) parts.push(say(mistake.found?.word === "drawToLoss" ? "hadDraw" : "hadWin", { n: mistake.at }));
  else if (own.length && own.every(({ ply }) => !Number.isNaN(ply.view.outcome))) parts.push(say("noMistake"));
  return parts.join(" ");
}

/** Make the panel that judges the moves of a match that is over. @param {App} app */
function analysisPanel(app) {
  const text = make("p", { class: "summary", dir: "auto" });
  const list = make("ol", { class: "judged scroll" });
  const element = card("analysis", say("analysis"), text, list);
  /** @type {Ply[] | null} */
  let shown = null;

  /** @param {Judged} found */
  function row(found) {
    const { match, source } = app;
    const { at, word, lost, isMistake, best } = found;
    const { view, turn } = match.plies[at - 1];
    const name = app.moveName(at);
    const better = choices(source, view).find(({ move }) => move === best || move.to.key === best.to.key)?.name ?? "";
    const isWorse = isMistake || lost > 0;
    const element = button(null, () => match.lookAt(at), { class: "ply" });
    const [kind, sign] = isMistake ? ["mistake", "✗"] : lost ? ["slow", "~"] : ["onlyMove", "unknown", "leavesProof"].includes(word) ? ["forced", "·"] : ["fine", "✓"];
    const mark = make("span", { class: `mark ${kind}`, "aria-hidden": "true" }, sign);
    const what = make("span", { class: "name" }, make("bdi", {}, `${isolated(app.playerName(turn))}: ${isolated(name)}`), " ", make("span", { class: "quiet" }, lost ? sayNumber(word, lost) : say(word)));
    element.append(make("span", { class: "number" }, `${at}.`), mark, what);
    const item = make("li", {}, element);
    if (isWorse) {
      const show = button(null, () => app.attempt(app.showLine(best.to.key, best.to.turn ?? 1 - turn)), { class: "plain" });
      show.textContent = say("better", { move: better });
      const why = button("why", () => app.attempt(app.showLine(match.plies[at].view.key, match.plies[at].turn)), { class: "plain", title: say("whyMove", { move: name }) });
      item.append(make("div", { class: "tools" }, show, isMistake ? why : null));
    }
    return item;
  }

  function update() {
    const { match } = app;
    element.hidden = !isFinished(match) || app.waiting !== null;
    if (element.hidden) {
      shown = null;
      return;
    }
    text.textContent = summary(match);
    text.hidden = !text.textContent;
    if (shown === match.plies) return;
    shown = match.plies;
    const all = match.plies.map((_, at) => (at ? judged(match.plies, at) : null));
    list.replaceChildren(...all.flatMap((found) => (found ? [row(found)] : [])));
  }

  return { element, update };
}
