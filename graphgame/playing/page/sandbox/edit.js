/** Make the buttons above the picture. @param {Sandbox} app */
function barPanel(app) {
  const example = make(
    "select",
    { onchange: () => app.example(Number(example.value)) },
    make("option", { value: -1 }, "…"),
    ...EXAMPLES.map(([word], at) => make("option", { value: at }, say(word))),
  );
  const play = make(
    "select",
    { onchange: () => app.change({ ...app.lesson, play: play.value }, "play") },
    ...["normal", "misere"].map((name) => make("option", { value: name }, say(`${name}Play`))),
  );
  const undo = button("undo", () => app.undo());
  const redo = button("redo", () => app.redo());
  const shows = make("input", { type: "checkbox", role: "switch", class: "switch", onchange: () => app.show(shows.checked) });
  const element = make(
    "div",
    { class: "bar" },
    make("div", { class: "choices" }, make("label", {}, say("example"), example), make("label", {}, say("rule"), play), make("label", { class: "toggle" }, shows, make("span", {}, say("showOutcomes")))),
    make("div", { class: "tools" }, button("addPosition", () => app.addPlace()), undo, redo, button("arrange", () => app.arrange()), button("clearAll", () => app.clear())),
  );

  function update() {
    example.value = "-1";
    play.value = app.lesson.play;
    shows.checked = app.shows;
    disable(undo, !app.past.length);
    disable(redo, !app.future.length);
  }

  return { element, update };
}

/** Make the panel that changes one position and its moves. @param {Sandbox} app */
function editPanel(app) {
  const choice = make("select", { id: "chosen-position", onchange: () => app.choose(Number(choice.value)) });
  const name = make("input", { type: "text", maxlength: MOST_LABEL, dir: "auto", autocomplete: "off", spellcheck: "false", oninput: () => app.change(withPlace(app.lesson, app.chosen, { label: name.value }), `name ${app.chosen}`) });
  const preset = make(
    "select",
    { onchange: () => app.change(withPlace(app.lesson, app.chosen, { preset: Number(preset.value) }), "preset") },
    make("option", { value: NO_PRESET }, say("none")),
    ...[1, -1, 0].map((outcome) => make("option", { value: outcome }, `${OUTCOME_NAMES[outcome + 1]} (${outcomeWord(outcome)})`)),
  );
  const target = make("select");
  const add = button("add", () => app.addMove(app.chosen, Number(target.value)));
  const list = make("ul", { class: "options", "aria-label": say("moves") });
  const ignored = make("p", { class: "quiet" }, say("presetMoves"));
  const erase = () => {
    app.deletePlace(app.chosen);
    choice.focus();
  };
  const details = make(
    "div",
    { class: "details" },
    make("div", { class: "pair" }, make("label", {}, say("name"), name), make("label", {}, say("presetOutcome"), preset)),
    list,
    ignored,
    make("div", { class: "field" }, make("label", {}, say("newMove"), target), add),
    button("deletePosition", erase, { class: "plain" }),
  );
  const element = card("edit", say("selected"), make("label", {}, say("position"), choice), details);

  /** @param {[number, number]} move */
  function item([u, v]) {
    return moveItem(app, u, v, () => (list.querySelector("button") ?? target).focus());
  }

  function update() {
    const { lesson, chosen } = app;
    const all = Array.from(lesson.places.keys());
    const options = (/** @type {(v: number) => string} */ text) => all.map((v) => make("option", { value: v }, text(v)));
    choice.replaceChildren(make("option", { value: -1 }, say("none")), ...options((v) => placeName(lesson, v)));
    choice.value = String(chosen);
    details.hidden = chosen < 0;
    if (chosen < 0) return;
    const before = target.value;
    target.replaceChildren(...options((v) => (v === chosen ? say("itself", { v: placeName(lesson, v) }) : placeName(lesson, v))));
    target.value = before !== "" && Number(before) < all.length ? before : String(chosen);
    const { label, preset: outcome } = lesson.places[chosen];
    if (name.value !== label) name.value = label;
    name.placeholder = String(chosen + 1);
    preset.value = String(outcome);
    const moves = lesson.moves.filter(([u]) => u === chosen);
    list.replaceChildren(...(moves.length ? moves.map(item) : [make("li", { class: "quiet" }, say("none"))]));
    ignored.hidden = outcome === NO_PRESET || !moves.length;
  }

  return { element, update };
}

/**
 * Make the row of a move, with a button that deletes it.
 *
 * @param {Sandbox} app
 * @param {number} u
 * @param {number} v
 * @param {() => void} focus  puts the focus elsewhere, since the button goes with its move
 */
function moveItem(app, u, v, focus) {
  const move = `${placeName(app.lesson, u)} → ${placeName(app.lesson, v)}`;
  const erase = () => {
    app.deleteMove(u, v);
    focus();
  };
  const isChosen = app.chosenMove && app.chosenMove[0] === u && app.chosenMove[1] === v;
  const cross = make("button", { type: "button", class: "plain", "aria-label": say("deleteMove", { move }), onclick: erase }, "✕");
  return make("li", { class: isChosen ? "chosen" : null }, make("bdi", {}, move), cross);
}
