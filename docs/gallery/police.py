# %%
# What it prints
# --------------
main([])

# %%
# A map of the thief's starts
# ---------------------------
from pathlib import Path

s = gg.PoliceAndThief(BOARD).solve()
Path("police.svg").write_text(s.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
s.write_html("police.html", title="The policeman and the thief")
