// Needed: lengths, no owners
addWords({
  callDraw: ["Call it a draw", "Coi là hòa", "مساوی اعلام شود", "Dar por empatada", "Признать ничью"],
});

/** How often a position stands before a match may be called a draw; as in playing/terminal.py. */
const TIMES = 3;
/** For how many plies the outcome has been a draw before a match may be called a draw. */
const LONG = 50;

/** Whether the last position of a match stands there so often that play leads nowhere. @param {Match} match */
function isRepeated({ ply, isLatest, isOver }) {
  return isLatest && !isOver && ply.times >= TIMES && ply.view.score === undefined;
}

/** Whether a match may be called a draw: it repeats, or has been a draw for long. @param {Match} match */
function mayBeDrawn(match) {
  const { plies, isLatest, isOver } = match;
  const last = plies.slice(-LONG - 1);
  const isLong = last.length > LONG && last.every(({ view }) => view.outcome === 0 && view.score === undefined);
  return isRepeated(match) || (isLong && isLatest && !isOver);
}

/** End a match at its last position, as a draw. @param {Match} match */
function callDraw(match) {
  const { ply } = match;
  const end = () => (ply.times < TIMES ? "" : say("repeated", { n: ply.times }));
  ply.view = { ...ply.view, moves: [], outcome: 0, end, before: ply.view.outcome };
  match.changed("move");
}

/** Make the button that calls a match a draw. @param {App} app */
function drawButton(app) {
  const element = button("callDraw", () => callDraw(app.match), { class: "callDraw" });
  return { element, update: () => { element.hidden = app.waiting !== null || !mayBeDrawn(app.match); } };
}
