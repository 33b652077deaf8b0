"""Misère play of heap games: outcomes, genera, and quotients with their certificate.

Part of the room `heaps`; it imports what `heaps` may import.
"""
