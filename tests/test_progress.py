"""One `progress=` everywhere: False, True or a callable.

Pinned here: what a callable is called with, by everything that takes ``progress=``; what is
refused; what it raises ends the work, which can go on; lines have a rate, and time left where a
total is known; bars of tqdm, one a stage; nothing is shown with False.
"""

from __future__ import annotations

import io
import itertools
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.progress import Progress, Report
from graphgame.rules import asked


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2) if n >= k]


def split(n: int) -> list[Any]:
    return [gg.Sum(a, n - 2 - a) for a in range(n // 2)]


def even(n: int) -> int:
    return n % 2


def tiered(folder: Path, progress: Any) -> object:
    return gg.build(take, 300, folder=folder / "tiers", tier=lambda n: n // 100, progress=progress)


def read(_: Path, progress: Any) -> object:
    text = b"2 1000\n" + b"1 2\n" * 1000
    return gg.read_graph(io.BytesIO(text), progress=progress)


# What takes `progress=`, and the stages, the unit of the last step and its counts.
TAKERS: dict[str, tuple[Callable[[Path, Any], object], set[str], str]] = {
    "explore": (lambda _, p: gg.explore(take, 20, progress=p), {"exploring"}, "positions"),
    "sums": (lambda _, p: gg.explore(split, 9, sums=True, progress=p), {"exploring"}, "positions"),
    "codes": (lambda _, p: gg.explore_codes(take, 20, progress=p), {"exploring"}, "positions"),
    "solve": (lambda _, p: gg.solve(take, start=20, progress=p), {"exploring"}, "positions"),
    "answers": (
        lambda _, p: gg.build(take, start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "scores": (
        lambda _, p: gg.solve_scores(take, {0: 1}, start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "grundy": (lambda _, p: gg.grundy(take, start=20, progress=p), {"exploring"}, "positions"),
    "search": (
        lambda _, p: gg.grundy(split, start=9, sums=True, search=True, progress=p),
        {"exploring"},
        "positions",
    ),
    "loopy": (lambda _, p: gg.loopy_grundy(take, start=20, progress=p), {"exploring"}, "positions"),
    "attractor": (
        lambda _, p: gg.attractor(take, even, [0], start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "Büchi": (
        lambda _, p: gg.solve_buchi(take, even, [0], start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "GR(1)": (
        lambda _, p: gg.solve_gr1(take, even, [[0]], [[1]], start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "parity": (
        lambda _, p: gg.ParityGame(take, even, even, start=20, progress=p),
        {"exploring"},
        "positions",
    ),
    "folder": (
        lambda folder, p: gg.build(take, 2000, folder=folder / "db", partitions=2, progress=p),
        {"exploring", "sorting", "solving", "writing"},
        "parts",
    ),
    "tiers": (tiered, {"exploring"}, "positions"),
    "ordered": (
        lambda _, p: gg.build(lambda v: range(v + 1, 9), size=9, ordered=True, progress=p),
        {"pass down", "solved"},
        "indices",
    ),
    "indexed": (
        lambda _, p: gg.build(take, size=9, progress=p),
        {"pass forward", "pass storing predecessors", "pass backward", "solved"},
        "indices",
    ),
    "heap values": (lambda _, p: gg.octal("0.77").values(9, progress=p), {"values"}, "heaps"),
    "period": (lambda _, p: gg.octal("0.007").period(999, progress=p), {"values"}, "heaps"),
    "quotient": (
        lambda _, p: gg.octal("0.33").misere_quotient(9, progress=p),
        {"quotient"},
        "heaps",
    ),
    "text": (read, {"reading"}, "edges"),
}


@pytest.mark.parametrize("name", TAKERS)
def test_a_callable_is_called_with_steps(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Asking for the digest is a stage where it takes long, as on a busy machine; not here.
    monkeypatch.setattr(asked, "monotonic", lambda: 0.0)
    call, stages, unit = TAKERS[name]
    steps: list[Progress] = []
    call(tmp_path, steps.append)
    assert {step.stage for step in steps} == stages
    assert steps[-1].unit == unit
    for step in steps:
        assert type(step) is gg.Progress
        assert step.total is None or step.done <= step.total
        assert f"{step.done:,}" in str(step)
        assert repr(step) == f"Progress({str(step)!r})"
    # Some stages end early: a proven period, draws that nothing decides.
    if name not in ("period", "indexed"):
        assert steps[-1].done == steps[-1].total
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", TAKERS)
def test_true_writes_lines_to_standard_error_and_false_nothing(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    call, _, unit = TAKERS[name]
    (tmp_path / "silent").mkdir()
    call(tmp_path / "silent", False)
    assert capsys.readouterr() == ("", "")
    call(tmp_path, True)
    out, err = capsys.readouterr()
    assert out == ""
    assert unit in err or name in ("heap values", "period")


@pytest.mark.parametrize("given", [None, 1, "yes", []])
@pytest.mark.parametrize("name", TAKERS)
def test_anything_else_is_refused(name: str, given: Any, tmp_path: Path) -> None:
    with pytest.raises(gg.GraphGameError, match="progress: expected False, True or a callable"):
        TAKERS[name][0](tmp_path, given)


@pytest.mark.parametrize("name", TAKERS)
def test_what_a_callable_raises_ends_the_work(name: str, tmp_path: Path) -> None:
    class Enough(Exception):  # noqa: N818 -- nothing went wrong
        pass

    def stop(_: Progress) -> None:
        raise Enough

    with pytest.raises(Enough) as caught:
        TAKERS[name][0](tmp_path, stop)
    assert caught.value.__context__ is None
    TAKERS[name][0](tmp_path, False)  # nothing is left that keeps it from being done again


def test_an_explorer_goes_on_after_a_callable_has_raised() -> None:
    presses = itertools.count()

    def stop(_: Progress) -> None:
        if next(presses) == 2:
            raise KeyboardInterrupt

    explorer: Any = gg.Explorer(take, 5000)
    with pytest.raises(KeyboardInterrupt):
        explorer.run(progress=stop)
    graph = explorer.run(progress=stop).graph()
    assert graph.n == 5001 and gg.solve(graph).outcome(5000) is gg.WIN


def test_who_sees_nothing_learns_from_ctrl_c_how_much_there_was() -> None:
    def endless(n: int) -> list[int]:
        if n == 20_000:
            raise KeyboardInterrupt
        return [n + 1]

    for codes in (False, True):
        explorer: Any = gg.Explorer(endless, 0, codes=codes)
        with pytest.raises(KeyboardInterrupt) as caught:
            explorer.run()
        (note,) = [note for note in caught.value.__notes__ if note.startswith("explored")]
        assert note == (
            f"explored {explorer.expanded:,} of {explorer.positions:,} positions found, "
            f"{explorer.moves:,} moves; progress=True shows this on the way, limit= sets the most"
        )
        with pytest.raises(KeyboardInterrupt) as caught:
            explorer.run(progress=lambda _: None)
        assert not [x for x in getattr(caught.value, "__notes__", []) if x.startswith("explored")]


def test_a_callable_is_called_by_one_thread_at_a_time(tmp_path: Path) -> None:
    inside, most, steps = 0, 0, 0

    def look(_: Progress) -> None:
        nonlocal inside, most, steps
        inside += 1
        most, steps = max(most, inside), steps + 1
        threading.Event().wait(0.001)
        inside -= 1

    gg.build(take, 600, folder=tmp_path, partitions=8, threads=4, progress=look)
    assert most == 1 and steps


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that advances by a second each time it is read, and no tqdm."""
    ticks = itertools.count()
    monkeypatch.setattr("graphgame.progress.monotonic", lambda: float(next(ticks)))
    monkeypatch.setitem(sys.modules, "tqdm", None)


@pytest.mark.usefixtures("seconds")
def test_lines_have_a_rate_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    with Report(True) as report:
        assert report is not None
        for done in (10, 30, 40):
            report.step("values", done, 40, "heaps", "values: {done:,} of {total:,}")
        report.step("counting", 3, None, "heaps", "counting: {done} {x}", x="ones")
    first, second, third, fourth, last = capsys.readouterr().err.splitlines()
    assert first == "values: 10 of 40"
    assert second == "values: 30 of 40, 10 heaps/s, about 1 s left"
    assert third.startswith("values: 40 of 40, ") and "left" not in third
    assert fourth == last == "counting: 3 ones"


def test_nothing_is_written_without_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(sys, "stderr", None)
    gg.explore(take, 20, progress=True)
    monkeypatch.undo()
    assert capsys.readouterr().out == ""


def test_each_stage_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[Any] = []

    class Bar:
        def __init__(self, **options: Any) -> None:
            self.n, self.total, self.is_closed, self.options = 0, None, False, options
            bars.append(self)

        def set_postfix(self, **counts: Any) -> None: ...

        def update(self, more: int) -> None:
            assert not self.is_closed
            self.n += more

        def refresh(self) -> None: ...

        def close(self) -> None:
            self.is_closed = True

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    gg.build(lambda v: range(v + 1, 9), 0, size=9, ordered=True, progress=True)
    assert [bar.options["desc"] for bar in bars] == ["pass up", "pass down", "solved"]
    assert all(bar.is_closed and bar.total == 9 for bar in bars)
    assert {bar.options["unit"] for bar in bars} == {" indices"}
