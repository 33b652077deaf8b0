# %%
# What it prints
# --------------
main(["4", "5", "--all", "--check"])

# %%
# How often each value occurs
# ---------------------------
# A region is a set of cells that hang together, up to symmetry.
found, start = values(4, 5, whole=True)
print(found.histogram())

# %%
# The first moves that win
# ------------------------
for move in found.winning_moves():
    print([region.bit_count() for region in move.to], "cells are left")
