# %%
# What it prints
# --------------
main([])

# %%
# The positions of heaps of 1, 2 and 2
# ------------------------------------
from pathlib import Path

s = gg.solve(options, start=(1, 2, 2))
Path("nim.svg").write_text(s.to_svg(depth=5), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Nim is a heap game, too: the page needs no graph, and heaps may be of any size.
s = gg.all_but()
s.write_html("nim.html", title="Nim", heaps=(3, 4, 5))
