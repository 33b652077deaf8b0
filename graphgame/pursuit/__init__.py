"""The policeman and the thief: a game of pursuit on a grid.

This room imports the top, `graphs` and `solving`.
"""
