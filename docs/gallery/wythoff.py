# %%
# What it prints
# --------------
main(["30"])

# %%
# The positions from (3, 5) on
# ----------------------------
# (3, 5) is cold: all its moves lead to wins of the other player.
from pathlib import Path

s = gg.solve(options, start=(3, 5))
Path("wythoff.svg").write_text(s.to_svg(depth=1), encoding="utf-8")

# %%
# A page to play in
# -----------------
# The chess queen on its way to the corner at the top left.
from _texts import about

s = gg.solve(options, start=(6, 7))
s.write_html(
    "wythoff.html",
    title="Wythoff's game",
    board=lambda p: "\n".join("".join(".Q"[(r, c) == p] for c in range(8)) for r in range(7)),
    pieces={"Q": {"name": "queen", "text": "♛"}},
    **about("wythoff"),
)
