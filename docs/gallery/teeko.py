# %%
# What it prints
# --------------
main(["4"])

# %%
# The first moves
# ---------------
# Numbers are codes; one stands for all positions that turning and reflecting the board make of it.
# A board to play on would turn between two moves, so there is no page.
from pathlib import Path

import graphgame as gg

game = Teeko(4)
s = gg.solve(game.explore())
Path("teeko.svg").write_text(s.to_svg(around=game.start, depth=2), encoding="utf-8")
