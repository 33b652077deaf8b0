"""Join a rule to a database: what is given of it, whether it is the one that was solved.

No database keeps its rule.  Whoever opens one with a rule, or ends a build, gets it compared here.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from graphgame.answers.agreement import Agreement
from graphgame.answers.labels import decode
from graphgame.answers.listed import ListedRule
from graphgame.answers.manifest import MIXED, Manifest
from graphgame.errors import GraphGameError, RuleMismatchError, shown_path
from graphgame.outcome import NO_PRESET
from graphgame.rules.asked import Asked, digest, read_rules, spread_over, unsteady
from graphgame.rules.classes import represented
from graphgame.rules.kind import BATCH, NONE, POSITIONS, Rules, require_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.answers.database import Database
    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array

# Starts at which a rule is compared.
_MOST_STARTS = 64


def read_rule(database: Database[Any], rule: Any, presets: Any, canonical: Any) -> Any:
    """Return what is given of the rule, as one to be asked; None if nothing is given."""
    if rule is None and presets is not None:
        raise GraphGameError("presets: expected rule= beside them, which they belong to, got none")
    if rule is None and canonical is None:
        return None
    if rule is None:
        rules = Rules(BATCH if database._listed is None else POSITIONS, None, None)
        each = database._listed is not None
        rules.canonical = canonical
        rules.represent = represented(canonical, each, compiled=False)
    elif database._listed is None:
        starts = database._starts
        if not len(starts) and database._fields.get("kind") == "indexed":
            starts = spread_over(_size(database))
        return Asked.from_rule(rule, starts, presets, canonical)
    else:
        first = database._listed.labels[0] if len(database._listed) else NONE
        rules = read_rules(rule, first, presets, canonical)
        if rules.kind != POSITIONS:
            raise GraphGameError(
                f"rule: expected one of single positions, as the one that was solved, got "
                f"{rule!r}, one on codes"
            )
    return Asked(rules) if database._listed is None else ListedRule(rules, database._listed)


def _size(database: Database[Any]) -> int:
    """Return one more than the greatest index of a folder of indices."""
    fields = database._fields
    last: int = fields["last"] if "last" in fields else max(row["last"] for row in fields["parts"])
    return 1 + last


def require_digest(database: Database[Any], asked: Asked) -> None:
    """Refuse a rule whose first moves are not those of the one that was solved."""
    starts = database._starts
    if not len(starts) and database._fields["kind"] == "indexed":
        starts = spread_over(_size(database))
    known = database._fields["rule"]
    found = digest(asked, starts)
    if found != known["digest"]:
        raise RuleMismatchError(
            "rule",
            database.path,
            f"{known['name']}, whose moves have the digest {known['digest'][:12]}",
            f"{asked.name}, whose moves have {found[:12]}; its presets and its symmetry count"
            f"{unsteady(asked, starts, found)}",
            {},
        )


def take(database: Database[Any], asked: Any, cure: str, where: str | None = None) -> None:
    """Keep the rule, if it agrees with what is stored; `cure` says what to do if not."""
    where = shown_path(database.path) if where is None else where
    cure = f"{cure} (of all positions, verify() finds every difference)"
    if database.path is None and asked.symmetric and not database._fields["symmetric"]:
        raise GraphGameError(
            f"canonical: expected a file with classes of positions, which canonical= makes, "
            f"got {where} with all positions: leave the symmetry out"
        )
    if database._fields["symmetric"] and not asked.symmetric:
        raise RuleMismatchError(
            "canonical", where, "the symmetry that it was solved with", f"none; {cure}", {}
        )

    def answer(codes: Int64Array) -> tuple[Int8Array, Int32Array, BoolArray]:
        return database._find(codes, asked)

    agreement = Agreement(where, cure, answer, asked.moves, database.play, asked.position)
    codes = database._storage.sample()
    agreement.require_representatives(codes, asked.represent)
    if asked.rules.options is not None and database._fields.get("content") == "outcomes":
        agreement.require_outcomes(codes)
    elif asked.rules.options is not None:
        starts = database._fields["start"][:_MOST_STARTS]
        agreement.require(codes, asked.represent(asked.codes(starts)))
    adopt(database, asked)


def adopt(database: Database[Any], asked: Any) -> None:
    """Keep a rule to be asked; refuse its mappings with keys that are no positions."""
    database._asked = asked
    if not asked.rules.given or not len(database):
        return
    example = database.start if database.start is not None else next(iter(database))
    require_met(asked.rules.given, partial(_are_positions, database), example)


def _are_positions(database: Database[Any], keys: list[Any]) -> list[bool]:
    """Return which keys of a mapping name positions."""
    if database._fields.get("kind") == "indexed":
        # Every index may be a position, as where the game is made.
        return [*map(range(_size(database)).__contains__, keys)]
    asked, numbers = database._asked.anew(), [database._code(key) for key in keys]
    codes = np.array([0 if x is None else x for x in numbers], dtype=np.int64)
    if database._listed is not None:
        codes = asked.codes(keys)
    codes = asked.represent(codes)
    known = decode(database._storage.find(codes))[0] != NO_PRESET
    found: list[bool] = [x is not None and y for x, y in zip(numbers, known.tolist(), strict=True)]
    if database._fields.get("undecided"):
        # Of a rule that was just solved, the keys that were met are known.
        met, kind = asked.rules.met, type(next(iter(database)))
        for k, code in enumerate(codes.tolist()):
            found[k] |= type(keys[k]) is kind if met is None else asked.position(code) in met
    return found


def own(database: Database[Any], asked: Asked, *, is_resumed: bool) -> None:
    """Keep the rule of a build that has ended; compare it if an earlier call began the build.

    What checkpoints keep of the rule is of positions that had been expanded some time before:
    another rule that differs at later ones is seen here, in the answers, which nobody may read
    then.
    """
    if not is_resumed:
        adopt(database, asked)
        return
    try:
        take(
            database,
            asked,
            "the build was begun with another one: remove the folder, and build again",
        )
    except RuleMismatchError:
        mixed = Manifest.load(str(database.path))
        mixed["state"] = MIXED
        mixed.save()
        raise


def look_up(
    database: Database[Any],
    asked: Any,
    codes: Int64Array,
    sources: Int64Array,
    options: Int64Array,
) -> tuple[Int8Array, Int32Array]:
    """Return outcomes and remoteness of the options of codes; sources are places of these.

    Raises
    ------
    GraphGameError
        If an option is no position: the rule is another one.
    """
    outcomes, remoteness, _ = database._find(options, asked)
    unknown = outcomes == NO_PRESET
    if unknown.any():
        at = int(unknown.argmax())
        raise GraphGameError(
            f"rule: expected the one that was solved, got {asked.position(int(options[at]))!r} as "
            f"an option of {asked.position(int(codes[sources[at]]))!r}, no position of "
            f"{len(database)}"
        )
    return outcomes, remoteness
