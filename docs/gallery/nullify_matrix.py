# %%
# What it prints
# --------------
main([])

# %%
# The moves of a matrix of 2 × 2
# ------------------------------
from pathlib import Path

s = gg.solve(rule(2, 2, 1), start=(1, 1, 1, 1))
Path("nullify_matrix.svg").write_text(s.to_svg(depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(rule(2, 2, 3), start=(3, 1, 2, 0))
s.write_html(
    "nullify_matrix.html",
    title="Nullify the matrix",
    board=lambda p: "\n".join("".join(map(str, p[k : k + 2])) for k in (0, 2)),
    **about("nullify_matrix"),
)
