"""Compiled functions in the forms in which Python holds them: their addresses, checked."""

from __future__ import annotations

import sys
from operator import index as as_int
from types import MethodType
from typing import Any

from graphgame.errors import GraphGameError
from graphgame.rules.compiled import signatures
from graphgame.rules.compiled.native import Native
from graphgame.rules.compiled.signatures import MOVES, NUMBER, OPTIONS, SCORE, Shape

__all__ = ["MOVES", "NUMBER", "OPTIONS", "SCORE", "Native", "Shape", "native"]


def native(function: Any, shape: Shape, what: str = "rule") -> Native | None:
    """Return a compiled function with its address; None if it is none, and is called as Python.

    Parameters
    ----------
    function : object
        A ctypes function, a Numba ``@cfunc`` or ``@njit`` function, a cffi pointer, a capsule that
        is named by its signature, a ``scipy.LowLevelCallable`` of one of these, an object with an
        integer ``address``, an address, or a `Native`.
    shape : Shape
        What it takes and returns: `OPTIONS`, `MOVES`, `NUMBER` or `SCORE`.
    what : str
        The argument, for messages.

    Raises
    ------
    GraphGameError
        If it is a compiled function of another signature, or no address of code.
    """
    if isinstance(function, Native):
        return function
    if getattr(function, "shape", ()):  # an array
        return None
    if isinstance(function, MethodType) and _is_njit(function.__func__):
        function = function.__func__  # an attribute of a class, which Numba binds as Python does
    if _is_njit(function):
        from graphgame.rules.compiled.njit import compiled

        return compiled(function, shape, what)
    data = 0
    address = _address(function, shape, what)
    if hasattr(function, "function") and hasattr(function, "user_data"):  # LowLevelCallable
        address = _inner_address(function, shape, what)
        data = 0 if function.user_data is None else _pointer(function.user_data, what)
    if address is None:
        return None
    closed = "" if _is_integer(function) else "; has its library been closed, or forgotten?"
    return Native(_code_address(address, what, closed), data, function)


def _is_njit(function: Any) -> bool:
    return hasattr(function, "py_func") and type(function).__module__.startswith("numba.")


def _inner_address(holder: Any, shape: Shape, what: str) -> int:
    """Return the address in a LowLevelCallable, which may name the signature of a capsule."""
    inner = holder.function
    if type(inner).__name__ == "PyCapsule":
        signatures.require_text(what, holder.signature, shape)
        return _pointer(inner, what)
    address = _address(inner, shape, what)
    if address is None:
        raise GraphGameError(f"{what}: expected a compiled function in {holder!r}")
    return address


def _address(function: Any, shape: Shape, what: str) -> int | None:
    """Return the address of a function, whose signature is checked; None if it is not compiled."""
    if _is_integer(function):
        return as_int(function)
    kind = type(function)
    if kind.__name__ == "PyCapsule":
        signatures.require_text(what, _capsule_name(function), shape)
        return _pointer(function, what)
    if kind.__module__ == "_cffi_backend":
        return _cffi_address(function, shape, what)
    if _is_ctypes_function(function):
        signatures.require_ctypes(what, function, shape)
        return _pointer(function, what)
    if isinstance(getattr(function, "address", None), int):
        if kind.__module__.startswith("numba."):
            signatures.require_numba(what, function._sig, shape)
        return as_int(function.address)
    return None


def _is_integer(value: object) -> bool:
    """Return whether a value is an integer of Python or of NumPy, which may be an address."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return hasattr(value, "dtype") and hasattr(value, "__index__") and value.dtype.kind in "iu"


def _is_ctypes_function(function: Any) -> bool:
    # Who has made a ctypes function has imported ctypes.
    ctypes = sys.modules.get("ctypes")
    return ctypes is not None and isinstance(function, ctypes._CFuncPtr)


def _cffi_address(function: Any, shape: Shape, what: str) -> int:
    ffi = sys.modules["_cffi_backend"].FFI()
    if not isinstance(function, ffi.CData):
        raise GraphGameError(
            f"{what}: expected a pointer to a function, as ffi.addressof(lib, name) gives it, "
            f"got {function!r}"
        )
    kind = ffi.typeof(function)
    if kind.kind == "pointer" and kind.item.kind == "function":
        kind = kind.item
    if kind.kind == "function":
        signatures.require_cffi(what, kind, shape)
    elif kind.cname not in ("void *", "intptr_t", "uintptr_t"):
        raise GraphGameError(
            f"{what}: expected a pointer to a function {shape.text}, got {kind.cname}"
        )
    return int(ffi.cast("uintptr_t", function))


def _capsule_name(capsule: Any) -> str:
    import ctypes

    # Looked up like this it is a new object: those that attributes give belong to everybody.
    name = ctypes.pythonapi["PyCapsule_GetName"]
    name.restype, name.argtypes = ctypes.c_char_p, (ctypes.py_object,)
    return (name(capsule) or b"").decode(errors="replace")


def _pointer(holder: Any, what: str) -> int:
    """Return the address that a capsule, or a pointer of ctypes or cffi, holds."""
    import ctypes

    if type(holder).__name__ == "PyCapsule":
        name, pointer = (ctypes.pythonapi[f"PyCapsule_Get{x}"] for x in ("Name", "Pointer"))
        name.restype, name.argtypes = ctypes.c_char_p, (ctypes.py_object,)
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        return as_int(pointer(holder, name(holder)))
    if type(holder).__module__ == "_cffi_backend":
        return int(sys.modules["_cffi_backend"].FFI().cast("uintptr_t", holder))
    try:
        return ctypes.cast(holder, ctypes.c_void_p).value or 0
    except (TypeError, ctypes.ArgumentError):
        raise GraphGameError(f"{what}: expected a pointer as user data, got {holder!r}") from None


def _code_address(address: int, what: str, closed: str = "") -> int:
    """Refuse an address where no code is: to call it would end the process."""
    if address == 0:
        raise GraphGameError(
            f"{what}: expected the address of a compiled function, got a null pointer"
        )
    if not 0 < address < 2**64 or not _is_executable(address):
        kind = "or an object with options(position), " if what == "rule" else ""
        raise GraphGameError(
            f"{what}: expected a function, {kind}or the address of a compiled function, got "
            f"{address}, where no code is{closed}"
        )
    return address


def _is_executable(address: int) -> bool:
    """Return whether an address is in memory that may be executed; True where nobody knows."""
    try:
        with open("/proc/self/maps", "rb") as file:
            maps = file.read()
    except OSError:  # not on Linux
        return True
    for line in maps.splitlines():
        bounds, _, rights = line.partition(b" ")
        if rights[2:3] == b"x":
            first, _, end = bounds.partition(b"-")
            if int(first, 16) <= address < int(end, 16):
                return True
    return False
