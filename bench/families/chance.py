"""The family "chance": games of chance that are won or lost, and games with points on moves."""

from __future__ import annotations

from bench.families import chance_models, chance_points
from bench.runner import Case


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    return [*chance_models.cases(quick=quick), *chance_points.cases(quick=quick)]
