"""The catalogue of octal games of three digits; kept in results/octal_games.json.

    python -m bench.families.octal_games
    python -m bench.families.octal_games --seconds 22 --long 900 --total 7200
    python -m bench.families.octal_games --compare --page

One call goes on where another stopped: a game is searched again only if its period is not proven
and more seconds are given than before.  All games are given 2 seconds, then `--seconds`, and those
whose rare heaps seem to have ended `--long`, as long as all games together take less than
`--total`.  All are seconds of the processor.  Every game is written down as soon as it is done.
With --tables, tables are kept in a folder, and continued.

Exits with 1 if a period is not what has been published.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import process_time
from typing import Any

import graphgame as gg
from bench.families.octal_pages import compare, write_page
from bench.record import keep, kept, peak_mib, provenance

NAME = "octal_games"
# The longest table, 2.1 GB of values: as many heaps as a period needs for its proof if it and the
# pre-period are below 3 × 10^8 together, less the least of them.
HEAPS = 1 << 29
FIRST_SECONDS = 2
# Rare heaps seem to have ended if the last is in this part of the table.
ENDED = 4
# Tables shorter than this are not kept.
SHORT = 1 << 22


def codes() -> list[str]:
    """List the codes 0.d1d2d3, without zeros at the end, shorter ones first."""
    found = {
        f"0.{''.join(digits).rstrip('0') or '0'}"
        for digits in itertools.product("01234567", repeat=3)
    }
    return sorted(found, key=lambda code: (len(code), code))


def classes() -> dict[str, list[tuple[str, int]]]:
    """Group the codes by their standard form: the first of each, and all with their shifts."""
    groups: dict[str, list[tuple[str, int]]] = {}
    for code in codes():
        form, shift = gg.octal(code).standard_form()
        groups.setdefault(form, []).append((code, shift))
    return {members[0][0]: members for members in groups.values()}


def search(code: str, seconds: int, tables: str | None) -> dict[str, Any]:
    """Search one game for its period."""
    start = process_time()
    path = None if tables is None else Path(tables) / f"{code}.npz"
    game = gg.HeapGame.load(path) if path is not None and path.exists() else gg.octal(code)
    period = None
    # The budget is in seconds of the processor, which other processes may use at the same time.
    while period is None and game.reached < HEAPS - 1:
        left = seconds - (process_time() - start)
        if left <= 0:
            break
        period = game.period(HEAPS - 1, seconds=left)
    record: dict[str, Any] = {"proven": False, "searched": game.reached, "budget": seconds}
    if period is not None and period.proven:
        record |= {"proven": True, "searched": period.checked}
        record |= {"period": period.period, "preperiod": period.preperiod}
    elif path is not None and game.reached > SHORT:
        game.save(path)
    try:
        space = game.sparse_space(record["searched"])
    except gg.GraphGameError:  # no move leaves two heaps
        return record | {"seconds": round(process_time() - start, 2)}
    parity = {} if space.parity is None else {"parity": space.parity}
    return record | {
        "mask": f"{space.mask:x}",
        **parity,
        "rare": space.rare,
        "last_rare": space.last_rare,
        "greatest": space.greatest,
        "greatest_heap": space.greatest_heap,
        "seconds": round(process_time() - start, 2),
        "mib": round(peak_mib()),
    }


def seems_ended(record: dict[str, Any]) -> bool:
    """Say whether the rare heaps of a game seem to have ended."""
    return "rare" in record and ENDED * (record["last_rare"] or 0) < record["searched"]


def stages(seconds: int, long: int) -> Iterator[tuple[int, bool]]:
    """Yield the seconds of each stage, and whether it is for games whose rare heaps ended."""
    yield FIRST_SECONDS, False
    yield seconds, False
    yield long, True


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Search all games that deserve more; write each down."""
    games: dict[str, Any] = kept(NAME).get("catalogue", {}).get("games", {})
    groups = classes()
    for seconds, only_ended in stages(args.seconds, args.long):
        wanted = [
            code
            for code in groups
            if code not in games
            or (
                not games[code]["proven"]
                and games[code]["budget"] < seconds
                and games[code]["searched"] < HEAPS - 1
                and (seems_ended(games[code]) or not only_ended)
            )
        ]
        # Those with the fewest rare heaps are the fastest.
        wanted.sort(key=lambda code: games.get(code, {}).get("rare", 0))
        for code, record in searched(wanted, seconds, args):
            record["seconds"] += games.get(code, {}).get("seconds", 0)
            games[code] = record
            games[code]["codes"] = [f"{c}+{shift}" if shift else c for c, shift in groups[code]]
            write_down(games, f"{seconds} s: {code} {record}")
            if total_seconds(games) + seconds > args.total:
                break
    return games


def total_seconds(games: dict[str, Any]) -> float:
    """Sum the seconds that were spent on all games."""
    return round(sum(game["seconds"] for game in games.values()), 1)


def searched(wanted: list[str], seconds: int, args: argparse.Namespace) -> Iterator[Any]:
    """Yield games and what was found, as soon as it is."""
    if args.processes == 1:
        yield from ((code, search(code, seconds, args.tables)) for code in wanted)
        return
    with ProcessPoolExecutor(args.processes, max_tasks_per_child=1) as pool:
        futures = {pool.submit(search, code, seconds, args.tables): code for code in wanted}
        yield from ((futures[done], done.result()) for done in as_completed(futures))


def write_down(games: dict[str, Any], line: str) -> None:
    """Keep what has been found so far."""
    record = provenance(f"python -m bench.families.{NAME} {' '.join(sys.argv[1:])}".rstrip())
    record["seconds"] = total_seconds(games)
    record["games"] = dict(sorted(games.items(), key=lambda item: (len(item[0]), item[0])))
    keep(NAME, "catalogue", record)
    print(line, flush=True)


def main() -> int:
    """Continue the catalogue, compare it with what is published, or write its page."""
    parser = argparse.ArgumentParser(description="search octal games for their periods")
    parser.add_argument("--seconds", type=int, default=20, help="for each game (20)")
    parser.add_argument("--long", type=int, default=600, help="where rare heaps ended (600)")
    parser.add_argument("--total", type=int, default=7200, help="for all games together (7200)")
    parser.add_argument("--processes", type=int, default=1, help="at once; up to 2.2 GB each (1)")
    parser.add_argument("--tables", help="a folder for long tables, to be continued")
    parser.add_argument("--compare", action="store_true", help="only compare with publications")
    parser.add_argument("--page", action="store_true", help="only write docs/periods.md")
    args = parser.parse_args()
    if args.tables is not None:
        Path(args.tables).mkdir(parents=True, exist_ok=True)
    if not args.compare and not args.page:
        run(args)
    games = kept(NAME)["catalogue"]
    if args.page:
        write_page(games)
    wrong = compare(games["games"])
    print("\n".join(wrong) or "all published periods agree")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
