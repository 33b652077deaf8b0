"""Outcome, remoteness and best move of every position, with files and the certificate.

This room imports the top, `graphs` and `rules`.
"""
