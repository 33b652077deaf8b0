# %%
# What it prints
# --------------
main(["4", "4"])

# %%
# Around the start
# ----------------
from pathlib import Path

game = ConnectFour(4, 4)
s = gg.solve(game.explore())
Path("connect_four.svg").write_text(s.to_svg(around=game.start, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html(
    "connect_four.html",
    title="Connect-4 on 4 × 4",
    board=game.board,
    turn=game.turn,
    pieces=PIECES,
    move=game.move_name,
    style="falling",
    **about("connect_four"),
)
