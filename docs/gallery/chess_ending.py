# %%
# The queen against the king
# --------------------------
# Solved once, as ``main`` does; the longest mate takes 19 plies with white to move.
game = Ending("queen")
s = gg.solve(game, start=game.starts())
print(s)
white = [position for position in s if position[3] and position != DRAWN]
print("white to move: at most", max(s.remoteness_of(position) for position in white), "plies")

# %%
# The end of the longest mate
# ---------------------------
# A position is the squares of white's king, of the queen and of black's king, and whether white is
# to move. One stands for its mirror images.
from pathlib import Path

longest = max(s, key=s.remoteness_of)
end = s.line(longest)[-3]
print(game.board(end))
Path("chess_ending.svg").write_text(s.to_svg(around=end, depth=1), encoding="utf-8")

# %%
# A page to play in
# -----------------
# King and rook against the king. On a page no position may stand for its mirror images, since the
# board would turn between two moves; so all 402,724 are solved, by the rules in C of
# ``_chess_ending.py``. Mate takes 16 moves from here.
from _chess_ending import WholeEnding
from _texts import about

ending = WholeEnding("rook")
s = ending.solve()
s.write_html("chess_ending.html", **ending.look(), **about("king_and_rook"))
