"""Graph text and results as text and JSON.

This room imports the top, `graphs`, `solving` and `values`.
"""
