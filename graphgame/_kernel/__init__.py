"""What kernels are built on: memory, bits, flags, prefetching, signals, constants.

This room imports nothing.
"""
