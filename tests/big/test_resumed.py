"""Builds that go on with another rule, where no checkpoint shows it: refused when they end.

Checkpoints keep what the rule said at some positions that had been expanded some time before.  Each
fault here lies at positions that had been expanded, or solved, since, or that were not kept.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers import tier_files
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.big import doors
from tests.big.doors import WIDTH, Layers, cells, moving
from tests.marked import large

CHANGES = {"beside": doors._beside, "none": doors._none, "one": doors._fewer}
MIXED = "position .*: expected .* got from the rule .*; the build was begun with another one"


def half(builder: str, folder: Path, stop: int) -> None:
    """Build until the rule stops: where layer `stop` is to be expanded, or, of tiers, solved."""
    asked = []

    class Stopping(Layers):
        def options(self, codes: Any) -> Any:
            if (codes // WIDTH == stop).any():
                asked.append(stop)
            if len(asked) > (builder == "tiers"):
                raise doors.Stopped
            return super().options(codes)

    with suppress(doors.Stopped):
        doors.build(builder, folder, Stopping())
    assert (folder / "work").exists()


def require_unread(builder: str, folder: Path, rule: Layers) -> None:
    """Nobody reads what two rules have built; where it is removed, the rule builds its own."""
    for call in (gg.Database.open, lambda path: doors.build(builder, path, rule)):
        with pytest.raises(gg.SolutionFileError, match="one rule began and another ended: remove"):
            call(folder)
    shutil.rmtree(folder)
    doors.require_true(builder, doors.build(builder, folder, rule), rule)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("stop", "least", "one_in"), [(31, 30, 1), (33, 32, 1), *large([(33, 30, 1), (33, 31, 1)])]
)
def test_partitions(stop: int, least: int, one_in: int, change: str, tmp_path: Path) -> None:
    """Between two rows that are kept, an eighth of the positions is expanded."""
    half("partitions", tmp_path / "x", stop)

    def where(codes: Any) -> Any:
        return cells(codes, one_in, least) & (codes // WIDTH < stop)

    rule = Layers(move_as=moving(where, CHANGES[change]))
    options: dict[str, Any] = {"partitions": 2, "checkpoint": 0.0}
    game = explore_partitions(rule, doors.STARTS, folder=tmp_path / "x", **options)
    with pytest.raises(gg.RuleMismatchError, match=MIXED):
        game.solve()
    require_unread("partitions", tmp_path / "x", rule)


@pytest.mark.parametrize("change", ["beside", "none"])
@pytest.mark.parametrize("one_in", [100, 200])
def test_tiers(one_in: int, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiers that are solved are not asked about again."""
    for name in ("_EVERY", "_SHARE"):  # a line of the journal is written at once
        monkeypatch.setattr(tier_files, name, 0)
    half("tiers", tmp_path / "x", 20)

    def where(codes: Any) -> Any:
        return (codes // WIDTH >= 22) & ((codes + 7919) * 2654435761 % 2**32 % one_in == 0)

    rule = Layers(move_as=moving(where, CHANGES[change]))
    game = explore_tiers(rule, doors.STARTS, folder=tmp_path / "x", tier=rule.tier)
    with pytest.raises(gg.RuleMismatchError, match=MIXED):
        game.solve()
    require_unread("tiers", tmp_path / "x", rule)


@pytest.mark.parametrize(("builder", "stop"), [("partitions", 33), ("tiers", 20)])
def test_the_rule_of_the_beginning_is_taken(builder: str, stop: int, tmp_path: Path) -> None:
    half(builder, tmp_path / "x", stop)
    database = doors.build(builder, tmp_path / "x", Layers())
    assert database.verify()
    doors.require_true(builder, database, Layers())
