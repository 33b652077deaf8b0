# %%
# What it prints
# --------------
main(["4", "5", "--all", "--check"])

# %%
# How often each value occurs
# ---------------------------
# A region is a set of cells that hang together, up to symmetry.
found, _ = values(4, 5, whole=True)
print(found.histogram())

# %%
# The positions of a board of 2 × 3
# ---------------------------------
# Written out, a position is a multiset of regions.  The picture shows their rows, with a slash
# between them.
from pathlib import Path


def drawn(position: gg.Sum[Region]) -> str:
    """Return the regions of a position, side by side."""
    rows = ["", ""]
    for region in position:
        width = 1 + max(column for _, column in region)
        for row in range(2):
            rows[row] += "".join(" #"[(row, column) in region] for column in range(width)) + " "
    return "\n".join(f"{row.rstrip():8}" for row in rows)


graph = gg.explore(PythonRules(), board(2, 3), sums=True)
names = {}
for position in graph.positions(range(graph.n)):
    rows = [row.rstrip() for row in drawn(position).split("\n")]
    names[position] = "/".join(row for row in rows if row) or "end"
named = {name: [names[p] for p in graph.options(position)] for position, name in names.items()}
Path("cram.svg").write_text(gg.solve(named).to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(gg.explore(PythonRules(), board(2, 6), sums=True))
s.write_html("cram.html", title="Cram 2 × 6", board=drawn, **about("cram"))
