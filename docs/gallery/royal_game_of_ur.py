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
