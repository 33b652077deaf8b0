# %%
# What it prints
# --------------
main(["5"])

# %%
# Around the start
# ----------------
from pathlib import Path

game = QueenAndPawns(5)
s = gg.solve(game.explore())
Path("queen_and_pawns.svg").write_text(s.to_svg(depth=1), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html(
    "queen_and_pawns.html",
    title="Queen and Pawns 5 × 5",
    board=game.board,
    turn=game.player,
    pieces=PIECES,
    move=game.move,
    style="checkered",
    **about("queen_and_pawns"),
)
