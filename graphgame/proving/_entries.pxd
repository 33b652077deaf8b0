# Entries of the table: what is known of nodes, where it lies, and how much work stands behind it.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from graphgame._kernel.atomic cimport load_word, store_word

cdef extern from *:
    """
    static inline uint64_t gg_below(uint64_t hash, uint64_t count)
    {
        return (uint64_t)(((unsigned __int128)hash * count) >> 64);
    }
    """
    # A hash as a number below `count`: it rises with the hash.
    uint64_t below "gg_below" (uint64_t hash, uint64_t count) noexcept nogil

cdef enum:
    # A proof or disproof number that is infinite, and the greatest finite one.
    INFINITE = (1 << 28) - 1
    MOST = INFINITE - 1
    # Entries that one look-up reads: a line of the cache.
    BUCKET = 4
    # Nodes by hash: of a path of a hundred nodes few meet another one by chance.
    BUSY = 1 << 16

# An entry is two words, so that one thread may read it between two writes of another one: `mixed`
# is the code of the node, exclusive or `word`, and tells.
cdef struct Entry:
    uint64_t mixed
    # From the low end: the proof and the disproof number, 28 bits each; the question;
    # whether it is a disproof that is marked; the work that it took, 6 bits.  0: it is empty.
    # Where the proof number is 0, the rank stands in place of the disproof number: it is infinite.
    uint64_t word

# `busy` says of nodes, by hash, how many threads look at them; NULL where there is one.
cdef struct Entries:
    Entry *first
    int64_t buckets
    int64_t used
    uint8_t *busy


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """Return a number whose every bit depends on every bit of another."""
    x = (x ^ (x >> 33)) * <uint64_t>0xff51afd7ed558ccdULL
    x = (x ^ (x >> 33)) * <uint64_t>0xc4ceb9fe1a85ec53ULL
    return x ^ (x >> 33)


cdef inline uint64_t work_class(int64_t work) noexcept nogil:
    """Return a number of 6 bits that grows with the work."""
    cdef uint64_t k = 0
    while work > 1 and k < 62:
        k += 2
        if work < 4:
            return k + (work > 2)
        work >>= 1
    return k


cdef inline int64_t proof_in(uint64_t word) noexcept nogil:
    return <int64_t>(word & INFINITE)


cdef inline int64_t disproof_in(uint64_t word) noexcept nogil:
    """Return the disproof number; of a node that is proven, its rank."""
    return <int64_t>(word >> 28 & INFINITE)


cdef inline int question_in(uint64_t word) noexcept nogil:
    return word >> 56 & 1


cdef inline int64_t work_in(uint64_t word) noexcept nogil:
    return <int64_t>(word >> 58)


cdef inline bint is_marked(uint64_t word) noexcept nogil:
    return word >> 57 & 1


cdef inline bint is_proven(uint64_t word) noexcept nogil:
    return word != 0 and proof_in(word) == 0


cdef inline bint is_disproven(uint64_t word) noexcept nogil:
    return word != 0 and proof_in(word) != 0 and disproof_in(word) == 0


cdef inline uint64_t worth(uint64_t word) noexcept nogil:
    """Return how much is lost with an entry: what is decided comes first, and then the work."""
    return 0 if word == 0 else 1 + (word >> 58) + 64 * (is_proven(word) or is_disproven(word))


cdef inline bint is_entry(uint64_t word) noexcept nogil:
    """Return whether a word from elsewhere is an entry: both numbers are finite, or one is 0."""
    cdef int64_t proof = proof_in(word), disproof = disproof_in(word)
    if word == 0 or proof == 0:
        return word != 0
    return disproof == 0 if proof == INFINITE else 0 < disproof < INFINITE


cdef inline Entry *bucket_at(const Entries *table, int64_t code) noexcept nogil:
    # Both questions of a code lie in one bucket, so that one line of the cache has all of it.
    return table.first + BUCKET * <int64_t>below(mix(<uint64_t>code), <uint64_t>table.buckets)


cdef inline uint8_t *busy_at(const Entries *table, int64_t code, int question) noexcept nogil:
    return table.busy + mix(<uint64_t>code * 2 + <uint64_t>question) % BUSY


cdef inline uint64_t look_up(
    const Entries *table, int64_t code, int question, uint64_t *other
) noexcept nogil:
    """Return what is known of a node, 0 if nothing is; and of the other question of its code."""
    cdef Entry *entry = bucket_at(table, code)
    cdef uint64_t word, found = 0
    cdef int k
    other[0] = 0
    for k in range(BUCKET):
        word = load_word(&entry[k].word)
        if word != 0 and load_word(&entry[k].mixed) ^ word == <uint64_t>code:
            if question_in(word) == question:
                found = word
            else:
                other[0] = word
    return found


cdef inline uint64_t known(const Entries *table, int64_t code, int question) noexcept nogil:
    cdef uint64_t other
    return look_up(table, code, question, &other)


cdef inline Entry *place(const Entries *table, int64_t code) noexcept nogil:
    """Return where a new entry goes: an empty place, or that of the least work."""
    cdef Entry *entry = bucket_at(table, code)
    cdef Entry *least = entry
    cdef uint64_t word, least_word = load_word(&entry.word)
    cdef int k
    for k in range(BUCKET):
        word = load_word(&entry[k].word)
        if word == 0:
            return &entry[k]
        if word >> 58 < least_word >> 58:
            least, least_word = &entry[k], word
    return least


cdef inline bint store(
    Entries *table, int64_t code, int question, int64_t proof, int64_t disproof, bint marked,
    int64_t work,
) noexcept nogil:
    """Keep what is found of a node; return whether that takes a place that was empty.

    What is known to be decided stays known.
    """
    cdef uint64_t word = (
        <uint64_t>proof | <uint64_t>disproof << 28 | <uint64_t>question << 56
        | <uint64_t>marked << 57 | work_class(work) << 58
    )
    cdef Entry *entry = bucket_at(table, code)
    cdef uint64_t old
    cdef bint is_new = False
    cdef int k
    for k in range(BUCKET):
        old = load_word(&entry[k].word)
        if old != 0 and question_in(old) == question and (
            load_word(&entry[k].mixed) ^ old == <uint64_t>code
        ):
            if is_proven(old) or (proof != 0 and is_disproven(old) and (
                disproof != 0 or marked or not is_marked(old)
            )):
                return False
            entry = &entry[k]
            break
    else:
        entry = place(table, code)
        is_new = load_word(&entry.word) == 0
    store_word(&entry.mixed, <uint64_t>code ^ word)
    store_word(&entry.word, word)
    return is_new
