"""The families of workloads, in the order in which they are measured and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.families import (
    attractors,
    big,
    chance,
    cops,
    grundy,
    heaps,
    held,
    look,
    loopy,
    parity,
    processes,
    pursuit,
    scores,
    solve,
)
from bench.runner import Case


@dataclass(frozen=True)
class Family:
    """Cases whose records are in one file, and the introduction to their tables."""

    title: str
    cases: Callable[..., list[Case]]
    about: str


FAMILIES = {
    "held": Family(
        "From what people hold",
        held.cases,
        "From a dict, a graph of NetworkX, a table of moves, a rule or an array to the outcome and "
        "the remoteness of each position by its label: two dicts, or arrays from an array. Rivals "
        "take the same; for Numba and C++, Python or pandas numbers the labels first.",
    ),
    "solve": Family(
        "Outcomes and remoteness",
        solve.cases,
        "From pairs of 32-bit integers in memory, or rows of options where it says CSR, to the "
        "outcome and the remoteness of every position.",
    ),
    "threads": Family(
        "Two threads",
        solve.thread_cases,
        "The same in elapsed time, with one thread and with two.",
    ),
    "scores": Family(
        "Scores",
        scores.cases,
        "From pairs in memory and the scores of terminals, from -20 to 20, to the score of every "
        "position, next to `solve`, and to a `solve` for each of 20 thresholds.",
    ),
    "chance": Family(
        "Games of chance, and points on moves",
        chance.cases,
        "Three models, from rows of options in memory to the chance of winning from every "
        "position, with proven bounds, next to plain value iteration. That stops when a sweep "
        "changes no value by 1e-9, which promises nothing. What each says of the start is beside "
        "its times; graphgame's sweeps are those of its iteration, without those for the bounds. "
        "PRISM-games is its explicit engine, used as a library; its memory is that of the whole "
        "process. In random groups of 10 play may stay for ever: these are solved in fractions, in "
        "Python. Then two problems with points on moves, from their data to what the start is "
        "worth; a table that is filled in a known order needs neither a graph nor best moves.",
    ),
    "grundy": Family(
        "Grundy values",
        grundy.cases,
        "From pairs in memory to the value of every position of a random game without cycles.",
    ),
    "loopy": Family(
        "Loopy values",
        loopy.cases,
        "From pairs in memory to the loopy value of every position, next to `solve`.",
    ),
    "attractors": Family(
        "Games with owners",
        attractors.cases,
        "From pairs in memory, with random owners and one target in a thousand, next to `solve` "
        "on the same edges and on twice as many; and a Büchi game of many rounds, from its graph.",
    ),
    "parity": Family(
        "Parity games",
        parity.cases,
        "From rows of options in memory to the winner and the move of every position; the check of "
        "a solution, which finds its certificate first; and the command, from text to text.",
    ),
    "heaps": Family(
        "Heap games",
        heaps.cases,
        "Values of all heaps up to the one that is named, or of as many as fit in some seconds.",
    ),
    "pursuit": Family(
        "The policeman and the thief",
        pursuit.cases,
        "Random boards with 20 % walls and one exit: outcome and remoteness of every state, or the "
        'outcomes alone.  "On the fly" means that no graph is built.',
    ),
    "cops": Family(
        "Cops and robbers",
        cops.cases,
        "From lists of edges, or graph6 for many graphs, to the result and the capture time, "
        "compared with published ones.",
    ),
    "text": Family(
        "Text in, text out",
        processes.text_cases,
        "Whole processes: graph text on standard input, one outcome per line on standard output.",
    ),
    "startup": Family(
        "Starting up",
        processes.startup_cases,
        "Whole processes, in elapsed time.",
    ),
    "look": Family(
        "Pictures and pages",
        look.cases,
        "What a notebook shows of a solved game, and `to_svg` of one with its options and "
        "predecessors; the page of Dodgem, from its solution to the file.",
    ),
    "big": Family(
        "Databases",
        big.cases,
        "Random codes of 40 bits, with random answers, in 8 part files: 10^6 of them looked up as "
        "an array, and 10^4 one at a time.",
    ),
}
