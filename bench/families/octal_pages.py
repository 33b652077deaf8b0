"""What the catalogue of octal games says: compared with what is published, and as a page."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "periods.md"
START = "<!-- The catalogue: written by python -m bench.families.octal_games --page -->"
END = "<!-- End of the catalogue -->"
# Games are called trivial if so many heaps prove their period, as in the tables of T. Czajka.
TRIVIAL = 1000
WIDTH = 110

# Period and pre-period.  A. Flammenkamp, "Sprague-Grundy Values of Octal-Games",
# wwwhomes.uni-bielefeld.de/achim/octal.html.  R. K. Guy and R. J. Nowakowski, "Unsolved Problems in
# Combinatorial Games", A2, name the longest of them; OEIS A071509 has that of 0.1777, whose heaps
# are one smaller than those of 0.454: last exception 160949017.  T. Czajka,
# github.com/tczajka/octal-games, SolvedGames.md, has found most of those up to 0.354 again.
PUBLISHED = {
    "0.07": (34, 53),
    "0.77": (12, 71),
    "0.177": (20, 497),
    "0.45": (20, 498),
    "0.156": (349, 3479),
    "0.356": (142, 7315),
    "0.644": (442, 3256),
    "0.165": (1550, 5181),
    "0.16": (149459, 105351),
    "0.56": (144, 326640),
    "0.127": (4, 46578),
    "0.376": (4, 2268248),
    "0.354": (1180, 10061916),
    "0.454": (60620715, 160949019),
    "0.104": (11770282, 197769598),
    "0.054": (10015179, 193235616),
}
# Too long for any table here: in 2^29 heaps nothing may be proven.
BEYOND = {"0.106": (328226140474, 465384263797)}
# Mask, number of rare heaps and the last one, as T. Czajka gives them; parity 1 for "pos".
CENSUS = {
    "0.45": ("f", 11, 198),
    "0.156": ("1b", 15, 357),
    "0.356": ("1b", 7, 43),
    "0.644": ("7e", 31, 511),
    "0.16": ("1e", 53, 13935),
    "0.56": ("5b", 46, 1795),
    "0.127": ("1", 693, 27106),
    "0.376": ("fe", 510, 1140540),
    "0.354": ("3f", 132, 3227),
}

Games = dict[str, dict[str, Any]]


def places(games: Games) -> dict[str, tuple[str, int]]:
    """Return for every code the first of its class, and how many heaps it is shifted."""
    found = {}
    for first, record in games.items():
        for name in record["codes"]:
            code, _, shift = name.partition("+")
            found[code] = first, int(shift or 0)
    return found


def compare(games: Games) -> list[str]:
    """Return what is not as it has been published."""
    wrong, where = [], places(games)
    for code, (period, preperiod) in PUBLISHED.items():
        first, shift = where[code]
        record = games[first]
        if not record["proven"]:
            wrong.append(f"{code}: published {period} after {preperiod}, not proven here")
            continue
        after = record["preperiod"] + shift - where[first][1]
        if (record["period"], after) != (period, preperiod):
            wrong.append(f"{code}: published {period} after {preperiod}, found {record}")
    for code, expected in CENSUS.items():
        record = games[where[code][0]]
        found = record["mask"], record["rare"], record["last_rare"]
        if found != expected:
            wrong.append(f"{code}: published mask and rare heaps {expected}, found {found}")
    known = {where[code][0] for code in PUBLISHED}
    for code, record in games.items():
        if record["proven"] and record["searched"] > TRIVIAL and code not in known:
            wrong.append(f"{code}: no long period is published, found {record}")
    return wrong


def write_page(record: dict[str, Any]) -> None:
    """Write the catalogue into docs/periods.md."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    text = "\n".join([START, "", *_lines(record), "", END])
    PAGE.write_text(before + text + after, encoding="utf-8")


def _lines(record: dict[str, Any]) -> list[str]:
    games: Games = record["games"]
    proven = {code: game for code, game in games.items() if game["proven"]}
    long = {code: game for code, game in proven.items() if game["searched"] > TRIVIAL}
    open_ = {code: game for code, game in games.items() if not game["proven"]}
    codes = sum(len(game["codes"]) for game in games.values())
    least = min((game["searched"] for game in open_.values()), default=0)
    return [
        *wrap(
            f"The {codes} octal games of up to three digits after the point fall into {len(games)} "
            f"classes by `standard_form()`. The periods of {len(proven)} classes are proven, "
            f"{len(long)} of them by more than {TRIVIAL} heaps. {len(open_)} are open: no period "
            f"was proven up to the heap named, {least:,} at least. It took "
            f"{record['seconds']:,.0f} s of processor time, on the machine of "
            f"bench/results/octal_games.json, {record['date'][:10]}.",
            WIDTH,
        ),
        "",
        *_long(long),
        "",
        *_open(open_),
        "",
        *_trivial({code: game for code, game in proven.items() if code not in long}),
        "",
        *_others(games),
    ]


def _space(game: dict[str, Any]) -> str:
    if "mask" not in game:
        return "| | | |"
    parity = f", parity {game['parity']}" if "parity" in game else ""
    last = "" if game["last_rare"] is None else f"{game['last_rare']:,}"
    largest = f"{game['greatest']} ({game['greatest_heap']:,})"
    return f"| {game['mask']}{parity} | {game['rare']:,} | {last} | {largest} |"


def _long(games: Games) -> list[str]:
    ordered = sorted(games.items(), key=lambda item: item[1]["preperiod"])
    return [
        f"**Proven by more than {TRIVIAL} heaps.** The mask is hexadecimal; rare heaps are counted "
        "up to the last heap of the proof,",
        "heap 0 with them; the greatest value is followed by the first heap that has it.",
        "",
        "| game | period | preperiod | mask | rare | last rare | greatest |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {code} | {game['period']:,} | {game['preperiod']:,} {_space(game)}"
            for code, game in ordered
        ),
    ]


def _open(games: Games) -> list[str]:
    return [
        "**Open.** None of these has a published period but 0.106: 328,226,140,474 after "
        "465,384,263,797 (A. Flammenkamp).",
        "",
        "| game | searched to heap | mask | rare | last rare | greatest |",
        "|---|---|---|---|---|---|",
        *(f"| {code} | {game['searched']:,} {_space(game)}" for code, game in games.items()),
    ]


def _trivial(games: Games) -> list[str]:
    groups: dict[int, list[str]] = {}
    for code, game in games.items():
        groups.setdefault(game["period"], []).append(f"{code} ({game['preperiod']})")
    rows = [f"{period}: {', '.join(names)}." for period, names in sorted(groups.items())]
    return [
        f"**Proven by at most {TRIVIAL} heaps.** Each period is followed by its games, with their "
        "preperiods.",
        "",
        *wrap(" ".join(rows), WIDTH, break_on_hyphens=False),
    ]


def _others(games: Games) -> list[str]:
    rows = [
        f"{code} = {', '.join(name for name in game['codes'] if name != code)}."
        for code, game in games.items()
        if len(game["codes"]) > 1
    ]
    return [
        "**Codes of one class.** +1 says that the heaps of this code are one larger than those of "
        "the standard form.",
        "",
        *wrap(" ".join(rows), WIDTH, break_on_hyphens=False),
    ]
