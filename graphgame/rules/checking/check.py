"""`check_rule`: compare a rule with another one, and check that its functions agree."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any, NoReturn

from graphgame import checks
from graphgame.errors import advised
from graphgame.rules.checking.trial import (
    MOST_OPTIONS,
    RuleReport,
    Trial,
    asked_presets,
    listed_options,
    listing,
    shown_preset,
)
from graphgame.rules.compiled.addresses import OPTIONS, native
from graphgame.rules.kind import COMPILED
from graphgame.rules.questions import asked_options, recognize


@advised
def check_rule(
    rule: object,
    *,
    start: object,
    against: object = None,
    samples: int = 1000,
    seed: int = 0,
    presets: object = None,
    against_presets: object = None,
    decode: Callable[[Any], Hashable] | None = None,
    canonical: object = None,
    size: int | None = None,
    index: object = None,
    position: object = None,
    tier: object = None,
    undo: object = None,
    board: Callable[[Any], str] | None = None,
    seconds: float = 1.0,
) -> RuleReport:
    """Check a rule on a sample of positions, and show the first position where it is wrong.

    Always checked: asked again, in another order and in batches of other sizes, the rule gives the
    same options, and it leaves what it is given as it is.  All else is checked where it is given,
    as a parameter or as a method or attribute of `rule` of the same name (`preset` for `presets`).

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options(position)``
        As in `explore` and `explore_codes`: a Python function of a position, a batch rule of an
        array of codes, or a compiled function.
    start : hashable, or list, set, range, array or iterator of hashable
    against : rule of any kind, optional
        A rule that is known to be right, slow as it may be: it must have the same options, as sets,
        and the same presets, if it has presets.
    samples : int
        The most positions to try; that the rule gives the same again is tried on more.
    seed : int
        Of the random walks.
    presets, against_presets : callable, compiled function or mapping, optional
        The presets of `rule`, and those of `against`.
    decode : callable, optional
        From a position of `rule` to the same position as `against` has it.
    canonical : callable or compiled function, optional
        The symmetry: the representative of a representative is itself, and a position has the
        preset of its representative, and options of the same classes.
    size : int, optional
        All positions, or their `index` if there is one, are integers from 0 to size - 1.
    index, position : callable or compiled function, optional
        From a position to its index, and back: one undoes the other.
    tier : callable or compiled function, optional
        No move leads to a greater tier.
    undo : rule of the kind of `rule`, optional
        From a position to those before it: these have it as an option, and a position is among
        those before each of its options.
    board : callable, optional
        From a position to a text, which errors show.
    seconds : float, optional
        How long the rule may be asked twice about positions beyond the sample, in seconds of the
        processor; ``math.inf`` for no bound.

    Returns
    -------
    RuleReport

    Raises
    ------
    RuleMismatchError
        If a check fails.  The error names the position, says what was expected and what was found,
        and shows the boards side by side.
    GraphGameError
        If the rule returns what is no options, or a preset is no outcome.

    See Also
    --------
    explore, explore_codes, verify

    Notes
    -----
    Half of the positions are the first ones that breadth-first search finds from the start, half
    those that random walks meet.  A sample proves nothing about positions that are not in it, but
    with more samples than the game has positions, all of them are checked: `complete` is true then.

    What a batch rule gives as `presets`, `canonical`, `tier`, `index` and `position` are functions
    of an array of codes, too.  Beside a compiled rule they are compiled, or Python functions of one
    code.  A compiled rule is also called with too little room, beyond which it must not write.

    A rule may be random at one position of 10,000, which a sample seldom has.  So beyond the sample
    the rule is asked twice about every position, breadth first, up to 100,000 of them or until
    `seconds` are over: `all_asked_twice` is true if these were all.  How many these are depends on
    how fast the machine is, unless `seconds` is infinite.  The checks of what is given beside the
    rule are of the sample alone.

    Python calls some ten times the number of samples; memory for the positions and their options.

    Examples
    --------
    >>> import graphgame as gg
    >>> def slow(heap):
    ...     return [heap - k for k in (1, 2, 3) if heap >= k]
    >>> def fast(heap):
    ...     return range(max(heap - 3, 0), heap)
    >>> report = gg.check_rule(fast, against=slow, start=50)
    >>> report.positions, report.complete, report.checks
    (51, True, {'same when asked again': 51, 'options against': 51})
    >>> gg.check_rule(fast, against=slow, start=50, tier=lambda heap: -heap)
    Traceback (most recent call last):
    graphgame.errors.RuleMismatchError: tier of 50: expected no move to a greater tier than -50, \
