"""Values of rules whose options are sums, for `grundy`."""

from __future__ import annotations

from graphgame.errors import GraphGameError, LoopyGameError
from graphgame.rules.sum_game import explore_sums
from graphgame.rules.sum_rule import SumRule
from graphgame.values._sum_values import sum_values
from graphgame.values.sum_sources import FullSource, SearchSource
from graphgame.values.sum_values import SumValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def sum_grundy(
    rule: Any,
    start: Any,
    presets: Any,
    canonical: Any,
    limit: int | None,
    progress: bool,
    sums: bool,
    search: bool,
    weight: Any,
) -> SumValues[Any]:
    """Return the values of all components that can be reached, or those that the starts need."""
    if not sums:
        raise GraphGameError("search: expected sums=True beside it, which it belongs to")
    if weight is not None and not search:
        raise GraphGameError("weight: expected search=True beside it, which it belongs to")
    if start is None:
        raise GraphGameError(
            "sums: expected a rule and its start, got no start; a graph has no options that are "
            "sums, and GrundyValues.sum is the value of a sum of its positions"
        )
    if presets is not None:
        raise GraphGameError(
            "presets: expected none with sums=True, as a sum goes on until nobody can move; give a "
            "finished component no options"
        )
    if search:
        asked = SumRule(rule, start, canonical, weight, keeps=True)
        source = SearchSource(asked, limit, progress)
        for one in asked.starts:
            source.sum(one)
        return SumValues(source, asked.start)
    game = explore_sums(rule, start, canonical, limit, progress)
    values, order, cycle = sum_values(game.option_ptr, game.part_ptr, game.part_idx)
    if cycle:
        raise LoopyGameError([game.labels[v] for v in cycle])
    return SumValues(FullSource(game, values, order), game.start)
