# A flag that one thread raises and others look at.

cdef extern from "_kernel/compiler.h":
    bint is_raised "gg_is_raised"(const int *flag) noexcept nogil
    void raise_flag "gg_raise"(int *flag) noexcept nogil