got -47 at the option 47
    """
    checker = _Checker(rule, start, presets, board)
    checks.seconds(seconds, "seconds")
    seed = checks.integer(seed, "seed")
    checker.sample(checks.at_least_1(samples, "samples"), seed)
    checker.check_repetition(Random(seed), seconds)  # noqa: S311 -- no secret
    if checker.kind == COMPILED:
        checker.check_room()
    if against is not None:
        checker.check_against(against, against_presets, decode)
    given = {"canonical": canonical, "size": size, "index": index, "position": position}
    given |= {"tier": tier, "undo": undo}
    hooks = {
        name: getattr(rule, name, None) if hook is None else hook for name, hook in given.items()
    }
    if hooks["canonical"] is not None:
        checker.check_canonical(hooks["canonical"])
    checker.check_codes(hooks["index"], hooks["position"], hooks["size"])
    if hooks["tier"] is not None:
        checker.check_tiers(hooks["tier"])
    if hooks["undo"] is not None:
        checker.check_undo(hooks["undo"])
    return checker.report()


class _Checker(Trial):
    """The checks of what is given beside the rule."""

    # -- against another rule -----------------------------------------------------------------

    def check_against(self, against: Any, presets: Any, decode: Any) -> None:
        """Check that another rule has the same options and presets."""
        translate: Callable[[Any], Any] = decode or (lambda position: position)
        other = getattr(against, "options", against)
        kind = recognize(other, translate(self.starts[0]))
        ask = asked_options(other, kind, MOST_OPTIONS)
        presets = getattr(against, "preset", None) if presets is None else presets
        ask_presets = None if presets is None else asked_presets(presets, kind)
        compared = 0
        for position, (preset, row) in self.rows.items():
            same = translate(position)
            wanted = ask_presets([same])[0] if ask_presets else preset
            if preset != wanted:
                self.refuse(
                    "preset", position, f"{shown_preset(wanted)}, as against=", shown_preset(preset)
                )
            if preset is not None:
                continue
            (options,) = listed_options(ask, [same])
            named = {translate(option): option for option in row}
            if named.keys() != {*options}:
                self._refuse_against(position, named, options)
            if len(named) != len({*row}):
                expected = f"{len(named)} options, as decode gives"
                self.refuse("options", position, expected, f"{len({*row})} different ones")
            compared += 1
        self.done["options against"] = compared
        if ask_presets:
            self.done["presets against"] = len(self.rows)

    def _refuse_against(self, position: Any, named: dict[Any, Any], options: list[Any]) -> NoReturn:
        missing = [x for x in dict.fromkeys(options) if x not in named]
        more = [named[x] for x in named if x not in {*options}]
        shown = {"only in the rule": more[0]} if more else {}
        if missing and missing[0] in {x for x in missing if type(x) is type(position)}:
            shown["only in against"] = missing[0]
        self.refuse(
            "options", position,
            f"those of against=, {len({*options})} of them",
            f"{len(named)}: {listing('only in the rule', more)}, "
            f"{listing('only in against', missing)}",
            **shown,
        )  # fmt: skip

    # -- what a rule says of itself -----------------------------------------------------------

    def check_canonical(self, canonical: Any) -> None:
        """Check that representatives are of the same class, by their options and presets."""
        positions = [*self.rows]
        ones = self.numbers(canonical, positions)
        for position, one, again in zip(
            positions, ones, self.numbers(canonical, ones), strict=True
        ):
            if one != again:
                expected = f"the representative of its representative {one!r} to be that itself"
                self.refuse("canonical", position, expected, repr(again), first=one, second=again)
        presets = self.ask_presets(ones)
        for position, one, preset in zip(positions, ones, presets, strict=True):
            own = self.rows[position][0]
            if own != preset:
                expected = f"{shown_preset(own)}, its preset, for its representative {one!r}"
                self.refuse(
                    "canonical", position, expected, shown_preset(preset), representative=one
                )
        moving = [(p, one) for p, one in zip(positions, ones, strict=True) if not self._ended(p)]
        rows = self.options([one for _, one in moving])
        for (position, one), row in zip(moving, rows, strict=True):
            own_row = self.rows[position][1]
            mine = dict(zip(self.numbers(canonical, own_row), own_row, strict=True))
            theirs = dict(zip(self.numbers(canonical, row), row, strict=True))
            if mine.keys() != theirs.keys():
                self._refuse_canonical(position, one, mine, theirs)
        self.done["canonical"] = len(positions)

    def _ended(self, position: Any) -> bool:
        return self.rows[position][0] is not None

    def _refuse_canonical(
        self, position: Any, one: Any, mine: dict[Any, Any], theirs: dict[Any, Any]
    ) -> NoReturn:
        own = [mine[x] for x in mine if x not in theirs]
        other = [theirs[x] for x in theirs if x not in mine]
        shown = {"representative": one}
        shown |= {"only after position": own[0]} if own else {}
        shown |= {"only after representative": other[0]} if other else {}
        self.refuse(
            "canonical", position,
            f"options of the same classes as its representative {one!r} has",
            f"{listing('only after the position', own)}, "
            f"{listing('only after the representative', other)}",
            **shown,
        )  # fmt: skip

    def check_codes(self, index: Any, position: Any, size: Any) -> None:
        """Check that index and position undo each other, and that all are below the size."""
        every = [*dict.fromkeys([*self.rows, *(option for _, option in self.moves())])]
        if index is None and size is None:
            return
        numbers = every if index is None else self.numbers(index, every)
        if size is not None:
            most = checks.at_least_1(size, "size")
            for one, number in zip(every, numbers, strict=True):
                if type(number) is not int or not 0 <= number < most:
                    expected = f"an integer from 0 to size - 1 = {most - 1}"
                    self.refuse(
                        "position" if index is None else "index", one, expected, repr(number)
                    )
            self.done["size"] = len(every)
        if index is not None and position is not None:
            for one, number, back in zip(
                every, numbers, self.numbers(position, numbers), strict=True
            ):
                if one != back:
                    found = f"{back!r} as position({number!r})"
                    expected = "position to undo index"
                    self.refuse("index", one, expected, found, back=back)
            self.done["index"] = len(every)

    def check_tiers(self, tier: Any) -> None:
        """Check that no move leads to a greater tier."""
        every = [*dict.fromkeys([*self.rows, *(option for _, option in self.moves())])]
        tiers = dict(zip(every, self.numbers(tier, every), strict=True))
        count = 0
        for position, option in self.moves():
            count += 1
            if tiers[option] > tiers[position]:
                expected = f"no move to a greater tier than {tiers[position]!r}"
                found = f"{tiers[option]!r} at the option {option!r}"
                self.refuse("tier", position, expected, found, option=option)
        self.done["tier"] = count

    def check_undo(self, undo: Any) -> None:
        """Check that undo gives the positions before a position, and no others."""
        ask = asked_options(undo, self.kind if native(undo, OPTIONS, "undo") is None else COMPILED)
        for position, option in self.moves():
            if position not in listed_options(ask, [option])[0]:
                expected = f"it among undo({option!r}), as that is an option of it"
                self.refuse("undo", position, expected, "others alone", option=option)
        count = 0
        for position in self.rows:
            for before in dict.fromkeys(listed_options(ask, [position])[0]):
                count += 1
                if self.ask_presets([before])[0] is not None:
                    continue
                if position not in self.options([before])[0]:
                    expected = f"it among the options of {before!r}, which undo gives"
                    self.refuse("undo", position, expected, "others alone", before=before)
        self.done["undo"] = count
