"""Games with owners: attractors, Büchi, parity and partizan games, and their certificates.

This room imports the top, `graphs`, `rules` and `playing`.
"""
