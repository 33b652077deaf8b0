"""Settings of the whole suite: Hypothesis sets no time limit, since no test here is a stopwatch."""

from hypothesis import settings

settings.register_profile("graphgame", deadline=None, print_blob=True)
settings.load_profile("graphgame")
