# %%
# What it prints
# --------------
main(["3", "--check"])

# %%
# The first moves
# ---------------
# Numbers are codes; one stands for all positions that turning and reflecting the board make of it.
from pathlib import Path

import graphgame as gg

game = Quixo(3)
s = gg.solve(game.explore())
Path("quixo.svg").write_text(s.to_svg(around=game.start, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
# X is the player to move. The page has every position, not one of each class.
from _texts import about

s.write_html(
    "quixo.html", title="Quixo 3 × 3", board=game.board, move=game.move_name, **about("quixo")
)
