"""Compiled rules: their addresses, their signatures, and how they are called.

May import: the top, `graphs`.

Files::

    addresses.py   addresses of compiled functions, from any wrapper
    signatures.py  their signatures, from C text, ctypes, cffi and Numba
    native.py      `Native`: a compiled function with its address
    njit.py        functions of `@njit`: wrap them, and have Numba compile them
    failures.py    errors in Python functions that compiled code calls
    _stage.pyx     call compiled rules, and collect what they give
"""
