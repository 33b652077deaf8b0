"""The certificate of a game of layers: are its bounds a proof?  NumPy and the rule, no solver.

Let T give each state the mean, over the rolls, of the best of its options by given values.

- Ranks say that play surely ends: after some roll all options of a state lead to later groups, end
  play, or have a lower rank in its group.  So whatever both players do, play leaves each group with
  a probability of at least some number above 0, again and again.
- Then T has one fixed point, the values.  T is monotone, so that L <= T(L) and T(U) <= U prove
  L <= values <= U.  A bound of an option that passes the turn is 1 minus the other bound of the
  state.
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.types import BoolArray, Float64Array, Int64Array

    Ask = Callable[[Int64Array, int], tuple[Int64Array, Int64Array]]
    Bounds = Callable[[Int64Array], tuple[Float64Array, Float64Array]]

# The option that wins.
_WON = 1 << 62
# Twice the relative error of one operation.
_ULP = 2.0**-52
# States at a time.
_MANY = 1 << 16


def verify_layers(
    ask: Ask,
    bounds: Bounds,
    ranks: Callable[[Int64Array], Int64Array],
    weights: Int64Array,
    offsets: Int64Array,
    width: float,
    sample: int | None = None,
) -> None:
    """Check that bounds are a proof.

    Parameters
    ----------
    ask : callable
        From states and a roll to where the options of each begin, and the options.
    bounds, ranks : callable
        From states to their lower and upper bounds, and to their ranks.
    weights : (rolls,) int64
    offsets : (groups + 1,) int64
        Where each group of states begins.
    width : float
        How far apart bounds may be.
    sample : int, optional
        How many states are checked.

    Raises
    ------
    VerificationError
        With the first state that breaks a rule.
    """
    size = int(offsets[-1])
    count = size if sample is None else min(sample, size)
    for start in range(0, count, _MANY):
        places = np.arange(start, min(start + _MANY, count))
        states = places if count == size else places * (size - 1) // max(count - 1, 1)
        _Checked(ask, bounds, ranks, weights, offsets, width, states).check()


class _Checked:
    """Some states that are checked; see `verify_layers`."""

    def __init__(
        self,
        ask: Ask,
        bounds: Bounds,
        ranks: Callable[[Int64Array], Int64Array],
        weights: Int64Array,
        offsets: Int64Array,
        width: float,
        states: Int64Array,
    ) -> None:
        self.ask, self.bounds, self.ranks = ask, bounds, ranks
        self.weights: Int64Array = weights
        self.offsets: Int64Array = offsets
        self.width: float = width
        self.states: Int64Array = states

    def refuse(self, wrong: BoolArray, expected: str, found: object) -> None:
        """Refuse the first state whose flag is set."""
        if wrong.any():
            k = int(wrong.argmax())
            shown = found[k] if isinstance(found, np.ndarray) else found
            raise VerificationError(int(self.states[k]), [], expected, repr(shown))

    def check(self) -> None:
        """Check the states."""
        states = self.states
        group = np.searchsorted(self.offsets, states, side="right") - 1
        lower, upper = self.bounds(states)
        good = (lower >= 0) & (upper <= 1) & (lower <= upper) & (upper - lower <= self.width)
        self.refuse(~good, f"bounds within [0, 1], at most {self.width} apart", upper - lower)
        low, high = np.zeros(len(states)), np.zeros(len(states))
        rank, leaves = self.ranks(states), np.zeros(len(states), dtype=np.bool_)
        total = int(self.weights.sum())
        for roll, weight in enumerate(self.weights.tolist()):
            ptr, options = self.ask(states, roll)
            below, above, most = self._best(ptr, options, group)
            low += weight / total * below
            high += weight / total * above
            leaves |= most < rank
        self.refuse(~leaves, "a roll after which all options have lower ranks", rank)
        # A sum of k products of numbers up to 1, which sum up to about 1.
        slack = (len(self.weights) + 6) * _ULP
        self.refuse((lower > 0) & (lower > low - slack), "a lower bound of what follows", lower)
        self.refuse((upper < 1) & (upper < high + slack), "an upper bound of what follows", upper)

    def _best(
        self, ptr: Int64Array, options: Int64Array, group: Int64Array
    ) -> tuple[Float64Array, Float64Array, Int64Array]:
        """Return bounds of the best option of each state, and the greatest rank in its group."""
        size = int(self.offsets[-1])
        source = np.repeat(np.arange(len(self.states)), np.diff(ptr))
        passes = options < 0
        states = np.where(passes, ~options, options)
        inside = states != _WON
        wrong = inside & ((states >= size) | (states < self.offsets[group[source]]))
        if wrong.any():
            k = int(wrong.argmax())
            raise VerificationError(
                int(self.states[source[k]]),
                [],
                "options in the same group or in later ones",
                str(int(options[k])),
            )
        lower, upper = np.ones(len(options)), np.ones(len(options))
        lower[inside], upper[inside] = self.bounds(states[inside])
        below = np.where(passes, 1 - upper, lower)
        above = np.where(passes, 1 - lower, upper)
        ranks = np.zeros(len(options), dtype=np.int64)
        stays = inside & (states < self.offsets[group[source] + 1])
        ranks[stays] = self.ranks(states[stays])
        # A rank of 0 in the group is none.
        ranks[stays & (ranks == 0)] = np.iinfo(np.int64).max
        first = ptr[:-1]
        return (
            np.maximum.reduceat(below, first),
            np.maximum.reduceat(above, first),
            np.maximum.reduceat(ranks, first),
        )
