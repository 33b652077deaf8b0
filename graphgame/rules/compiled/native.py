"""`Native`: a compiled function with its address, as kernels call it."""

from __future__ import annotations

from collections.abc import Callable

from graphgame import memory
from graphgame.errors import GraphGameError
from graphgame.outcome import MOST_POSITIONS
from graphgame.rules.compiled import _stage
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.messages import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
else:
    from graphgame.arrays import types

# Options of one code that may be written without asking whether there is memory.
ROOM = 1 << 16
# Room beyond that of a rule which takes no notice of it.
_SPARE = 1 << 10
# How often a rule is asked about one code again: MOST_AGAIN of `_stage`.
_MOST_AGAIN = 4
# What a function returns instead of a number where it fails: no code, outcome or count.
FAILED = -(2**63) + 1


class Native:
    """A compiled function, to be called by its address.

    Attributes
    ----------
    address : int
    data : int
        What it takes as its last argument, `data`; 0 for none.
    holder : object
        What must live as long as it is called.
    failure : callable or None
        Of functions that return `FAILED` where Python would raise: raises what a code raises.
    """

    __slots__ = ("address", "data", "failure", "grown", "holder")
    address: int
    data: int
    failure: Callable[[int], int] | None
    holder: object

    def __init__(
        self,
        address: int,
        data: int,
        holder: object,
        failure: Callable[[int], int] | None = None,
    ) -> None:
        self.address, self.data, self.holder, self.failure = address, data, holder, failure
        # What `settle` allowed room for last: a code, its options, and how often in a row it grew.
        self.grown: tuple[int, int, int] = (0, 0, 0)

    @property
    def is_callback(self) -> bool:
        """Whether ctypes or cffi made it from a function in Python, as far as one can tell."""
        parts = self.holder if isinstance(self.holder, tuple) else (self.holder,)
        return any(_is_callback(getattr(part, "function", part)) for part in parts)

    def options(self, codes: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return sources and options of (k,) int64 codes, as a rule of arrays does."""
        import numpy as np

        most = ROOM
        while True:
            with Failures() as failures:
                try:
                    found = _stage.call_options(self.address, self.data, codes, most)
                    failures.check()
                except RuleError as error:
                    failures.check()  # a function that raised returned any number
                    most = self.settle(error, most)
                else:
                    return np.asarray(found[0]), np.asarray(found[1])

    def numbers(self, codes: types.Int64Array) -> types.Int64Array:
        """Return the number of each of (k,) int64 codes: a preset outcome, or another code."""
        import numpy as np

        with Failures() as failures:
            found = np.asarray(_stage.call_numbers(self.address, self.data, codes))
            failures.check()
        failed = found == FAILED
        if failed.any() and self.failure is not None:
            self.failure(int(codes[failed][0]))
        return found

    def unwritten(self, code: int) -> int | None:
        """Return the first option of a code that a rule counts but does not write, else None."""
        import numpy as np

        if self.failure is not None:  # by Numba, into an array of its own
            return None
        rows = []
        for fill in (0, -1):  # what is not written stays as it is
            room, most = 0, ROOM
            for _ in range(_MOST_AGAIN + 1):
                row = np.full(room + _SPARE, fill, dtype=np.int64)
                found = self.write_options(code, row, room)
                if found <= room:
                    break
                if found > most:
                    most = self.settle(RuleError("room", code, found), most)
                room = found
            if not 0 <= found <= room:
                self.settle(RuleError("number of options", code, found), most)
            rows.append(row[:found])
        if len(rows[0]) != len(rows[1]):
            return None
        kept = (rows[0] == 0) & (rows[1] == -1)
        return int(kept.argmax()) if kept.any() else None

    def write_options(self, code: int, options: types.Int64Array, room: int) -> int:
        """Ask a rule about one code and return the number of its options.

        Parameters
        ----------
        code : int
        options : (at least `room`,) int64
            Takes the options.
        room : int
            How many options the rule may write.

        Raises
        ------
        BaseException
            What a callback has raised, Ctrl-C included; the number that it returned then is
            arbitrary.
        """
        import ctypes

        number, pointer = ctypes.c_int64, ctypes.c_void_p
        rule = ctypes.CFUNCTYPE(number, number, pointer, number, pointer)(self.address)
        with Failures() as failures:
            found: int = rule(code, options.ctypes.data, room, self.data)
            failures.check()
        return found

    def settle(self, error: RuleError, most: int) -> int:
        """Return how many options of a code to allow after an error, or raise what it stands for.

        Raises
        ------
        TooLargeError
            If a code has more options than fit in memory.
        GraphGameError
            If the function returned no number of options.
        """
        if error.kind == "room":
            code, before, times = self.grown
            times = times + 1 if error.position == code and error.what > before else 1
            self.grown = error.position, error.what, times
            if times > _MOST_AGAIN:
                raise _unsettled(error) from None
            if error.what > MOST_POSITIONS:
                raise GraphGameError(
                    f"rule at {error.position}: expected a number of options, at most "
                    f"{MOST_POSITIONS}, got {error.what}"
                ) from None
            memory.check_memory(
                32 * error.what, None, "rule", lambda: f"{error.what:,} options of {error.position}"
            )
            return int(error.what)
        if error.what == FAILED and self.failure is not None:
            try:
                self.failure(error.position)
            except Exception as own:
                own.add_note(f"while exploring from position {error.position}")
                raise own from None
            return most
        if error.kind == "number of options" and 0 < error.what <= MOST_POSITIONS:
            raise _unsettled(error) from None
        raise GraphGameError(explain(error)) from None


def _unsettled(error: RuleError) -> GraphGameError:
    """Return the error for a rule that wants more room than it has, however much that is."""
    return GraphGameError(
        f"rule at {error.position}: expected a number of options, got {error.what} with room for "
        "fewer, although it was asked again with room for as many as it had returned; where there "
        "is room, return how many were written"
    )


def _is_callback(function: object) -> bool:
    kept = getattr(function, "_objects", None)  # of ctypes: what lives as long as the function
    if isinstance(kept, dict):
        return any(type(part).__name__ == "CThunkObject" for part in kept.values())
    return type(function).__module__ == "_cffi_backend" and " calling <" in repr(function)
