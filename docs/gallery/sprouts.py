# %%
# What it prints
# --------------
main(["5"])

# %%
# All matches of two spots
# ------------------------
# A position is a sum of lands.  In the picture a land stands in the notation of Applegate, Jacobson
# and Sleator: a spot is the number of its lines, or a letter if it is met twice; a point ends a
# boundary, a brace a region and a bracket a land.
from pathlib import Path


def notation(position: gg.Sum[Land]) -> str:
    """Return a position as a text."""

    def boundary(row: Boundary) -> str:
        return "".join(str(spot) if spot < TWICE else chr(62 + spot) for spot in row)

    lands = (
        "".join("".join(f"{boundary(row)}." for row in region) + "}" for region in land)
        for land in position
    )
    return "".join(f"{land}]" for land in lands) or "end"


def named(spots: int) -> dict[str, list[str]]:
    """Return the positions that can be reached, by their notation."""
    graph = gg.explore(options, start(spots), sums=True)
    return {
        notation(position): [notation(option) for option in graph.options(position)]
        for position in graph.positions(range(graph.n))
    }


s = gg.solve(named(2))
Path("sprouts.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html("sprouts.html", title="Sprouts with two spots", **about("sprouts"))
