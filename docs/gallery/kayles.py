# %%
# What it prints
# --------------
main()

# %%
# Sums of four rows
# -----------------
# A row is its element of the quotient: sums of rows of any length are decided at once.
quotient = gg.octal("0.77").misere_quotient()
print(quotient.outcome([10**6, 10**9, 10**12, 7]))

# %%
# The values of normal play, beside it
# ------------------------------------
from pathlib import Path

Path("kayles.svg").write_text(gg.octal("0.77").to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
s = gg.octal("0.77")
s.write_html("kayles.html", title="Kayles", heaps=(5, 8, 13))
