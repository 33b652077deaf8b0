"""Rules of games, and the graphs that exploring makes of them.

This room imports the top and `graphs`.
"""
