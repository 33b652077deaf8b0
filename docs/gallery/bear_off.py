# %%
# What it prints
# --------------
main([])

# %%
# Few rolls, or a better chance?
# ------------------------------
# A has checkers on 5, 5 and 4 and has rolled 2 and 1; B has them on 6 and 2, and is ahead.  What
# each way to play the roll is worth to A, and how many rolls A then needs on average.
solution, rolls = race((5, 5, 4), (6, 2)), alone([(5, 5, 4)])
for option, value in solution.move_values(((5, 5, 4), (6, 2), 0, (2, 1))).items():
    print(f"{named(option[0])}: {value:.6f}, {rolls.value((option[0], ())):.6f} rolls")

# %%
# Two checkers at once
# --------------------
# How many of the 36 rolls bear off two checkers, by their points.
Path("bear_off.svg").write_text(picture(at_once()), encoding="utf-8")
