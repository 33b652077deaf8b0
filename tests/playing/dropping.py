"""A small game of falling stones, three times: in Python, and for pages in JavaScript and in C.

Four columns of three cells; who has three stones side by side wins.  Each column is four bits of
a code, the lowest for its bottom cell: a set bit is a stone of the player to move, but for the
highest set bit, which stands above the stones.
"""

from __future__ import annotations

from typing import Any

WIDTH, HEIGHT = 4, 3
BITS = HEIGHT + 1
START = sum(1 << c * BITS for c in range(WIDTH))
CELLS = {(c, y) for c in range(WIDTH) for y in range(HEIGHT)}
LINES = [
    line
    for c, y in CELLS
    for dc, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if {*(line := tuple((c + k * dc, y + k * dy) for k in range(3)))} <= CELLS
]


def columns(code: int) -> list[tuple[int, int]]:
    """Return, for each column, how many stones it has, and those of the player to move."""
    parts = [code >> c * BITS & (1 << BITS) - 1 for c in range(WIDTH)]
    return [(part.bit_length() - 1, part ^ 1 << part.bit_length() - 1) for part in parts]


def stone(code: int, c: int, y: int) -> int:
    """Return whose stone a cell has: 1 the player to move, 2 the other one, 0 nobody."""
    high, own = columns(code)[c]
    return 0 if y >= high else 1 if own >> y & 1 else 2


def preset(code: int) -> int | None:
    """Return LOSE where the last move has made a line, DRAW where the board is full."""
    if any(all(stone(code, *cell) == 2 for cell in line) for line in LINES):
        return -1
    return 0 if all(high == HEIGHT for high, _ in columns(code)) else None


def options(code: int) -> list[int]:
    """Return the positions after a stone has fallen into a column that is not full."""
    found = []
    for column in range(WIDTH):
        parts = []
        for c, (high, own) in enumerate(columns(code)):
            theirs = ((1 << high) - 1) ^ own
            parts.append(theirs | 1 << high + (c == column))
        if columns(code)[column][0] < HEIGHT:
            found.append(sum(part << c * BITS for c, part in enumerate(parts)))
    return found


def mirror(code: int) -> int:
    """Return the lesser of a position and its mirror image."""
    parts = [code >> c * BITS & (1 << BITS) - 1 for c in range(WIDTH)]
    return min(code, sum(part << (WIDTH - 1 - c) * BITS for c, part in enumerate(parts)))


def turn(code: int) -> int:
    return sum(high for high, _ in columns(code)) % 2


def board(code: int) -> str:
    marks = ".OX" if turn(code) else ".XO"
    rows = (range(WIDTH) for _ in range(HEIGHT))
    return "\n".join(
        "".join(marks[stone(code, c, HEIGHT - 1 - y)] for c in row) for y, row in enumerate(rows)
    )


def move_name(code: int, option: int) -> str:
    heights = zip(columns(code), columns(option), strict=True)
    return next("abcd"[c] for c, (before, after) in enumerate(heights) if before[0] < after[0])


class Dropping:
    """The rule, as `build` takes it."""

    options = staticmethod(options)
    preset = staticmethod(preset)


