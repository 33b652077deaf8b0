"""Bar charts of the results: the time of each contestant as a multiple of graphgame's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLOURS = ("#2a9d8f", "#8ab17d", "#e76f51", "#f4a261", "#457b9d", "#a8c5da", "#e9c46a", "#b5838d")


def bars(records: dict[str, Any]) -> dict[str, list[tuple[str, float]]]:
    """Return the ratios of each contestant by case, without those that do a part of the work."""
    found: dict[str, list[tuple[str, float]]] = {}
    for case, record in records.items():
        for name, result in record["results"].items():
            if "ratio" in result and "part" not in result:
                found.setdefault(name, []).append((case, result["ratio"]))
    return found


def draw(title: str, records: dict[str, Any], path: Path) -> Path | None:
    """Draw a family; return None without matplotlib or without rivals."""
    contestants = bars(records)
    try:
        import matplotlib as mpl
    except ImportError:
        return None
    if len(contestants) < 2:
        return None
    mpl.use("svg")
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "graphgame", "font.size": 9})
    from matplotlib import pyplot as plt

    # From top to bottom: a bar for each contestant of a case, then a gap.
    places, ticks, y = dict[tuple[str, str], float](), dict[str, float](), 0.0
    for case in records:
        there = [name for name, found in contestants.items() if case in dict(found)]
        for name in there:
            places[case, name] = y
            y += 1
        ticks[case] = y - (len(there) + 1) / 2
        y += 0.8
    figure, axes = plt.subplots(figsize=(7.5, 1.0 + 0.14 * y))
    for number, (name, found) in enumerate(contestants.items()):
        at, widths = [places[case, name] for case, _ in found], [ratio for _, ratio in found]
        drawn = axes.barh(at, widths, 0.9, label=name, color=COLOURS[number % len(COLOURS)])
        axes.bar_label(drawn, [f"{ratio:.3g}" for ratio in widths], padding=2, fontsize=6)
    axes.set_xscale("log")
    axes.set_yticks(list(ticks.values()), list(ticks))
    axes.invert_yaxis()
    axes.margins(x=0.12, y=0.02)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("times graphgame's")
    axes.set_title(title, loc="left")
    axes.legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    return path
