"""Signatures of compiled functions, as C text, ctypes, cffi and Numba give them.

Each is brought to the same words, "int64", "int64*" and so on, and compared with what is called.
"""

from __future__ import annotations

import re
from struct import calcsize
from typing import Any

from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET, NO_SCORE


class Shape:
    """What a compiled function takes and returns.

    Attributes
    ----------
    text : str
        As C declares it.
    accepted : tuple of frozenset of str
        For each parameter, and at last for the result, the types that do.
    none : int
        The number that stands for None.
    """

    text: str
    accepted: tuple[frozenset[str], ...]
    none: int

    def __init__(self, text: str, *accepted: frozenset[str], none: int = NO_PRESET) -> None:
        self.text, self.accepted, self.none = text, accepted, none


_CODE = frozenset({"int64"})
# A size is never negative where it is right, so that its sign says nothing.
_SIZE = frozenset({"int64", "uint64"})
_CODES = frozenset({"int64*", "void*"})
_DATA = frozenset({"void*", "int64*", "pointer", "int64", "uint64"})

# Writes the options of a code, and returns how many there are.
OPTIONS = Shape(
    "int64_t (int64_t code, int64_t *options, int64_t room, void *data)",
    *(_CODE, _CODES, _SIZE, _DATA, _SIZE),
)
# Writes the options of a state after a roll, and returns how many there are.
MOVES = Shape(
    "int64_t (int64_t index, int64_t roll, int64_t *options, int64_t room, void *data)",
    *(_CODE, _SIZE, _CODES, _SIZE, _DATA, _SIZE),
)
# Returns a number for a code: a preset outcome, or another code.
NUMBER = Shape("int64_t (int64_t code, void *data)", _CODE, _DATA, _CODE)
# Returns the score of a code.
SCORE = Shape(NUMBER.text, *NUMBER.accepted, none=NO_SCORE)

_SIGNED = {
    *("int64_t", "long long", "long long int", "signed long long", "PY_LONG_LONG", "npy_int64"),
    *("npy_longlong", "int_fast64_t", "int_least64_t", "__int64_t", "__int64"),
}
_UNSIGNED = {"uint64_t", "unsigned long long", "unsigned PY_LONG_LONG", "npy_uint64", "__uint64_t"}
if calcsize("l") == 8:
    _SIGNED |= {"long", "long int", "signed long", "npy_long"}
    _UNSIGNED |= {"unsigned long", "unsigned long int", "npy_ulong"}
if calcsize("P") == 8:
    _SIGNED |= {"ssize_t", "Py_ssize_t", "ptrdiff_t", "intptr_t", "npy_intp", "Py_intptr_t"}
    _UNSIGNED |= {"size_t", "uintptr_t", "npy_uintp"}


def require(what: str, found: tuple[str, ...], shown: str, shape: Shape, cure: str = "") -> None:
    """Refuse a signature that is not the expected one.

    Parameters
    ----------
    what : str
        The argument, for the message.
    found : tuple of str
        The types of the parameters, and at last of the result.
    shown : str
        The signature as its source spells it.
    """
    if len(found) != len(shape.accepted) or any(
        kind not in accepted for kind, accepted in zip(found, shape.accepted, strict=True)
    ):
        raise GraphGameError(
            f"{what}: expected a compiled function of the signature {shape.text}, got {shown}{cure}"
        )


# -- C text ---------------------------------------------------------------------------------------


def require_text(what: str, text: str, shape: Shape) -> None:
    """Refuse a signature in C that is not the expected one, such as the name of a capsule."""
    match = re.fullmatch(r"\s*([^()]*?)\s*\(([^()]*)\)\s*(?:noexcept\s*)?(?:nogil\s*)?", text)
    if match is None:
        raise GraphGameError(
            f"{what}: expected a capsule whose name is its signature in C, {shape.text}, as Cython "
            f"makes it for a `cdef api` function, got one named {text!r}"
        )
    result, listed = match.groups()
    parameters = [] if listed.strip() in ("", "void") else listed.split(",")
    found = (*map(_c_type, parameters), _c_type(result))
    cure = "" if "".join(found).isalnum() else "; 64-bit integers are spelled int64_t"
    require(what, found, text, shape, cure if any(x not in _WORDS for x in found) else "")


_WORDS = {"int64", "uint64", "int64*", "void*", "pointer"}


