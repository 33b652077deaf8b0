# %%
# What it prints
# --------------
main([])

# %%
# A ladder of two rungs
# ---------------------
# Weights of chance are beside its moves.
model = ladder(2)
for position, row in model.rows.items():
    print(position, row)

# %%
# What value iteration says
# -------------------------
# Every value is 1; the higher the ladder, the later a sweep comes near.
models = [election(4), *(ladder(rungs) for rungs in range(2, 6))]
Path("for_certain.svg").write_text(picture(models, 500), encoding="utf-8")
