# %%
# What it prints
# --------------
main([])

# %%
# The positions from 12 stones on
# -------------------------------
# Wins are blue, losses orange boxes; the number is that of the plies to the end, and thick arrows
# are best moves.
from pathlib import Path

s = gg.solve(options, start=12)
Path("take.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(options, start=21)
s.write_html(
    "take.html",
    title="Take 1, 2 or 3 stones",
    board=lambda n: "\n".join(f"{'o' * n:.<21}"[k : k + 7] for k in (0, 7, 14)),
    pieces={"o": {"name": "stone", "shape": "disc", "colour": "#b8860b"}},
    **about("take"),
)
