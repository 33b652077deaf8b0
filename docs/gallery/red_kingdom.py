# %%
# What it prints
# --------------
main([])

# %%
# A castle of four soldiers
# -------------------------
# The second number is the last attack: 0 mixed or none, 1 infantry, 2 cavalry.
from pathlib import Path

s = gg.solve(rule((1, 2, 3)), start=((4, 0),))
Path("red_kingdom.svg").write_text(s.to_svg(depth=5), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(rule((1, 3, 5)), start=((9, 0),))
s.write_html("red_kingdom.html", title="Attack on Red Kingdom", **about("red_kingdom"))
