# %%
# What it prints
# --------------
main([])

# %%
# The positions of a matrix of 4 × 4
# ----------------------------------
from pathlib import Path

matrix = np.array([[2, 4, 6, 8], [4, 1, 3, 2], [8, 5, 2, 7], [6, 2, 1, 4]])
s = gg.solve(rule(matrix), start=(0, 0))
Path("parity_matrix.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# A position is the number of rows, and that of columns, that are gone.
from _texts import about

s.write_html("parity_matrix.html", title="The parity game on a matrix", **about("parity_matrix"))
