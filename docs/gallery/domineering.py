# %%
# What it prints
# --------------
main(["3", "4"])

# %%
# The positions of a board of 2 × 2
# ---------------------------------
# Blue positions are won by who moves there, orange boxes are lost.
from pathlib import Path

s = solve(2, 2)
draw = board(2, 2)
names = {(p, side): f"{draw(p)} {side}" for p in s for side in ("left", "right")}
graph = s.alternating()
named = {name: [names[w] for w in graph.options(p)] for p, name in names.items()}
Path("domineering.svg").write_text(gg.solve(named).to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# With values shown, it says who wins if Left begins and if Right begins.
from _texts import about

s = solve(4, 4)
s.write_html(
    "domineering.html",
    title="Domineering 4 × 4",
    board=board(4, 4),
    pieces=PIECES,
    move=move_name(4, 4),
    **about("domineering"),
)
