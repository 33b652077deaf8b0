"""Grundy values and loopy values of every position, nimbers, and sums of games.

This room imports the top, `graphs`, `rules` and `solving`.
"""
