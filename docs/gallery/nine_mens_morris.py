# %%
# What it prints
# --------------
main(["3", "3", "--any-order"])

# %%
# The last moves of a win
# -----------------------
# Numbers are codes; one stands for all positions that look the same from another side.
# ``python examples/nine_mens_morris.py 3 3 --serve 8000`` lets you play it in a browser.
from pathlib import Path

s = gg.solve(NineMensMorris(3, 3, any_order=True).explore())
near = next(p for p in s if s.remoteness_of(p) == 4)
Path("nine_mens_morris.svg").write_text(s.to_svg(around=near, depth=1), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Of six men's morris, which is small enough for a page: two squares, three stones each, which move
# along the lines only.  Black wins in 15 plies, by one move alone.
game = SixMensMorris()
s = game.solve()
s.write_html("nine_mens_morris.html", **game.look(), **about("six_mens_morris"))
