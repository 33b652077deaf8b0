/**
 * What is known after a number of decisions, and why the last one was made.
 *
 * @typedef {Object} Frame
 * @property {(number | null)[]} outcomes  null: not decided yet
 * @property {Int32Array} counters
 * @property {Set<number>} changed  the positions whose counters the step changed
 * @property {Decision | null} step  null at the start, and for the draws at the end
 * @property {number[]} waiting  undecided positions that will be decided next, in this order
 * @property {string} sentence
 */

/**
 * Return how many frames the solution of a lesson has: the start, each decision, and the draws.
 *
 * @param {Decision[]} steps
 * @param {Lesson} lesson
 */
function countFrames(steps, { places }) {
  return 1 + steps.length + Number(steps.length < places.length);
}

/**
 * Return what is known after the first decisions.
 *
 * @param {Lesson} lesson
 * @param {Solved} solved  with its steps
 * @param {number} at  how many decisions are made; one more for the draws
 * @returns {Frame}
 */
function frameAt(lesson, solved, at) {
  const steps = solved.steps ?? [];
  /** @type {(number | null)[]} */
  const outcomes = lesson.places.map(() => null);
  for (const { position, outcome } of steps.slice(0, at)) outcomes[position] = outcome;
  const isEnd = at > steps.length;
  if (isEnd) outcomes.forEach((outcome, v) => (outcomes[v] = outcome ?? 0));
  const { ptr } = lessonRows(lesson);
  const degrees = Int32Array.from(lesson.places, (_, v) => ptr[v + 1] - ptr[v]);
  /** @param {number} k */
  const countersAt = (k) => (k > 0 && steps.length ? steps[Math.min(k, steps.length) - 1].counters : degrees);
  const counters = countersAt(at);
  const before = countersAt(at - 1);
  const changed = new Set(lesson.places.keys());
  for (const v of lesson.places.keys()) if (counters[v] === before[v]) changed.delete(v);
  const step = at > 0 && !isEnd ? steps[at - 1] : null;
  const waiting = steps.slice(at).filter(({ option }) => option < 0 || outcomes[option] !== null).map(({ position }) => position);
  const sentence = step ? stepSentence(lesson, step) : at === 0 ? say("stepStart") : say("stepRest", { n: lesson.places.length - steps.length });
  return { outcomes, counters, changed, step, waiting, sentence };
}

/** Return why a position is decided, in one sentence. @param {Lesson} lesson @param {Decision} step */
function stepSentence(lesson, { position, outcome, remoteness, reason, option }) {
  const v = placeName(lesson, position);
  const plies = sayNumber("plies", remoteness);
  if (reason === "preset") return say("stepPreset", { v, outcome: outcomeWord(outcome) });
  if (reason === "terminal") return say("stepEnd", { v, outcome: outcomeWord(outcome) });
  return say(reason === "loses" ? "stepWin" : "stepLose", { v, w: placeName(lesson, option), plies });
}
