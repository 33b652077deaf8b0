"""Pictures of boards, cops and heaps, those of documents, and plots."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import graphgame as gg
from tests.drawing.reading import SVG, Picture

ROOT = Path(__file__).parents[2]


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 -- our own


def texts(picture: str) -> list[tuple[float, float, str]]:
    return [
        (float(x.attrib["x"]), float(x.attrib["y"]), x.text or "")
        for x in parsed(picture).iter(SVG + "text")
    ]


def test_each_cell_of_a_board_has_its_outcome_and_plies() -> None:
    s = gg.PoliceAndThief(["P..*", ".*.E", "...T"]).solve()
    found = {
        (round((y - 47) / 38), round((x - 43) / 38)): words
        for x, y, words in texts(s.to_svg())
        if re.fullmatch(r"[WLD]\d*", words)
    }
    outcomes, plies = s.outcome_map(police=(0, 0)), s.remoteness_map(police=(0, 0))
    expected = {}
    for row, column in np.argwhere(outcomes != s.WALL).tolist():
        letter = gg.Outcome(int(outcomes[row, column])).name[0]
        known = int(plies[row, column])
        expected[row, column] = f"{letter}{known}" if known >= 0 else letter
    assert found == expected


def test_a_huge_board_is_drawn_around_the_policeman() -> None:
    rows = ["." * 300 for _ in range(300)]
    rows[250] = "P" + rows[250][1:]
    rows[0] = "T" + rows[0][1:]
    from graphgame.drawing.boards import BoardMap, draw_board

    shape = (300, 300)
    board = BoardMap(np.ones(shape, np.int8), None, np.zeros(shape, bool), np.zeros(shape, bool),
                     (250, 0), (0, 0))  # fmt: skip
    text = draw_board(board, title="board")
    assert "rows 200 to 299 of 300, columns 0 to 99 of 300" in text
    assert len(text) < 100_000


def test_cops_show_the_rounds_of_each_vertex() -> None:
    path = [(v, v + 1) for v in range(6)]
    s = gg.cops_and_robbers(path)
    found = texts(s.to_svg(centres=[(v, 0) for v in range(7)]))
    times = s.capture_times
    assert times is not None
    cop = s.start[0][0]
    words = [word for _, y, word in sorted(found) if word in {"cop", *map(str, range(9))}]
    labels = {x: word for x, y, word in found if word.isdecimal() and y == min(z[1] for z in found)}
    below = {x: word for x, y, word in found if x in labels and y == min(z[1] for z in found) + 13}
    expected = ["cop" if v == cop else str(times[s.number([cop]), v]) for v in range(7)]
    assert [below[x] for x in sorted(below)] == expected
    assert words


@pytest.mark.parametrize(
    ("centres", "message"),
    [
        ([(0, 0)], "expected 3"),
        ([(0, 0), (1, 1), (0, 0)], "expected another place"),
        ([(0, 0), (1, 1), (0, float("nan"))], "finite"),
        ([1, 2, 3], "expected a pair"),
        ([(0, 0), (1, 1), (0, -1e308)], "numbers up to 1000000000"),
        ([(0, 0), (1, 1), (0, 1e-320)], "expected another place"),
    ],
)
def test_centres_are_checked(centres: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=rf"centres.*: .*{message}"):
        gg.cops_and_robbers([(0, 1), (1, 2)]).to_svg(centres=centres)


def test_a_heap_game_is_a_table_of_its_values() -> None:
    game = gg.octal("0.77")
    root = parsed(game.to_svg(59))
    numbers = [
        [int(x.text or "") for x in group]
        for group in root
        if group.tag == SVG + "g" and "font-size" not in group.attrib and len(group) == 60
    ]
    assert numbers == [game.values(59).tolist()]
    assert "the heaps 0 to 599; … 999,401 more to 1,000,000" in game.to_svg(10**6)
    assert "period" not in gg.grundys_game().to_svg()
    assert len(game._known.view) < 10_000  # what is not drawn is not computed


def script(path: Path) -> ModuleType:
    if not path.exists():
        pytest.skip("the documents are not here")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_tutorials_are_what_is_drawn() -> None:
    path = ROOT / "docs" / "tutorials" / "pictures.py"
    pictures = script(path).pictures()
    assert sorted(pictures) == sorted(x.name for x in path.parent.glob("*.svg"))
    for name, picture in pictures.items():
        drawn = (path.parent / name).read_text(encoding="utf-8")
        assert picture == drawn, "run python docs/tutorials/pictures.py"
        assert ("4 of 135 positions" in drawn) == (name == "board-game.svg")
        assert f"]({name})" in "".join(x.read_text("utf-8") for x in path.parent.glob("*.md"))


def test_the_picture_of_the_readme_is_what_is_drawn() -> None:
    path = ROOT / "docs" / "picture.py"
    module = script(path)
    drawn = path.with_suffix(".svg").read_text(encoding="utf-8")
    assert module.picture() == drawn, "run python docs/picture.py"
    assert len(Picture(drawn).shapes) == 9


def test_the_picture_of_the_figures_is_what_is_drawn() -> None:
    path = ROOT / "docs" / "figures.py"
    drawn = path.with_suffix(".svg").read_text(encoding="utf-8")
    assert script(path).figures() == drawn, "run python docs/figures.py"


def test_a_picture_takes_no_memory_for_what_it_does_not_draw() -> None:
    n = 10**6
    edges = np.stack([np.arange(n), np.arange(n) // 2], axis=1).astype(np.int32)
    s = gg.solve(gg.GameGraph.from_edges(edges, n=n))
    s.game.option_ptr  # noqa: B018 -- builds the rows
    s.to_svg(around=5)
    tracemalloc.start()
    s.to_svg(around=5)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * n + 2_000_000


def test_pictures_need_numpy_alone_and_nothing_loads_them_early() -> None:
    code = """
