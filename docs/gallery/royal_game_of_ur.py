# %%
# What it prints
# --------------
main(["2", "--verify"])

# %%
# What each throw is worth
# ------------------------
# Who begins throws; then the first piece comes in, if it is no 0. A 4 leads to a rosette.
game = RoyalGameOfUr(3)
database = game.solve()
for throw, weight in enumerate(game.rolls):
    for option, worth in database.move_values(game.start, throw).items():
        move = game.move(game.start, option)
        print(f"{throw}, {weight:2} times in 16: {move:5} {worth:.4f}")

# %%
# To hit, or to be safe?
# ----------------------
# Pieces on squares 6 and 10, the other player on square 12, and 2 is thrown: from 6 to the rosette,
# or from 10 to capture?
index = next(
    index for index in range(len(database)) if game.squares(index) == ((0, 0), ({6, 10}, {12}))
)
for option, worth in database.move_values(index, 2).items():
    print(f"{game.move(index, option):5} {worth:.4f}")

# %%
# The position, as the player who throws sees it: own pieces are dark, and rosettes are marked.
from pathlib import Path

PATH = [*((3 - k, 2) for k in range(4)), *((k, 1) for k in range(8)), (7, 2), (6, 2)]
drawn = []
for square, (x, y) in enumerate(PATH, start=1):
    for row in {y, 2 - y}:
        fill = "#f4d58d" if square in {4, 8, 14} else "#fffdf7"
        drawn.append(
            f'<rect x="{60 * x + 2}" y="{60 * row + 2}" width="56" height="56" fill="{fill}"/>'
        )
for (x, y), fill in ((PATH[5], "#333"), (PATH[9], "#333"), (PATH[11], "#fff")):
    drawn.append(f'<circle cx="{60 * x + 30}" cy="{60 * y + 30}" r="20" fill="{fill}"/>')
Path("royal_game_of_ur.svg").write_text(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 180" width="480" height="180">'
    f'<rect width="480" height="180" fill="#fff"/><g stroke="#555">{"".join(drawn)}</g></svg>',
    encoding="utf-8",
)
