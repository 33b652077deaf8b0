"""What a page says of positions, and what Python says of them.

A page is asked for views in batches.  A position of the page is recognized by its board and its
turn alone, so that nothing of the encoding is shared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

READY = "() => globalThis.graphgame?.match.plies.length > 0"
# Views of keys as JSON: [key, [keys of moves]] for each, and once for each position that is named
# by any of them [board, turn, outcome, remoteness].
READ = """async (keys) => {
  const { source } = globalThis.graphgame;
  const views = [], positions = {};
  const see = ({ key, board, turn, outcome, remoteness }) => {
    const seen = JSON.stringify([board, turn, outcome, remoteness]);
    if ((positions[key] ?? seen) !== seen) throw new Error(`two answers for ${key}`);
    positions[key] = seen;
    return key;
  };
  for (const key of keys) {
    const view = await source.look(key);
    views.push([see(view), view.moves.map((move) => see(move.to))]);
  }
  return JSON.stringify([views, positions]);
}"""
# Matches of the machine against random play: how often it ended below its prospects.
MATCHES = """async ({ matches, seed, plies }) => {
  const { source, chooseMove } = globalThis.graphgame;
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const tally = { won: 0, drawn: 0, lost: 0, below: 0 };
  for (let match = 0; match < matches; match += 1) {
    const key = match % 2 ? source.start : String(Math.floor(random() * source.size));
    let view = await source.look(key);
    let machine = match % 4 < 2;
    const prospect = machine ? view.outcome : -view.outcome;
    const met = new Set([view.key]);
    let ply = 0;
    for (; view.moves.length && ply < plies; ply += 1) {
      const any = view.moves[Math.floor(random() * view.moves.length)];
      const move = machine ? chooseMove(view, (to) => met.has(to), 0, random) : any;
      view = await source.look(move.to.key);
      met.add(view.key);
      machine = !machine;
    }
    const result = view.moves.length ? 0 : machine ? view.outcome : -view.outcome;
    tally[["lost", "drawn", "won"][result + 1]] += 1;
    if (result < prospect) tally.below += 1;
  }
  return tally;
}"""


class Seen(NamedTuple):
    """A position as a page shows it."""

    board: str | None
    turn: int | None
    outcome: int
    remoteness: int | None


def read(page: Any, keys: Sequence[str], batch: int = 2_000) -> Iterator[tuple[Any, Any]]:
    """Yield, batch by batch, the views of keys and the positions that are named in them."""
    for first in range(0, len(keys), batch):
        views, positions = json.loads(page.evaluate(READ, keys[first : first + batch]))
        yield views, {key: Seen(*json.loads(seen)) for key, seen in positions.items()}


def rank(seen: Seen, turn: int | None) -> tuple[int, int]:
    """Return how good it is to move to a position, for the player of a turn: less is better."""
    plies = max(seen.remoteness or 0, 0)
    # In games with owners the same player may be to move again.
    outcome = -seen.outcome if turn is not None and seen.turn == turn else seen.outcome
    return outcome, plies if outcome < 0 else -plies


def disagreements(
    page: Any,
    keys: Sequence[str],
    index: Callable[[str, Seen], Any],
    outcome: Callable[[Any], tuple[int, int | None]],
    options: Callable[[Any], set[Any]],
) -> tuple[list[str], set[Any]]:
    """Return what differs from Python, and the positions of Python that were looked at.

    Parameters
    ----------
    index : from a key and what the page shows to Python's position
    outcome : from Python's position to outcome and remoteness
    options : from Python's position to those that one move leads to
    """
    wrong: list[str] = []
    looked: set[Any] = set()
    for views, positions in read(page, keys):
        known = {key: index(key, seen) for key, seen in positions.items()}
        for key, seen in positions.items():
            expected = outcome(known[key])
            if (seen.outcome, seen.remoteness) != expected:
                wrong.append(f"{known[key]}: {seen}, expected {expected}")
        for key, moves in views:
            looked.add(known[key])
            reached = [known[to] for to in moves]
            if {*reached} != options(known[key]) or len({*moves}) < len(moves):
                wrong.append(f"{known[key]}: moves to {reached}")
            ranks = [rank(positions[to], positions[key].turn) for to in moves]
            if ranks != sorted(ranks):
                wrong.append(f"{known[key]}: moves are not in order: {ranks}")
    return wrong, looked
