# %%
# What it prints
# --------------
main(["5"])

# %%
# All matches of two spots
# ------------------------
# A position is a sum of lands, which stand side by side in the picture.
from pathlib import Path


def notation(position: gg.Sum[Land]) -> str:
    """Return a position as a text."""
    return " ".join(position) or "end"


def named(spots: int) -> dict[str, list[str]]:
    """Return the positions that can be reached, by their notation."""
    graph = gg.explore(options, start(spots), sums=True)
    return {
        notation(position): [notation(option) for option in graph.options(position)]
        for position in graph.positions(range(graph.n))
    }


moves = named(2)
s = gg.solve(moves.__getitem__, start=next(iter(moves)))
Path("sprouts.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html("sprouts.html", title="Sprouts with two spots", **about("sprouts"))
