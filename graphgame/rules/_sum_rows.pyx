"""A kernel that writes down all options of all components of a game that falls apart."""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.rules._components cimport Components

cdef enum:
    FIRST_ROOM = 1 << 10
    # Components between two checks for signals: a rule may take some time.
    SIGNAL_COMPONENTS = 1 << 6
    # Components between two reports of progress.
    REPORTED = 1 << 10


cdef class SumRows:
    """All options of all components, breadth first, while they are found.

    Option i, for option_ptr[v] <= i < option_ptr[v + 1], is one of component v, and the sum of
    part_idx[part_ptr[i]:part_ptr[i + 1]].

    Parameters
    ----------
    components : Components
        With the components to start from.
    """

    cdef Components components
    cdef Buffer option_ptr, part_ptr, part_idx
    cdef readonly int64_t expanded, options, parts

    def __init__(self, Components components not None):
        self.components = components
        self.option_ptr, self.part_ptr = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.part_idx = int32_buffer(FIRST_ROOM)
        self.expanded = self.options = self.parts = 0

    @property
    def count(self) -> int:
        """How many components have been found."""
        return self.components.numbered()

    def run(
        self,
        int64_t limit,
        watch: Callable[[int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> None:
        """Expand components until all are, or more than `limit` have been found.

        Parameters
        ----------
        limit : int
        watch : callable
            Called with the numbers of components and parts, now and then, to raise where the next
            would not fit.
        report : callable or None
            Called with the components found, those expanded, and their options, now and then.

        Notes
        -----
        Whatever is raised, the component that was being expanded is expanded by the next call.
        """
        cdef int64_t next_watch = 0, found = self.components.numbered()
        # Each round expands one component; they are finite in number, or the limit or memory is.
        while self.expanded < found <= limit:
            if found + self.parts >= next_watch:
                watch(found, self.parts)
                next_watch = found + self.parts + max((found + self.parts) // 8, FIRST_ROOM)
            self._expand()
            found = self.components.numbered()
            if self.expanded % SIGNAL_COMPONENTS == 0:
                check_signals()
            if report is not None and self.expanded % REPORTED == 0:
                report(found, self.expanded, self.options)

    cdef int _expand(self) except -1:
        """Append the options of the next component."""
        cdef Components components = self.components
        cdef int64_t i, options, parts, name = components.name(self.expanded)
        cdef int64_t *ends
        cdef int32_t *row
        with nogil:
            components.ask(name)
        options, parts = components.options, components.ends[components.options]
        self.option_ptr.reserve(self.expanded + 2)
        self.part_ptr.reserve(self.options + options + 1)
        self.part_idx.reserve(self.parts + parts)
        ends = <int64_t *>self.part_ptr.data + self.options
        row = <int32_t *>self.part_idx.data + self.parts
        components.number(row, parts)
        for i in range(options):
            sort_indices(row + components.ends[i], components.ends[i + 1] - components.ends[i])
            ends[i + 1] = self.parts + components.ends[i + 1]
        self.options += options
        self.parts += parts
        self.expanded += 1
        (<int64_t *>self.option_ptr.data)[self.expanded] = self.options
        return 0

    def finish(self) -> tuple[Buffer, Buffer, Buffer]:
        """Return option_ptr, part_ptr and part_idx; ends the exploration."""
        self.option_ptr.resize(self.expanded + 1)
        self.part_ptr.resize(self.options + 1)
        self.part_idx.resize(self.parts)
        return self.option_ptr, self.part_ptr, self.part_idx


cdef void sort_indices(int32_t *indices, int64_t k) noexcept nogil:
    """Sort the parts of an option as `sort_names` of `_components` does."""
    cdef int64_t i, j
    cdef int32_t index
    for i in range(1, k):
        index, j = indices[i], i
        while j > 0 and indices[j - 1] > index:
            indices[j] = indices[j - 1]
            j -= 1
        indices[j] = index