JAVASCRIPT = """\
// Columns as lists: whose stone each cell has, 1 the player to move, 2 the other one.
const [WIDTH, HEIGHT] = [4, 3];

function columns(code) {
  return Array.from({ length: WIDTH }, (_, c) => {
    const part = Number((code >> BigInt(4 * c)) & 15n);
    const high = 31 - Math.clz32(part);
    return Array.from({ length: high }, (_, y) => ((part >> y) & 1 ? 1 : 2));
  });
}

function coded(stones) {
  const bit = (whose, y) => (whose === 1 ? 1 << y : 0);
  const part = (column) => column.reduce((sum, x, y) => sum + bit(x, y), 1 << column.length);
  return stones.reduce((sum, column, c) => sum + (BigInt(part(column)) << BigInt(4 * c)), 0n);
}

function preset(code) {
  const stones = columns(code);
  const theirs = (c, y) => stones[c]?.[y] === 2;
  for (let c = 0; c < WIDTH; c++)
    for (let y = 0; y < HEIGHT; y++)
      for (const [dc, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]])
        if ([0, 1, 2].every((k) => theirs(c + k * dc, y + k * dy))) return -1;
  return stones.every((column) => column.length === HEIGHT) ? 0 : 2;
}

function options(code) {
  const turned = columns(code).map((column) => column.map((whose) => 3 - whose));
  const free = turned.flatMap((column, c) => (column.length < HEIGHT ? [c] : []));
  return free.map((c) => coded(turned.map((column, at) => (at === c ? [...column, 2] : column))));
}

function canonical(code) {
  const image = coded(columns(code).reverse());
  return image < code ? image : code;
}

const turn = (code) => columns(code).flat().length % 2;

function board(code) {
  const marks = turn(code) ? ".OX" : ".XO";
  const stones = columns(code);
  const row = (y) => stones.map((column) => marks[column[y] ?? 0]).join("");
  return [2, 1, 0].map(row).join("\\n");
}

function move_name(code, option) {
  const [before, after] = [columns(code), columns(option)];
  return "abcd"[before.findIndex((column, c) => column.length < after[c].length)];
}
"""

C = """\
#include <stdint.h>

#define WIDTH 4
#define HEIGHT 3

// Whose stone a cell has: 1 the player to move, 2 the other one.
static char cells[WIDTH][HEIGHT];
static int high[WIDTH], count;

static void read(int64_t code) {
    count = 0;
    for (int c = 0; c < WIDTH; c++) {
        int part = code >> 4 * c & 15;
        for (high[c] = 0; part >> (high[c] + 1); high[c]++) count++;
        for (int y = 0; y < HEIGHT; y++) cells[c][y] = y < high[c] ? 2 - (part >> y & 1) : 0;
    }
}

static int theirs(int c, int y) {
    return c >= 0 && c < WIDTH && y >= 0 && y < HEIGHT && cells[c][y] == 2;
}

int64_t preset(int64_t code, void *data) {
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    read(code);
    for (int c = 0; c < WIDTH; c++)
        for (int y = 0; y < HEIGHT; y++)
            for (int k = 0; k < 4; k++) {
                int dc = steps[k][0], dy = steps[k][1];
                if (theirs(c, y) && theirs(c + dc, y + dy) && theirs(c + 2 * dc, y + 2 * dy))
                    return -1;
            }
    return count == WIDTH * HEIGHT ? 0 : 2;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t n = 0;
    read(code);
    for (int c = 0; c < WIDTH; c++) {
        if (high[c] == HEIGHT) continue;
        int64_t next = 0;
        for (int d = 0; d < WIDTH; d++) {
            int64_t part = 1 << (high[d] + (d == c));
            for (int y = 0; y < high[d]; y++) part |= (cells[d][y] == 2) << y;
            next |= part << 4 * d;
        }
        if (n++ < room) found[n - 1] = next;
    }
    return n;
}

int64_t canonical(int64_t code, void *data) {
    int64_t image = 0;
    for (int c = 0; c < WIDTH; c++) image = image << 4 | (code >> 4 * c & 15);
    return image < code ? image : code;
}

int64_t turn(int64_t code, void *data) {
    read(code);
    return count % 2;
}

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    int64_t n = 0;
    read(code);
    for (int y = HEIGHT - 1; y >= 0; y--) {
        for (int c = 0; c < WIDTH; c++)
            if (n++ < room) text[n - 1] = (count % 2 ? ".OX" : ".XO")[(int)cells[c][y]];
        if (y && n++ < room) text[n - 1] = '\\n';
    }
    return n;
}

int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    int before[WIDTH];
    read(code);
    for (int c = 0; c < WIDTH; c++) before[c] = high[c];
    read(option);
    for (int c = 0; c < WIDTH; c++)
        if (before[c] < high[c]) {
            text[0] = 'a' + c;
            return 1;
        }
    return -1;
}
"""

LOOK: dict[str, Any] = {
    "title": "Three in a row",
    "style": "falling",
    "pieces": {"X": {"shape": "disc", "name": "X"}, "O": {"shape": "disc", "name": "O"}},
}
