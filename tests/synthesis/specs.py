"""Random automata for the tests, and their texts in many spellings."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.reference.synthesis import Condition, Machine, Spec, subsets

if TYPE_CHECKING:
    import graphgame as gg

KINDS = (
    "parity", "Buchi", "co-Buchi", "generalized-Buchi", "generalized-co-Buchi", "Rabin", "Streett",
    "all", "none", "any",
)  # fmt: skip


def inf(x: int, *, outside: bool = False) -> Condition:
    return ("inf", x, outside)


def fin(x: int, *, outside: bool = False) -> Condition:
    return ("fin", x, outside)


def parity(*, least: bool, odd: bool, count: int) -> Condition:
    """Return a parity condition as the text of the format defines it."""
    order = range(count - 1, -1, -1) if least else range(count)
    whole: Condition = ((count if least else -1) % 2 == 1) == odd
    for x in order:
        good = (x % 2 == 1) == odd
        whole = ("or", inf(x), whole) if good else ("and", fin(x), whole)
    return whole


def condition(rng: random.Random, kind: str) -> tuple[int, Condition, str]:
    """Return a number of sets, a condition over them, and its name; "" for none."""
    count = rng.randint(1, 3)
    if kind == "parity":
        least, odd, count = rng.random() < 0.5, rng.random() < 0.5, rng.randint(0, 4)
        name = f"parity {'min' if least else 'max'} {'odd' if odd else 'even'} {count}"
        return count, parity(least=least, odd=odd, count=count), name
    if kind == "Buchi":
        return 1, inf(0), kind
    if kind == "co-Buchi":
        return 1, fin(0), kind
    if kind == "generalized-Buchi":
        return count, ("and", *map(inf, range(count))), f"{kind} {count}"
    if kind == "generalized-co-Buchi":
        return count, ("or", *map(fin, range(count))), f"{kind} {count}"
    pairs = rng.randint(1, 2)
    if kind == "Rabin":
        parts = [("and", fin(2 * x), inf(2 * x + 1)) for x in range(pairs)]
        return 2 * pairs, ("or", *parts), f"{kind} {pairs}"
    if kind == "Streett":
        parts = [("or", fin(2 * x), inf(2 * x + 1)) for x in range(pairs)]
        return 2 * pairs, ("and", *parts), f"{kind} {pairs}"
    if kind in ("all", "none"):
        return 0, kind == "all", kind
    return count, any_condition(rng, count, 3), ""


def any_condition(rng: random.Random, count: int, depth: int) -> Condition:
    """Return a random condition."""
    if depth == 0 or rng.random() < 0.3:
        if rng.random() < 0.1:
            return rng.random() < 0.5
        make = rng.choice([inf, fin])
        return make(rng.randrange(count), outside=rng.random() < 0.25)
    parts = [any_condition(rng, count, depth - 1) for _ in range(rng.randint(1, 3))]
    return (rng.choice(["and", "or"]), *parts)


def random_spec(rng: random.Random, kind: str) -> tuple[Spec, str]:
    """Return a deterministic automaton, and the name of its acceptance condition."""
    n, n_ap = rng.randint(1, 6), rng.randint(0, 4)
    sets, whole, name = condition(rng, kind)
    is_complete = rng.random() < 0.5
    edges = []
    for _ in range(n):
        count = rng.randint(1, 4)
        places: list[set[int]] = [set() for _ in range(count)]
        for letter in range(1 << n_ap):
            if is_complete or rng.random() < 0.95:
                places[rng.randrange(count)].add(letter)
        row = []
        for letters in places:
            marks = frozenset(x for x in range(sets) if rng.random() < 0.35)
            row.append((frozenset(letters), marks, rng.randrange(n)))
        edges.append(tuple(row))
    controllable = frozenset(v for v in range(n_ap) if rng.random() < 0.5)
    start = None if rng.random() < 0.02 else rng.randrange(n)
    return Spec(n_ap, controllable, sets, whole, tuple(edges), start), name


# -- texts ----------------------------------------------------------------------------------------


def condition_text(whole: Condition) -> str:
    if isinstance(whole, bool):
        return "t" if whole else "f"
    kind, *rest = whole
    if kind in ("inf", "fin"):
        return f"{str(kind).title()}({'!' if rest[1] else ''}{rest[0]})"
    sign = " & " if kind == "and" else " | "
    return "(" + sign.join(condition_text(part) for part in rest) + ")"  # type: ignore[arg-type]


def label(rng: random.Random, letters: frozenset[int], n_ap: int, aliases: list[str]) -> str:
    """Return a formula for a set of letters: a disjunction of cubes, or a tree of decisions."""
    if rng.random() < 0.5:
        cubes = [
            "&".join(f"{'' if a >> v & 1 else '!'}{v}" for v in range(n_ap)) or "t" for a in letters
        ]
        text = " | ".join(cubes) or "f"
    else:
        text = _tree(rng, letters, list(range(n_ap)), 0)
    if rng.random() < 0.1:
        text = f"!(!({text}))"
    if rng.random() < 0.15:
        aliases.append(text)
        return f"@a-{len(aliases) - 1}" if rng.random() < 0.5 else f"!!@a-{len(aliases) - 1}"
    return text


def _tree(rng: random.Random, letters: frozenset[int], left: list[int], fixed: int) -> str:
    """Return a formula of the letters that agree with those bits that are no longer left."""
    free = sum(1 << v for v in left)
    inside = {a for a in letters if a & ~free == fixed}
    if not inside:
        return "f"
    if len(inside) == 1 << len(left):
        return "t"
    v = rng.choice(left)
    rest = [x for x in left if x != v]
    low, high = (_tree(rng, letters, rest, fixed | bit) for bit in (0, 1 << v))
    if rng.random() < 0.5:
        return f"(!{v}&{low} | {v} & {high})"
    return f"!((!{v} | !{high})&({v}|!({low})))"


def text(rng: random.Random, spec: Spec, name: str = "") -> bytes:
    """Return the text of an automaton, in one of many spellings."""
    aliases: list[str] = []
    order = rng.sample(range(len(spec.edges)), len(spec.edges))
    body = [_state(rng, spec, q, aliases) for q in order]
    names = [f'"p{v}"' for v in range(spec.n_ap)]
    items = [
        f"AP: {spec.n_ap} {' '.join(names)}",
        f"Acceptance: {spec.sets} {condition_text(spec.condition)}",
        "properties: deterministic" if rng.random() < 0.5 else 'tool: "t" "1"',
    ]
    if spec.controllable or rng.random() < 0.5:
        chosen = [*spec.controllable]
        rng.shuffle(chosen)
        items.append(f"controllable-AP: {' '.join(map(str, chosen))}")
    if spec.start is not None:
        items.append(f"Start: {spec.start}")
    if rng.random() < 0.7:
        items.append(f"States: {len(spec.edges)}")
    if name and rng.random() < 0.7:
        items.append(f"acc-name: {name}")
    rng.shuffle(items)
    items += [f"Alias: @a-{k} {formula}" for k, formula in enumerate(aliases)]
    blank = rng.choice(["\n", "\r\n", " ", " /* a /* b */ c */ "])
    parts = ["HOA: v1", *items, "--BODY--", *body, "--END--"]
    return blank.join(parts).encode()


def _state(rng: random.Random, spec: Spec, q: int, aliases: list[str]) -> str:
    row = [x for x in spec.edges[q] if x[0] or rng.random() < 0.5]
    shared = frozenset.intersection(*(marks for _, marks, _ in row)) if row else frozenset()
    if rng.random() < 0.5:
        shared = frozenset()
    heading = f"State: {q}"
    if rng.random() < 0.2:
        heading += ' "a \\"state\\""'
    heading += marks_text(shared)
    letters = [a for a, _, _ in row]
    whole = frozenset().union(*letters) if letters else frozenset()
    if len(whole) == 1 << spec.n_ap and rng.random() < 0.3:
        steps = [next((m, t) for a, m, t in row if x in a) for x in range(1 << spec.n_ap)]
        edges = [f"{t}{marks_text(m - shared)}" for m, t in steps]
    elif len(row) == 1 and rng.random() < 0.5:
        heading = heading.replace("State:", f"State: [{label(rng, row[0][0], spec.n_ap, aliases)}]")
        edges = [f"{row[0][2]}{marks_text(row[0][1] - shared)}"]
    else:
        edges = [
            f"[{label(rng, a, spec.n_ap, aliases)}] {t}{marks_text(m - shared)}" for a, m, t in row
        ]
    return rng.choice(["\n", " "]).join([heading, *edges])


def marks_text(marks: frozenset[int]) -> str:
    return f" {{{' '.join(map(str, sorted(marks)))}}}" if marks else ""


# -- machines -------------------------------------------------------------------------------------


def rows(controller: gg.Controller) -> Machine | None:
    """Return what the edges of a machine say; None where two answer one letter differently."""
    given: dict[str, Any] = controller._rows()
    reads = sum(1 << v for v in controller._reads)
    found = []
    for s in range(controller.n):
        row: dict[int, tuple[int, int]] = {}
        for k in range(given["ptr"][s], given["ptr"][s + 1]):
            care, value = int(given["cubes"].care[k, 0]), int(given["cubes"].value[k, 0])
            answer = int(given["said"][k, 0]), int(given["targets"][k])
            for letter in subsets(reads):
                if (letter ^ value) & care == 0 and row.setdefault(letter, answer) != answer:
                    return None
        found.append(row)
    return Machine(tuple(found))
