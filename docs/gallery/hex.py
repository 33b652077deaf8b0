# %%
# What it prints
# --------------
main(["4"])

# %%
# The positions of a board of 2 × 2
# ---------------------------------
from pathlib import Path

small = Hex(2)
s = small.solve()
names = {code: "/".join(small.board(code)[k : k + 2] for k in (0, 2)) for code in s}
named = {
    names[code]: [names[x] for x in s.game.options(code)] for code in s if s.remoteness_of(code) > 0
}
presets = {names[code]: gg.LOSE for code in s if s.remoteness_of(code) == 0}
graph = gg.solve(named | {key: [] for key in presets}, presets=presets)
Path("hex.svg").write_text(graph.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Its board is a drawing, whose hexagons are painted.
from _texts import about

game = Hex(3)
game.solve().write_html(
    "hex.html",
    title="Hex 3 × 3",
    board=game.board,
    style=game.drawing(),
    pieces=PIECES,
    turn=game.turn,
    move=game.move_name,
    **about("hex"),
)
