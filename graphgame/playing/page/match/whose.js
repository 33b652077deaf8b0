/** Make the choice of who moves at a position that is named, where nothing else says it. @param {App} app */
function turnChoice(app) {
  const { source, match } = app;
  const turns = [0, 1].map((turn) => make("option", { value: turn }, say("onMove", { player: app.playerName(turn) })));
  const element = make("select", { "aria-label": say("players") }, make("option", { value: "" }, "…"), ...turns);
  element.hidden = Boolean(source.owners || source.chances) || (match.view.turn !== null && !source.timed);
  return element;
}
