# %%
# What it prints
# --------------
main(["C"])

# %%
# The first moves
# ---------------
# Positions are numbers. A catch of the lion is not played out: it is preset as a win in one ply.
from pathlib import Path

game = DobutsuShogi("C")
graph = game.explore()
Path("dobutsu_shogi.svg").write_text(graph.to_svg(around=game.start, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
# The lion and the chick on each side. ``python examples/dobutsu_shogi.py EC --serve 8000`` lets you
# play with more animals, and asks for each position.
s = game.solve_sided()
s.write_html("dobutsu_shogi.html", **game.look(), **about("dobutsu_shogi"))
