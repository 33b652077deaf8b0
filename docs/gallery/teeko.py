# %%
# What it prints
# --------------
main(["4"])

# %%
# The first moves
# ---------------
# Numbers are codes; one stands for all positions that turning and reflecting the board make of it.
from pathlib import Path

game = Teeko(4)
s = gg.solve(game.explore())
Path("teeko.svg").write_text(s.to_svg(around=game.start, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
# On three rows of four cells, which are few enough for a page.
from _texts import about

small = SmallTeeko()
s = small.solve()
s.write_html("teeko.html", **small.look(), **about("small_teeko"))
