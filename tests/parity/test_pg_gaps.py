"""Parity games whose ids have gaps, min-parity games, and games of other formats."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError
from graphgame.parity.game import turned
from tests.cli.test_command import run
from tests.reference.parity import Game, by_recursion

GAPS = b'parity 9;\nstart 7;\n7 2 0 2,9 "x";\n2 1 1 7;\n9 3 0 9;\n'


def read(text: bytes, **options: bool) -> gg.ParityGame:
    return gg.read_pg(io.BytesIO(text), source="x.pg", **options)


def test_vertices_with_gaps_are_called_by_their_ids() -> None:
    game = read(GAPS)
    assert [*game.game.labels] == [2, "x", 9]
    assert (game.start, game.game.options("x"), game.game.options(2)) == ("x", [2, 9], ["x"])
    bare = read(GAPS, labels=False)
    assert [*bare.game.labels] == [2, 7, 9]
    assert (bare.start, bare.game.index(9), 3 in bare.game) == (7, 2, False)
    assert bare.priority.tolist() == [1, 2, 3]
    for one in (game, bare):
        solution = one.solve()
        assert solution.verify()
        assert solution.winners.tolist() == [0, 0, 1]
        solution.write_sol(text := io.BytesIO())
        assert text.getvalue() == b"paritysol 9;\n2 0;\n7 0 2;\n9 1;\n"
        again = one.read_sol(io.BytesIO(text.getvalue()))
        assert again.verify()
        assert again.strategy.tolist() == solution.strategy.tolist() == [-1, 0, -1]
        gg.write_pg(one, out := io.BytesIO())
        copy = read(out.getvalue())
        assert [*copy.game.labels] == [*one.game.labels]
        assert copy.game.option_idx.tolist() == one.game.option_idx.tolist()
        assert [*pickle.loads(pickle.dumps(one.game)).labels] == [*one.game.labels]
        assert one.game.labels[1:][0] == one.game.labels[1]


def test_a_large_game_with_gaps_is_solved_as_without() -> None:
    random = Random(5)
    n = 500
    ids = sorted(random.sample(range(10**6), n))
    rows = [
        (random.randint(0, 9), random.randint(0, 1), random.sample(range(n), 2)) for _ in range(n)
    ]
    order = random.sample(range(n), n)

    def text(names: list[int]) -> bytes:
        lines = []
        for v in order:
            p, o, s = rows[v]
            lines.append(f"{names[v]} {p} {o} {','.join(str(names[w]) for w in s)};\n")
        return "".join(lines).encode()

    plain, gapped = read(text([*range(n)])), read(text(ids))
    assert [*gapped.game.labels] == ids
    assert gapped.solve().winners.tolist() == plain.solve().winners.tolist()
    assert gapped.solve().verify()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"0 1 0 0;2 1 0 1;", "x.pg: vertex 2: expected the ids of vertices as successors, got 1"),
        (b"3 1 0 3;3 1 0 3;", "x.pg:1:9: expected each id once, got 3 again"),
        (b'1 1 0 1 "a";3 1 0 3 "a";', "labels: expected each label once"),
    ],
)
def test_what_gaps_do_not_excuse(text: bytes, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"paritysol 9; 2 0; 7 0 2;", "expected the winner of vertex 9, got the end"),
        (b"paritysol 9; 2 0; 3 0; 7 0 2; 9 1;", "expected ids of vertices, got 3, which"),
        (b"paritysol 9; 2 0; 7 0 3; 9 1;", "expected ids of vertices, got 3, which"),
        (b"paritysol 7; 2 0; 7 0 2; 9 1;", "expected 'paritysol 9;', got '7'"),
        (b"2 0; 7 0 2; 9 1; 10 1;", "vertex"),
    ],
)
def test_wrong_solutions_of_games_with_gaps(text: bytes, message: str) -> None:
    with pytest.raises((GraphGameError, ParseError), match=message):
        read(GAPS).read_sol(io.BytesIO(text))


@pytest.mark.parametrize("seed", range(30))
def test_the_least_priority_counts(seed: int) -> None:
    random = Random(seed)
    n = random.randint(1, 8)
    options = [random.choices(range(n), k=random.randint(1, 3)) for _ in range(n)]
    owner = [random.randint(0, 1) for _ in range(n)]
    priority = [random.randint(0, 5) for _ in range(n)]
    lines = [f"{v} {priority[v]} {owner[v]} {','.join(map(str, options[v]))};" for v in range(n)]
    game = read("\n".join(lines).encode(), least=True)
    solution = game.solve()
    assert solution.verify()
    # From the definition: with 6 - p in place of p, the greatest counts.
    edges = tuple((v, w) for v, row in enumerate(options) for w in row)
    game_of_greatest = Game(edges, tuple(owner), tuple(6 - p for p in priority))
    assert solution.winners.tolist() == by_recursion(game_of_greatest)
    answer = run("parity", "--min", text="\n".join(lines).encode())
    winners = [int(line.split()[1].rstrip(b";")) for line in answer.out.splitlines()[1:]]
    assert winners == solution.winners.tolist()


def test_turned_priorities() -> None:
    assert turned(np.array([1, 1])).tolist() == [1, 1]
    assert turned(np.array([2**63 - 2, 0])).tolist() == [0, 2**63 - 2]
    assert turned(np.array([], dtype=np.int64)).tolist() == []
    with pytest.raises(GraphGameError, match="at most 2.63 - 2 where the least counts"):
        turned(np.array([2**63 - 1]))


def test_the_command_prints_ids() -> None:
    done = run("parity", "--verify", text=GAPS)
    assert (done.status, done.out) == (0, b"paritysol 9;\n2 0;\n7 0 2;\n9 1;\n")
    found = json.loads(run("parity", "--json", text=GAPS).out)
    assert found["ids"] == [2, 7, 9]
    assert (found["winners"], found["strategy"]) == ([0, 0, 1], [-1, 2, -1])
    assert (found["start"], found["winner"]) == (7, 0)


def test_games_with_attributes(tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    path.write_text("source,target,owner,priority\na,b,0,2\nb,a,1,1\nb,b,,\n")
    game = gg.read_pg(path)
    assert game.solve().winner("a") == 1
    assert gg.read_pg(path, least=True).priority.tolist() == [0, 1]
    assert gg.read_pg(path, labels=False).game.labels is None
    assert run("parity", str(path)).out == b"paritysol 1;\n0 1;\n1 1 1;\n"
    assert run("parity", "--format", "csv", text=path.read_bytes()).status == 0
    with pytest.raises(GraphGameError, match="the attributes 'owner' and 'priority' of each"):
        gg.read_pg(io.BytesIO(b"a b\n"), "edges")
    with pytest.raises(GraphGameError, match="priority of 'b': expected one for every position"):
        gg.read_pg(io.BytesIO(b"u,v,owner,priority\na,b,0,2\nb,a,1,\n"), "csv")
    with pytest.raises(GraphGameError, match="got one with scores"):
        gg.read_pg(io.BytesIO(b"u,v,owner,priority,score\na,a,0,2,1\n"), "csv")


def test_ids_are_kept_in_files_of_solutions() -> None:
    for game in (read(GAPS), read(GAPS, labels=False)):
        solution = game.solve()
        solution.save(file := io.BytesIO())
        file.seek(0)
        loaded = gg.ParitySolution.load(file)
        assert loaded.verify()
        assert [*loaded.game.labels] == [*game.game.labels]
        assert loaded.start == game.start
        loaded.write_sol(text := io.BytesIO())
        assert text.getvalue() == b"paritysol 9;\n2 0;\n7 0 2;\n9 1;\n"
        loaded.save(again := io.BytesIO())
        assert again.getvalue() == file.getvalue()


@pytest.mark.parametrize("ids", [[1, 1], [-1, 2], [1, 3]])
def test_damaged_ids_are_refused(ids: list[int]) -> None:
    read(b"1 0 0 2;2 1 0 1;", labels=False).solve().save(file := io.BytesIO())
    arrays = dict(np.load(io.BytesIO(file.getvalue())))
    arrays["ids"] = np.array(ids)
    np.savez(damaged := io.BytesIO(), **arrays)
    damaged.seek(0)
    with pytest.raises(gg.SolutionFileError, match="ids: expected"):
        gg.ParitySolution.load(damaged)


def test_names_of_other_formats_are_ids_where_they_are_integers(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    nodes = [{"id": v, "owner": v % 2, "priority": v % 3} for v in (30, 10, 21)]
    links = [{"source": 30, "target": 10}, {"source": 10, "target": 21}]
    links += [{"source": 21, "target": 30}, {"source": 21, "target": 21}]
    path.write_text(json.dumps({"directed": True, "nodes": nodes, "links": links}))
    for game in (gg.read_pg(path), gg.read_pg(path, labels=False)):
        solution = game.solve()
        solution.save(file := io.BytesIO())
        file.seek(0)
        for one in (solution, gg.ParitySolution.load(file)):
            assert [*one.game.labels] == [30, 10, 21]
            one.write_sol(text := io.BytesIO())
            assert text.getvalue() == b"paritysol 30;\n30 1;\n10 1;\n21 1 30;\n"
            read_again = game.read_sol(io.BytesIO(text.getvalue()))
            assert read_again.strategy.tolist() == solution.strategy.tolist()
        gg.write_pg(game, text := io.BytesIO())
        assert sorted(read(text.getvalue()).game.labels) == [10, 21, 30]
    found = json.loads(run("parity", "--json", str(path)).out)
    assert (found["ids"], found["strategy"]) == ([30, 10, 21], [-1, -1, 30])
    path.write_text(path.read_text().replace(": 30", ': "x"').replace("10", '"y"')
                    .replace("21", '"z"'))  # fmt: skip
    found = json.loads(run("parity", "--json", str(path)).out)
    assert (found["names"], found["strategy"]) == (["x", "y", "z"], [None, None, "x"])
    assert run("parity", str(path)).out == b"paritysol 2;\n0 1;\n1 1;\n2 1 0;\n"
    path.write_text(path.read_text().replace('"x"', str(2**40)).replace('"y"', "1")
                    .replace('"z"', "2"))  # fmt: skip
    assert run("parity", str(path)).out == b"paritysol 2;\n0 1;\n1 1;\n2 1 0;\n"
