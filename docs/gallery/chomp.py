# %%
# What it prints
# --------------
main(["4", "5"])

# %%
# The positions of a bar of 2 × 3
# -------------------------------
from pathlib import Path

s = gg.solve(options, start=(3, 3))
Path("chomp.svg").write_text(s.to_svg(depth=6), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(options, start=(7,) * 4)
s.write_html(
    "chomp.html",
    title="Chomp 4 × 7",
    board=board(4, 7),
    pieces=PIECES,
    move=move(4),
    **about("chomp"),
)
