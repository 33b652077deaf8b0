"""Addresses of compiled functions, in the forms in which Python holds them."""

from __future__ import annotations

import sys

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def native_function(function: Any) -> tuple[int, int] | None:
    """Return the address of a compiled function and of its user data (0 for none).

    None if it is no compiled function: then it is called as Python.

    Parameters
    ----------
    function : object
        A ctypes function, an object with an integer ``address`` (Numba's ``cfunc``), a capsule, an
        address, or a ``scipy.LowLevelCallable`` of one of the first three.
    """
    if isinstance(function, int) and not isinstance(function, bool):
        return _checked(function), 0
    if hasattr(function, "function") and hasattr(function, "user_data"):  # LowLevelCallable
        inner = native_function(function.function)
        if inner is None:
            raise GraphGameError(f"rule: expected a compiled function in {function!r}")
        data = function.user_data
        return inner[0], 0 if data is None else _pointer(data)
    if isinstance(getattr(function, "address", None), int):
        return _checked(function.address), 0
    if type(function).__name__ == "PyCapsule" or _is_ctypes_function(function):
        return _pointer(function), 0
    return None


def _is_ctypes_function(function: Any) -> bool:
    # Who has made a ctypes function has imported ctypes.
    ctypes = sys.modules.get("ctypes")
    return ctypes is not None and isinstance(function, ctypes._CFuncPtr)


def _pointer(holder: Any) -> int:
    """Return the address that a capsule, a ctypes function or a ctypes pointer holds."""
    import ctypes

    if type(holder).__name__ == "PyCapsule":
        # Looked up like this they are new objects: those that attributes give belong to everybody.
        name = ctypes.pythonapi["PyCapsule_GetName"]
        pointer = ctypes.pythonapi["PyCapsule_GetPointer"]
        name.restype, name.argtypes = ctypes.c_char_p, (ctypes.py_object,)
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        return _checked(pointer(holder, name(holder)))
    return _checked(ctypes.cast(holder, ctypes.c_void_p).value)


def _checked(address: int | None) -> int:
    if not address or address < 0:
        raise GraphGameError(
            "rule: expected the address of a compiled function, got a null pointer"
        )
    return address
