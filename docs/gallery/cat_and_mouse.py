# %%
# What it prints
# --------------
main([])

# %%
# The moves around the start
# --------------------------
# A draw is grey: neither can force an end.
from pathlib import Path

game = CatAndMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
s = gg.solve(game, start=START)
Path("cat_and_mouse.svg").write_text(s.to_svg(depth=3), encoding="utf-8")

# %%
# A page to play in
# -----------------
# The nodes stand on a circle.
from math import cos, pi, sin

from _texts import about

s.write_html(
    "cat_and_mouse.html",
    title="Cat and Mouse",
    board=game.board,
    turn=turn,
    pieces=PIECES,
    centres=[(sin(2 * pi * k / 6), -cos(2 * pi * k / 6)) for k in range(6)],
    edges=[(v, w) for v, beside in enumerate(game.neighbours) for w in beside if v < w],
    **about("cat_and_mouse"),
)
