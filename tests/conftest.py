"""Settings of the whole suite: Hypothesis sets no time limit, since no test here is a stopwatch."""

import signal

from hypothesis import settings

settings.register_profile("graphgame", deadline=None, print_blob=True)
settings.load_profile("graphgame")

# A process that a shell without job control starts in the background ignores Ctrl-C; so would all
# that tests start, which would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
