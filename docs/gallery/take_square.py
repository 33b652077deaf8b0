# %%
# What it prints
# --------------
main([])

# %%
# The positions from 20 stones on
# -------------------------------
from pathlib import Path

s = gg.solve(options, start=20)
Path("take_square.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(options, start=30)
s.write_html(
    "take_square.html",
    title="Take a square number of stones",
    board=lambda n: "\n".join(f"{'o' * n:.<30}"[k : k + 10] for k in (0, 10, 20)),
    pieces={"o": {"name": "stone", "shape": "disc", "colour": "#b8860b"}},
    **about("take_square"),
)