def _c_type(text: str) -> str:
    """Return the type of a parameter, which may have a name."""
    stars = text.count("*")
    # The declared type ends at the first star; behind the last one there is only a name.
    words = [word for word in text.partition("*")[0].split() if word not in ("const", "volatile")]
    for count in (len(words), len(words) - 1):
        name = " ".join(words[:count])
        kind = "int64" if name in _SIGNED else "uint64" if name in _UNSIGNED else ""
        if stars:
            return "int64*" if (kind, stars) == ("int64", 1) else _pointer(name, stars)
        if kind:
            return kind
    return " ".join(words)


def _pointer(name: str, stars: int) -> str:
    return "void*" if (name, stars) == ("void", 1) else "pointer"


# -- ctypes ---------------------------------------------------------------------------------------


def require_ctypes(what: str, function: Any, shape: Shape) -> None:
    """Refuse a ctypes function whose argtypes or restype are set to others than the expected.

    A function of a library has no argtypes until they are set, and the restype c_int: this says
    nothing.
    """
    import ctypes

    arguments, result = function.argtypes, function.restype
    if arguments is None and result in (ctypes.c_int, ctypes.c_int64):
        return
    names = ", ".join(getattr(x, "__name__", str(x)) for x in arguments or ())
    shown = f"argtypes ({names})" if arguments is not None else "no argtypes"
    shown += f" and restype {getattr(result, '__name__', result)}"
    found = (*map(_ctypes_type, arguments or ()), _ctypes_type(result))
    if arguments is None:  # only the result is known
        found = (*("int64*" if "int64*" in x else "int64" for x in shape.accepted[:-1]), found[-1])
    cure = ""
    if result is ctypes.c_int:
        cure = "; c_int is what ctypes takes where no restype is set: set restype = ctypes.c_int64"
    require(what, found, shown, shape, cure)


def _ctypes_type(kind: Any) -> str:
    import ctypes

    if kind in (ctypes.c_int64, ctypes.c_longlong, ctypes.c_ssize_t):
        return "int64"
    if kind in (ctypes.c_uint64, ctypes.c_ulonglong, ctypes.c_size_t):
        return "uint64"
    if kind is ctypes.c_void_p:
        return "void*"
    if isinstance(kind, type) and issubclass(kind, ctypes._Pointer):
        return "int64*" if _ctypes_type(kind._type_) == "int64" else "pointer"
    if kind in (ctypes.c_char_p, ctypes.py_object):
        return "pointer"
    if hasattr(kind, "_dtype_"):  # numpy.ctypeslib.ndpointer
        return "int64*" if kind._dtype_ is None or kind._dtype_.str[1:] == "i8" else "pointer"
    return str(getattr(kind, "__name__", kind))


# -- cffi -----------------------------------------------------------------------------------------


def require_cffi(what: str, kind: Any, shape: Shape) -> None:
    """Refuse a type of cffi, of kind "function", that is not the expected one."""
    found = (*map(_cffi_type, kind.args), _cffi_type(kind.result))
    if kind.ellipsis:
        found = (*found, "...")
    require(what, found, kind.cname, shape)


def _cffi_type(kind: Any) -> str:
    if kind.kind == "pointer":
        inner = kind.item
        if inner.kind == "void":
            return "void*"
        return "int64*" if _cffi_type(inner) == "int64" else "pointer"
    return _c_type(kind.cname)


# -- Numba ----------------------------------------------------------------------------------------


def require_numba(what: str, signature: Any, shape: Shape) -> None:
    """Refuse the signature of a Numba `cfunc` that is not the expected one."""
    found = (*map(_numba_type, signature.args), _numba_type(signature.return_type))
    shown = f"{signature.return_type}({', '.join(map(str, signature.args))})"
    cure = "; in Numba it is int64(int64, CPointer(int64), int64, voidptr)"
    if shape is MOVES:
        cure = "; in Numba it is int64(int64, int64, CPointer(int64), int64, voidptr)"
    elif shape is NUMBER:
        cure = "; in Numba it is int64(int64, voidptr)"
    require(what, found, shown, shape, cure)


def _numba_type(kind: Any) -> str:
    if hasattr(kind, "bitwidth") and hasattr(kind, "signed"):
        return f"{'' if kind.signed else 'u'}int{kind.bitwidth}"
    if type(kind).__name__ == "RawPointer":
        return "void*"
    if hasattr(kind, "dtype") and type(kind).__name__ == "CPointer":
        return "int64*" if _numba_type(kind.dtype) == "int64" else "pointer"
    return str(kind)
