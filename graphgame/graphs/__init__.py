"""Graphs of games, from every kind of input, with labels and preset outcomes.

This room imports the modules at the top.
"""
