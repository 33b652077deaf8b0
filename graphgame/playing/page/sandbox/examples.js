/** Examples: graph text, and labels where the numbers would not say enough. @type {[string, string, string[]?][]} */
const EXAMPLES = [
  [
    "exampleReadme",
    "9 14\n1 2\n1 4\n2 3\n2 5\n3 6\n4 5\n4 1\n5 6\n5 7\n7 8\n8 7\n8 9\n9 8\n9 3\n",
    ["a", "b", "c", "d", "e", "f", "g", "h", "i"],
  ],
  ["exampleChain", "6 5\n1 2\n2 3\n3 4\n4 5\n5 6\n"],
  ["exampleTake", takeAway(10), Array.from({ length: 11 }, (_, left) => `${left}`)],
  ["exampleExit", "4 4\n1 2\n2 1\n2 3\n3 4\n"],
  ["examplePass", "3 3\n1 1\n1 2\n2 3\n"],
  ["exampleCycle", "4 5\n1 2\n2 1\n1 3\n2 3\n3 4\n"],
  ["presetOutcome", "6 7\n1 2\n1 3\n2 4\n3 5\n2 6\n3 6\n6 3\n4 LOSE\n5 DRAW\n"],
];

/** Return the graph text of taking 1, 2 or 3 of n stones. @param {number} n */
function takeAway(n) {
  const lines = [];
  for (let left = 1; left <= n; left++) {
    for (const taken of [1, 2, 3]) if (taken <= left) lines.push(`${left + 1} ${left - taken + 1}`);
  }
  return `${n + 1} ${lines.length}\n${lines.join("\n")}\n`;
}
