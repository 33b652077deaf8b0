"""Owners, ties and the remoteness of presets in files, pickles, graph text and NetworkX."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings

import graphgame as gg
from graphgame import TIE, WIN, GraphGameError, Solution
from tests.reference.turns import TurnGame
from tests.solving.turn_games import solved, turn_games

if TYPE_CHECKING:
    from collections.abc import Iterator


# -- keeping ---------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(turn_games())
def test_files_and_pickles_keep_everything(game: TurnGame) -> None:
    solution = solved(game)
    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    loaded = Solution.load(file)
    for copy in (loaded, pickle.loads(pickle.dumps(solution))):
        assert copy.count == solution.count
        assert copy.outcomes.tolist() == solution.outcomes.tolist()
        assert copy.remoteness.tolist() == solution.remoteness.tolist()
        assert copy.plies.tolist() == solution.plies.tolist()
        assert copy.best_moves.tolist() == solution.best_moves.tolist()
        assert copy.verify()
        for part in ("presets", "preset_remoteness", "owner"):
            kept, given_part = getattr(copy.game, part), getattr(solution.game, part)
            assert (kept is None) == (given_part is None)
            assert kept is None or kept.tolist() == given_part.tolist()


def headers(solution: Solution[Any]) -> Iterator[Any]:
    import json

    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        yield json.loads(arrays["header"].tobytes())


def test_the_version_of_a_file_is_the_least_that_has_all_of_it() -> None:
    given: list[dict[str, Any]] = [{}, {"presets": {1: TIE}}, {"owner": [0, 0]}]
    found = [header["version"] for x in given for header in headers(gg.solve([(0, 1)], **x))]
    assert found == [1, 2, 3]


def test_networkx_has_owners_and_the_remoteness_of_presets() -> None:
    pytest.importorskip("networkx")
    s = gg.solve({"a": ["b"]}, owner={"a": 0, "b": 0}, presets={"b": (TIE, 2)}, count="turns")
    graph = s.to_networkx()
    assert graph.graph == {"play": "normal", "count": "turns"}
    assert graph.nodes["a"] == {"owner": 0, "outcome": "TIE", "remoteness": 2, "best_move": "b"}
    assert graph.nodes["b"]["preset_remoteness"] == 2


# -- text ------------------------------------------------------------------------------------------


def test_graph_text_has_ties_and_refuses_what_it_cannot_say() -> None:
    graph = gg.read_graph(io.BytesIO(b"3 3\n1 2\n2 1\n2 3\n3 TIE\n"))
    assert gg.solve(graph).remoteness.tolist() == [2, 1, 0]
    text = io.BytesIO()
    gg.write_graph(graph, text)
    assert text.getvalue().endswith(b"3 TIE\n")
    odd = graph.with_presets({0: (WIN, 1)})
    with pytest.raises(GraphGameError, match="graph: expected one without preset_remoteness"):
        gg.write_graph(odd, io.BytesIO())
    gg.write_graph(graph.with_owner([0, 0, 1]), text)
    assert text.getvalue().endswith(b"1 OWNER 0\n2 OWNER 0\n3 OWNER 1\n")
