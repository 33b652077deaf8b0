/** Make the panel that goes through the decisions one by one. @param {Sandbox} app */
function stepperPanel(app) {
  const toggle = button(null, () => app.goTo(app.at === null ? 0 : null), { class: "main" });
  const previous = button("previous", () => app.goTo(Math.max(0, (app.at ?? 0) - 1)));
  const next = button("next", () => app.goTo(Math.min(app.nFrames - 1, (app.at ?? 0) + 1)));
  const run = button(null, () => app.run(!app.isRunning));
  const number = make("span", { class: "quiet" });
  const bar = make("progress", { "aria-hidden": "true" });
  const sentence = make("p", { class: "sentence", "aria-live": "polite" });
  const queue = make("p", { class: "quiet" });
  const walk = make("div", { class: "tools" }, previous, next, run);
  const element = make(
    "section",
    { class: "card stepper", "aria-labelledby": "steps-title" },
    make("div", { class: "tools title" }, make("h2", { id: "steps-title" }, say("stepByStep")), number, toggle),
    bar,
    sentence,
    queue,
    walk,
  );

  function update() {
    const { at, frame, nFrames, lesson } = app;
    const isOn = at !== null && frame !== null;
    toggle.textContent = say(isOn ? "endSteps" : "startSteps");
    disable(toggle, !lesson.places.length);
    for (const part of [walk, bar, number, sentence]) part.hidden = !isOn;
    const words = isOn ? frame.sentence : "";
    if (sentence.textContent !== words) sentence.textContent = words;
    queue.textContent = isOn && frame.waiting.length ? say("queue", { list: frame.waiting.slice(0, 12).map((v) => placeName(lesson, v)).join(", ") + (frame.waiting.length > 12 ? " …" : "") }) : "";
    queue.hidden = !isOn;
    if (at === null) return;
    number.textContent = say("stepNumber", { k: at, n: nFrames - 1 });
    bar.max = nFrames - 1;
    bar.value = at;
    disable(previous, at === 0);
    disable(next, at === nFrames - 1);
    run.textContent = say(app.isRunning ? "halt" : "run");
  }

  return { element, update };
}
