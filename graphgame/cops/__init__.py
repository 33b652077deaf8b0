"""Cops and robbers on graphs, and cop numbers.

This room imports the top and `graphs`.
"""
