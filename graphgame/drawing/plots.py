"""Plots with matplotlib, which is imported when the first one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.drawing import svg
from graphgame.drawing.overview import tally
from graphgame.drawing.svg import INK, LOOKS, ON_WHITE, RULE, SHADE, WALL
from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, LOSE, WIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphgame.drawing.boards import BoardMap
    from graphgame.drawing.heap_values import Repeat
    from graphgame.types import AnyArray, Int8Array, Int32Array

# A value of each position is plotted up to here; beyond it, how often each value occurs.
MOST_POINTS = 20_000


def axes(ax: Any) -> Any:
    """Return the axes that were given, or new ones.

    Raises
    ------
    GraphGameError
        If what was given is something else.
    ModuleNotFoundError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import axes as known, pyplot
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        raise ModuleNotFoundError(
            "plot: expected matplotlib, which is not installed; "
            "python -m pip install matplotlib, or 'graphgame-solver[plot]'",
            name="matplotlib",
        ) from None
    if ax is None:
        return pyplot.subplots(layout="constrained")[1]
    if not isinstance(ax, known.Axes):
        raise GraphGameError(
            f"ax: expected axes of matplotlib, as pyplot.subplots()[1] is, got {ax!r}; without ax= "
            "new ones are made, and plot(…).figure.savefig(file) writes them"
        )
    return ax


