# %%
# What it prints
# --------------
main([])

# %%
# One knight, from the middle of the board
# ----------------------------------------
from pathlib import Path

s = gg.solve(rule(8), start=((4, 4),))
Path("knights.svg").write_text(s.to_svg(depth=6), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(rule(8), start=((5, 7), (6, 6), (7, 4)))
s.write_html(
    "knights.html", title="Three knights", board=board(8), pieces=PIECES, **about("knights")
)