import sys
import graphgame as gg
s = gg.solve([(0, 1)])
drawing = {name for name in sys.modules if name.startswith("graphgame.drawing.")}
assert drawing == {"graphgame.drawing.pictured"}, drawing
s.to_svg(); s.to_dot(); s._repr_mimebundle_(); s.game.to_svg()
assert not {"matplotlib", "networkx", "IPython"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


# -- plots -----------------------------------------------------------------------------------------


@pytest.fixture
def pyplot() -> Any:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_the_histogram_counts_each_remoteness(pyplot: Any) -> None:
    s = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3), (4, 3), (5, 4)])
    ax = pyplot.subplots()[1]
    assert s.plot(ax) is ax
    assert ax.get_yscale() == "log"
    bars = sorted((round(b.get_x() + b.get_width() / 2), b.get_height()) for b in ax.patches)
    lengths = [r for r in s.remoteness.tolist() if r >= 0]
    assert bars == sorted((r, lengths.count(r)) for r in set(lengths))
    legend = [x.get_text() for x in ax.get_legend().get_texts()]
    assert legend == ["WIN: 2", "LOSE: 2", "DRAW, length open: 2"]
    colours = [matplotlib_colour(x.get_facecolor()) for x in ax.get_legend().legend_handles]
    assert colours == ["#0072b2", "#d55e00", "#767676"]


def matplotlib_colour(colour: Any) -> str:
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def test_titles_say_what_is_seen_and_colours_are_those_of_outcomes(pyplot: Any) -> None:
    """Value 0 is lost, others are won; infinite ones say it."""
    assert pyplot
    values = gg.loopy_grundy([(0, 1), (1, 0), (1, 2), (3, 2), (4, 0), (4, 5), (5, 5)])
    ax = values.plot()
    words = [x.get_text() for x in ax.get_xticklabels()]
    found = dict(
        zip(words, (matplotlib_colour(b.get_facecolor()) for b in ax.patches), strict=True)
    )
    colours = {"WIN": "#0072b2", "LOSE": "#d55e00", "DRAW": "#767676"}
    expected = {str(value): colours[str(value.outcome)] for value in values.histogram()}
    assert found == expected and len({*expected.values()}) == 3
    titles = [
        (ax, "How many of 6 positions have each value"),
        (gg.solve([(0, 1)]).plot(), "How far the end is from 2 positions, up to 1 ply"),
        (gg.grundy(lambda n: [n - 1] if n else [], start=3).plot(), "Grundy values of 4 positions"),
        (gg.octal("0.77").plot(40), "octal('0.77'), Kayles: values of heaps up to 40, 0 is lost"),
        (gg.PoliceAndThief(["P.T"]).solve().plot(), "How long the thief has, from each cell"),
        (gg.cops_and_robbers([(0, 1)]).plot(), "How soon the robber is caught, of 4 states"),
    ]
    for axes, title in titles:
        assert axes.get_title().startswith(title)
        axes.figure.canvas.draw()
        box = axes.title.get_window_extent()
        assert box.x0 >= 0 and box.x1 <= axes.figure.bbox.width, "a title fits"


