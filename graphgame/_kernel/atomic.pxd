# Words that one thread writes while others read them; see compiler.h.

from libc.stdint cimport int32_t, int64_t, uint64_t

cdef extern from "_kernel/compiler.h":
    # In order: who sees a number sees all that was written before it.
    int64_t load_number "gg_load_number"(const int64_t *number) noexcept nogil
    void store_number "gg_store_number"(int64_t *number, int64_t value) noexcept nogil
    # Read in no order, which `acquire` restores, and written in order.
    uint64_t load_word "gg_load_word"(const uint64_t *word) noexcept nogil
    void store_word "gg_store_word"(uint64_t *word, uint64_t value) noexcept nogil
    int32_t load_place "gg_load_place"(const int32_t *place) noexcept nogil
    void store_place "gg_store_place"(int32_t *place, int32_t value) noexcept nogil
    void acquire "gg_acquire"() noexcept nogil

cdef extern from "_kernel/compiler.h":
    enum:
        # The first calls of `rest` in a wait are short: Ctrl-C need not be looked for among them.
        SPINS "GG_SPINS"
    # Pass the time while waiting for another thread; `calls` is how often it was called before in
    # this wait.
    void rest "gg_rest"(int64_t calls) noexcept nogil
