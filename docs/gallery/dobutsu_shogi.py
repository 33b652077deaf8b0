# %%
# What it prints
# --------------
main(["C"])

# %%
# The first moves
# ---------------
# Positions are numbers. A catch of the lion is not played out: it is preset as a win in one ply. A
# page to play in has no such presets; ``graphgame serve`` shows a database of this game.
from pathlib import Path

game = DobutsuShogi("C")
graph = game.explore()
Path("dobutsu_shogi.svg").write_text(graph.to_svg(around=game.start, depth=2), encoding="utf-8")
