# A flag that one thread raises and other threads read.

cdef extern from "_kernel/compiler.h":
    bint is_raised "gg_is_raised"(const int *flag) noexcept nogil
    void raise_flag "gg_raise"(int *flag) noexcept nogil
