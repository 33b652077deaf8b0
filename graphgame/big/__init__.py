"""Games larger than memory: labels, databases on disk, and what builds them.

This room may import `rules`, `graphs` and `solving`; a method that shows a database imports
`playing` when it is called.
"""