def _count_up(ax: Any) -> None:
    """Show counts on a logarithmic scale, with powers of ten as numbers."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    ax.set_yscale("log")
    ax.set_ylim(bottom=0.7)
    ax.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    ax.yaxis.set_minor_formatter(NullFormatter())


def plot_remoteness(outcomes: Int8Array, remoteness: Int32Array, ax: Any) -> Any:
    """Plot how many positions have each remoteness, by outcome, on a logarithmic scale."""
    ax = axes(ax)
    from matplotlib.patches import Patch

    counts, endless = tally(outcomes, remoteness)
    plies = np.arange(counts.shape[1])
    for place, (outcome, look) in enumerate(LOOKS.items()):
        row = counts[int(outcome) + 1]
        if row.any():
            total = f"{outcome}: {int(row.sum()):,}"
            at = plies + 0.28 * (place - 1)
            shown = row > 0
            ax.bar(at[shown], row[shown], width=0.28, color=look.fill, label=total)
    if counts.any():
        _count_up(ax)
    longest = f", up to {svg.count_plies(len(plies) - 1)}" if counts.any() else ""
    ax.set_title(f"How far the end is from {len(outcomes):,} positions{longest}")
    ax.set_xlabel("remoteness (plies to the end)")
    ax.set_ylabel("positions")
    ax.xaxis.get_major_locator().set_params(integer=True)
    handles = ax.get_legend_handles_labels()[0]
    if endless:
        words = f"DRAW, length open: {endless:,}"
        handles.append(Patch(facecolor=LOOKS[DRAW].fill, hatch="//", label=words))
    if handles:
        ax.legend(handles=handles)
    return ax


def plot_values(positions: AnyArray | None, values: Int32Array, ax: Any) -> Any:
    """Plot the value of each position, where positions are numbers."""
    ax = axes(ax)
    at = np.arange(len(values)) if positions is None else positions
    zero = values == 0
    ax.plot(at[~zero], values[~zero], ".", color=LOOKS[WIN].fill, label="WIN")
    ax.plot(at[zero], values[zero], "s", color=LOOKS[LOSE].fill, markersize=4, label="LOSE")
    ax.set_title(f"Grundy values of {len(values):,} positions, 0 is lost")
    ax.set_xlabel("position")
    ax.set_ylabel("Grundy value")
    ax.yaxis.get_major_locator().set_params(integer=True)
    if len(values):
        ax.legend()
    return ax


def plot_counts(counts: Mapping[Any, int], ax: Any) -> Any:
    """Plot how many positions have each value."""
    ax = axes(ax)
    words = [str(value) for value in counts]
    # Of integers 0 alone is lost; loopy values say who wins.
    looks = [getattr(value, "outcome", WIN if value else LOSE) for value in counts]
    ax.bar(words, [*counts.values()], color=[LOOKS[outcome].fill for outcome in looks])
    ax.set_title(f"How many of {sum(counts.values()):,} positions have each value")
    if counts:
        _count_up(ax)
    ax.set_xlabel("value")
    ax.set_ylabel("positions")
    return ax


def plot_heaps(values: Int32Array, repeat: Repeat | None, name: str, ax: Any) -> Any:
    """Plot the values of heaps, and mark where their period begins and how long it is."""
    ax = axes(ax)
    style = "-" if len(values) > 400 else ".-"
    ax.plot(np.arange(len(values)), values, style, color=LOOKS[WIN].fill, linewidth=0.8)
    if repeat is not None and repeat.preperiod < len(values):
        first, last = repeat.preperiod, len(values) - 1
        words = f"period {repeat.period:,} from heap {first:,} on"
        words += "" if repeat.proven else ", not proven"
        ax.axvline(first, color=ON_WHITE[INK], linewidth=1.5)
        ax.axvspan(first, min(first + repeat.period, last), color=ON_WHITE[SHADE], label=words)
        ax.legend()
    zeros = np.flatnonzero(values == 0)
    ax.plot(zeros, zeros * 0, "s", color=LOOKS[LOSE].fill, markersize=3)
    ax.set_title(f"{name}: values of heaps up to {len(values) - 1:,}, 0 is lost")
    ax.set_xlabel("heap")
    ax.set_ylabel("value")
    return ax


def plot_board(board: BoardMap, ax: Any) -> Any:
    """Plot a board as a heat map of plies, a map of colours for each outcome."""
    ax = axes(ax)
    from matplotlib.colors import LinearSegmentedColormap, ListedColormap

    free = ~board.walls
    plies = np.zeros(board.outcomes.shape) if board.plies is None else board.plies.astype(float)
    ax.imshow(np.where(board.walls, 1, np.nan), cmap=ListedColormap([ON_WHITE[WALL]]))
    ax.imshow(np.where(free & (board.outcomes == DRAW), 1, np.nan),
              cmap=ListedColormap([LOOKS[DRAW].fill]))  # fmt: skip
    names = {WIN: "the policeman wins", LOSE: "the thief escapes"}
    for outcome, words in names.items():
        chosen = free & (board.outcomes == outcome)
        if chosen.any():
            shown = np.where(chosen, plies, np.nan)
            most = max(float(np.nanmax(shown)), 1.0)
            ends = [LOOKS[outcome].fill, "#FFFFFF"]
            colours = LinearSegmentedColormap.from_list(words, ends)
            image = ax.imshow(shown, cmap=colours, vmin=0, vmax=1.3 * most)
            if board.plies is not None:
                ax.figure.colorbar(image, ax=ax, label=f"plies until {words}")
    for (row, column), letter in ((board.police, "P"), (board.thief, "T")):
        box = {"facecolor": "white", "edgecolor": ON_WHITE[INK]}
        ax.text(column, row, letter, ha="center", va="center", bbox=box)
    for row, column in np.argwhere(board.exits).tolist():
        ax.text(column, row, "E", ha="center", va="center", color=ON_WHITE[INK])
    seen = "What becomes of the thief" if board.plies is None else "How long the thief has"
    ax.set_title(f"{seen}, from each cell")
    ax.set_xlabel("column of the thief")
    ax.set_ylabel("row of the thief")
    return ax


def plot_rounds(rounds: Sequence[int], counts: Sequence[int], never: int, ax: Any) -> Any:
    """Plot how many states have each capture time, and how many none."""
    ax = axes(ax)
    ax.bar(rounds, counts, color=LOOKS[WIN].fill, label=f"caught: {sum(counts):,}")
    if never:
        ax.bar([-1], [never], color=LOOKS[DRAW].fill, hatch="//", edgecolor=ON_WHITE[RULE],
               label=f"never: {never:,}")  # fmt: skip
    if never or len(counts):
        _count_up(ax)
        ax.legend()
    ax.set_title(f"How soon the robber is caught, of {sum(counts) + never:,} states")
    ax.set_xlabel("rounds to the capture, the cops to move")
    ax.set_ylabel("states")
    ax.xaxis.get_major_locator().set_params(integer=True)
    return ax
