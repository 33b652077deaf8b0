"""Pages of games with scores.

Pinned here: every position of a page has the score and the moves that Python has, its best move
reaches the score and is as far from the end as that of the solver, players alternating or not; the
page names margins, and the points that moves gave away.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import graphgame as gg
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import settle, spoken, started

# Score of each position, and of its best move: where it leads, and what it reaches.
BEST = """async () => {
  const { source, judged, chooseMove } = graphgame;
  const found = [];
  for (let v = 0; v < source.size; v += 1) {
    const { name, score, moves } = await source.look(String(v));
    const reached = moves.map(({ to, points }) => [to.name, points]);
    const chosen = moves.length ? chooseMove({ outcome: 0, moves }, () => false).to.name : null;
    found.push([name, score, reached, chosen]);
  }
  return JSON.stringify(found);
}"""


def drawn(seed: int) -> Any:
    rng = random.Random(seed)
    n = rng.randint(2, 40)
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(1, 3 * n))]
    graph = gg.GameGraph.from_edges(edges, n)
    ends = [v for v in range(n) if not graph.options(v) or rng.random() < 0.1]
    scores = {v: rng.randint(-5, 5) for v in ends}
    if not 0 < len(scores) < n:
        return drawn(seed + 1000)
    if rng.random() < 0.5:
        return gg.solve_scores(graph, scores)
    owner = [rng.randrange(2) for _ in range(n)]
    return gg.solve_scores(graph, scores, owner=owner, endless=rng.choice((0, 0, -2, 3)))


@pytest.mark.parametrize("seed", range(30))
def test_every_position_agrees_with_python(seed: int, open_page: OpenPage) -> None:
    s = drawn(seed)
    page = started(open_page(s.to_html()))
    found = json.loads(page.evaluate(BEST))
    assert len(found) == s.game.n
    for name, score, reached, chosen in found:
        v = int(name.split()[-1])
        assert score == s.score(v)
        if s.remoteness_of(v) == 0:
            assert reached == []
            continue
        points = {int(to.split()[-1]): value for to, value in reached}
        assert points.keys() == set(s.game.options(v))
        same = s.owner is not None
        for w, value in points.items():
            keeps = same and s.owner[v] == s.owner[w]
            assert value == (s.score(w) if keeps else -s.score(w))
        assert [value for _, value in reached] == sorted(points.values(), reverse=True)
        at = int(chosen.split()[-1])
        best = s.best_move(v)
        assert points[at] == points[best] == max(points.values())
        if score != (0 if s.owner is None else (s.endless, -s.endless)[s.owner[v]]):
            assert s.remoteness_of(at) == s.remoteness_of(best)


def test_margins_and_points_are_said(open_page: OpenPage) -> None:
    moves = {"a": ["b", "c"], "b": [], "c": ["d"], "d": []}
    s = gg.solve_scores(moves.__getitem__, {"b": -3, "d": -1}.get, start="a")
    page = started(open_page(s.to_html(players=("Ann", "Bob"))))
    page.evaluate("graphgame.match.set({values: true})")
    assert page.locator(".status").inner_text() == "Ann to move\n● wins by 3 in 1 ply"
    assert [x.inner_text().strip() for x in page.locator(".move .badge").all()] == [
        "● wins +3",
        "■ loses −1",
    ]
    page.locator(".move", has_text="c").first.click()
    page.wait_for_function("() => graphgame.match.isOver")
    settle(page)
    assert "Bob won by 1." in spoken(page)
    assert page.locator(".summary").inner_text() == "You gave 4 points away."
    assert "turns a win into a loss" in page.locator(".judged li").first.inner_text()
    page.locator(".language select").select_option("pt")
    assert page.locator(".summary").inner_text() == "Você entregou 4 pontos."
