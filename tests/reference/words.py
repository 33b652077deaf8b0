"""Sequences, by their definitions."""

from __future__ import annotations

from collections.abc import Sequence


def longest_borders(word: Sequence[int]) -> list[int]:
    """Return the longest border of the last 1, 2, … entries of a word."""
    ends = (word[len(word) - t :] for t in range(1, len(word) + 1))
    return [max(b for b in range(len(end)) if end[:b] == end[len(end) - b :]) for end in ends]
