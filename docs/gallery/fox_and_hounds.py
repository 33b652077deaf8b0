# %%
# What it prints
# --------------
main(["6"])

# %%
# Best play on 4 × 4
# ------------------
# Positions are numbers; the hounds win in 8 plies.
from pathlib import Path

s = gg.solve(FoxAndHounds(4).explore())
Path("fox_and_hounds.svg").write_text(s.to_svg(depth=3), encoding="utf-8")

# %%
# A page to play in
# -----------------
game = FoxAndHounds(6)
from _texts import about

s = gg.solve(game.explore())
s.write_html(
    "fox_and_hounds.html",
    title="Fox and Hounds 6 × 6",
    board=game.board,
    turn=game.player,
    pieces=PIECES,
    style="checkered",
    **about("fox_and_hounds"),
)