def test_each_solution_plots_on_new_axes(pyplot: Any) -> None:
    def take(n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    kayles = gg.octal("0.77")
    axes = [
        gg.solve(take, start=9).plot(),
        gg.solve([]).plot(),
        gg.grundy(take, start=9).plot(),
        gg.grundy({"a": ["b"], "b": []}).plot(),
        gg.loopy_grundy([(0, 1), (1, 0)]).plot(),
        kayles.plot(200),
        gg.PoliceAndThief(["P.*", "..E", ".T."]).solve().plot(),
        gg.PoliceAndThief(["P.*", "..E", ".T."]).solve(remoteness=False).plot(),
        gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]).plot(),
    ]
    assert len({id(ax) for ax in axes}) == len(axes)
    line = axes[5].get_lines()[0]
    assert line.get_ydata().tolist() == kayles.values(200).tolist()
    assert "period 12 from heap 71 on" in axes[5].get_legend().get_texts()[0].get_text()
    assert kayles.plot().get_lines()[0].get_ydata().tolist() == kayles.values(99).tolist()
    heights = [bar.get_height() for bar in axes[8].patches]
    assert sum(heights) == 16
    for ax in axes:
        ax.figure.canvas.draw()


@pytest.mark.parametrize("ax", [3, "picture.png", "figure"])
def test_what_is_no_axes_is_refused(pyplot: Any, ax: Any) -> None:
    given = pyplot.figure() if ax == "figure" else ax
    figures = pyplot.get_fignums()
    for call in (gg.solve([(0, 1)]).plot, lambda ax: gg.octal("0.77").plot(9, ax)):
        with pytest.raises(gg.GraphGameError, match=r"ax: expected axes of matplotlib, .* got "):
            call(given)
    assert pyplot.get_fignums() == figures


def test_without_matplotlib_the_error_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for call in (gg.solve([(0, 1)]).plot, lambda: gg.octal("0.77").plot(9)):
        with pytest.raises(ModuleNotFoundError, match=r"pip install matplotlib.*\[plot\]"):
            call()


def test_rounds_need_remoteness() -> None:
    s = gg.cops_and_robbers([(0, 1), (1, 2)], remoteness=False)
    assert "caught" in s.to_svg()
    with pytest.raises(gg.GraphGameError, match="remoteness=False"):
        s.plot()


def test_the_pictures_of_proof_numbers_are_those_of_a_search() -> None:
    trees = script(ROOT / "docs" / "proof_trees.py")
    for number, steps in enumerate(trees.DRAWN, 1):
        drawn = (ROOT / "docs" / f"proof-numbers-{number}.svg").read_text("utf-8")
        assert trees.picture(trees.search(steps)) == drawn, "run python docs/proof_trees.py"
    # It ends with what playing says, and not before.
    rows = {x: row if isinstance(row, list) else [] for x, row in trees.TREE.items()}
    ends = {}
    for name, row in trees.TREE.items():
        if isinstance(row, bool):
            ends[name] = gg.WIN if row == trees.attacks(name) else gg.LOSE
    assert gg.solve(rows, presets=ends).outcome("start") == gg.WIN
    last = trees.search(trees.DRAWN[-1])
    assert (last.proof["start"], last.disproof["start"]) == (0, float("inf"))
    assert trees.search(trees.DRAWN[-1] - 1).proof["start"] == 1
