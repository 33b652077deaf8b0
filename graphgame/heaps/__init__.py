"""Games that are played with heaps: values, periods, misère play.

This room imports the top, `graphs`, `rules`, `solving` and `values`.
"""
