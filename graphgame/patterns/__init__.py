"""Patterns in tables of outcomes and values.

This room imports the top.
"""
