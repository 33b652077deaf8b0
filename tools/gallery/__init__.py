"""The gallery: a page for each of many games of examples/, and an index with pictures.

`make gallery` runs it; `python -m tools.gallery OUT` writes into another folder.
"""
