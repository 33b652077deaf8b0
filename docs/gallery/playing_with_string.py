# %%
# What it prints
# --------------
main([])

# %%
# The positions of a word
# -----------------------
from pathlib import Path

s = gg.solve(options, start=("abababa",))
Path("playing_with_string.svg").write_text(s.to_svg(depth=4), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html(
    "playing_with_string.html", title="Playing with string: abababa", **about("playing_with_string")
)
