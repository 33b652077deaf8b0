# %%
# What it prints
# --------------
main([])

# %%
# The end of a game
# -----------------
# X has the corner, O the centre: whatever X does now, O draws.
from pathlib import Path

s = gg.solve(options, start=START, presets=preset)
Path("tic_tac_toe.svg").write_text(s.to_svg(around="XXO.OX.O.", depth=3), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html(
    "tic_tac_toe.html",
    title="Tic-tac-toe",
    board=board,
    turn=turn,
    pieces=PIECES,
    **about("tic_tac_toe"),
)
