"""mex, nim sums, products and inverses: of integers and of arrays, against the definitions."""

from __future__ import annotations

import array
from functools import reduce
from itertools import product
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, example, given, strategies as st
from hypothesis.extra import numpy as hnp

import graphgame as gg
from graphgame.errors import GraphGameError, NoInverseError
from tests.reference import nimber as reference_nimber

if TYPE_CHECKING:
    from collections.abc import Callable

TOP = 2**64 - 1
SMALL = hnp.arrays(
    hnp.integer_dtypes(endianness="?") | hnp.unsigned_integer_dtypes(endianness="?"),
    hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=7),
    elements=st.integers(0, 8),
)


# -- mex ------------------------------------------------------------------------------------------


@pytest.mark.boundary
@pytest.mark.parametrize("n", [0, 1, 2, 62, 63, 64, 65, 127, 128, 129, 1000])
def test_mex_at_the_edges_of_words(n: int) -> None:
    full = np.random.default_rng(n).permutation(n)
    assert gg.mex(full) == gg.mex(full.tolist()) == n
    assert gg.mex(np.append(full, n + 1)) == n
    assert gg.mex(np.concatenate([full, full])) == n
    for gap in {0, 1, 63, 64, n // 2, n - 1} & set(range(n)):
        assert gg.mex(np.where(full == gap, n + 5, full)) == gap
    assert type(gg.mex(full)) is int


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], 0),
        (set(), 0),
        ([0, 1, 2, 5, 7], 3),
        ((x for x in (2, 0, 0)), 1),
        ({0, 1, 2, 2**64, 10**100}, 3),
        (range(1000), 1000),
        ({0: "a", 1: "b"}, 2),
        (array.array("Q", [TOP, 0]), 1),
        (memoryview(b"\1\0\2"), 3),
        ([np.int64(1), np.uint8(0), gg.Nimber(2)], 3),
        (np.array([0, 1, 10**30], dtype=object), 2),
        (np.array([0, 1, 2**63 - 1]), 2),
        (np.array([0, TOP, 2**63, 1], dtype=np.uint64), 2),
        (np.array([], dtype=float), 0),
        (np.array([[0, 3], [2, 1]]), 4),
        (np.zeros((3, 0), dtype=int), 0),
    ],
)
def test_mex_of_anything_that_can_be_walked_through(values: Any, expected: int) -> None:
    assert gg.mex(values) == expected


@given(SMALL, st.data())
def test_mex_along_an_axis_is_that_of_every_row(a: Any, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-a.ndim, a.ndim - 1))
    a = data.draw(st.sampled_from([a, a[::-1], np.asfortranarray(a)]))
    expected = np.zeros(np.delete(a.shape, axis), dtype=np.int64)
    for index in np.ndindex(expected.shape):
        expected[index] = reference_nimber.mex(np.moveaxis(a, axis, -1)[index].tolist())
    found = gg.mex(a, axis=axis)
    if a.ndim == 1:
        assert type(found) is int
    else:
        assert found.dtype == np.int64 and not found.flags.writeable
    np.testing.assert_array_equal(found, expected)
    assert (
        gg.mex(a)
        == gg.mex(a.tolist() if a.ndim == 1 else a.ravel())
        == reference_nimber.mex(a.ravel().tolist())
    )


def test_mex_of_lists_along_an_axis() -> None:
    assert gg.mex([[0, 1, 3], [2, 1, 1]], axis=-1).tolist() == [2, 0]
    assert gg.mex([[0, 1, 3], [2, 1, 1]], axis=0).tolist() == [1, 0, 0]
    assert gg.mex([0, TOP, 1], axis=0) == 2


@pytest.mark.boundary
def test_mex_of_rows_of_many_words_forgets_the_row_before() -> None:
    rows = np.array([np.arange(200), np.arange(1, 201), np.arange(200)[::-1], np.zeros(200)])
    assert gg.mex(rows.astype(np.int64), axis=1).tolist() == [200, 0, 200, 1]


# -- nim sums -------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2**200)))
def test_the_nim_sum_of_integers(values: list[int]) -> None:
    total = gg.nim_sum(*values)
    assert total == reduce(xor, values, 0)
    assert total == gg.nim_sum(values) == gg.nim_sum(iter(values))
    assert gg.nim_sum(np.array(values, dtype=object)) == total and type(total) is int


@given(SMALL, st.data())
def test_the_nim_sum_along_an_axis(a: Any, data: st.DataObject) -> None:
    axis = data.draw(st.none() | st.integers(-a.ndim, a.ndim - 1))
    found = gg.nim_sum(a, axis=axis)
    expected = np.bitwise_xor.reduce(a, axis=axis)
    np.testing.assert_array_equal(found, expected)
    if expected.ndim:
        assert found.dtype == expected.dtype and not found.flags.writeable
    else:
        assert type(found) is int


def test_nim_sums_of_arrays_are_entry_by_entry() -> None:
    a, b = np.array([[1], [6]], dtype=np.int8), np.array([3, 5, 6], dtype=np.int32)
    found = gg.nim_sum(a, b, 8)
    np.testing.assert_array_equal(found, a ^ b ^ 8)
    assert not found.flags.writeable
    assert gg.nim_sum(a, a).dtype == np.int8
    assert gg.nim_sum([1, 2], [3, 3]).tolist() == [2, 1]
    assert gg.nim_sum([[1, 2], [3, 3]], axis=1).tolist() == [3, 0]
    assert a.tolist() == [[1], [6]], "not written to"


def test_nim_sums_of_signed_and_unsigned_words_stay_integers() -> None:
    total = gg.nim_sum(np.array([TOP], dtype=np.uint64), np.array([1]), [2**63])
    assert (total.dtype, total.tolist()) == (np.uint64, [TOP ^ 1 ^ 2**63])


# -- products -------------------------------------------------------------------------------------


def test_products_are_the_mex_of_the_definition() -> None:
    n = 64
    table = reference_nimber.products_by_mex(n)
    row = np.arange(n)
    assert gg.nim_product(row[:, None], row).tolist() == table
    for a, b in product(range(n), repeat=2):
        assert gg.nim_product(a, b) == table[a][b] == reference_nimber.product(a, b)


def test_products_of_all_powers_of_2_below_64_bits() -> None:
    """Products are linear in each factor, so they follow from these."""
    powers = np.uint64(1) << np.arange(64, dtype=np.uint64)
    table = [[reference_nimber.product_of_powers(i, j) for j in range(64)] for i in range(64)]
    assert gg.nim_product(powers[:, None], powers).tolist() == table


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_products_are_linear(width: int) -> None:
    rng = np.random.default_rng(width)
    a, b, c = rng.integers(0, 2**width - 1, (3, 100_000), dtype=np.uint64, endpoint=True)
    together = gg.nim_product(a, b ^ c)
    np.testing.assert_array_equal(together, gg.nim_product(a, b) ^ gg.nim_product(a, c))
    np.testing.assert_array_equal(together, gg.nim_product(b ^ c, a))
    np.testing.assert_array_equal(
        gg.nim_product(together, c), gg.nim_product(a, gg.nim_product(b ^ c, c))
    )


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # Conway, On Numbers and Games, chapter 6.
        (2, 2, 3),
        (4, 4, 6),
        (4, 2, 8),
        (16, 16, 24),
        # Tests of public libraries for nimbers, which agree on these.
        (5, 8, 3),
        (3141, 5926, 14994),
        (TOP, TOP, 11290409524105353207),
        (1234567890123456789, 9876543210987654321, 18059132706730210235),
        (98433322, 98433322, 123456789),
        (21508, 42689, 35202),
    ],
)
def test_published_products(a: int, b: int, expected: int) -> None:
    assert gg.nim_product(a, b) == gg.nim_product(b, a) == expected
    assert gg.nim_product([a], b).tolist() == [expected]


def test_published_squares_and_inverses() -> None:
    """OEIS A006042 and A051917."""
    squares = [0, 1, 3, 2, 6, 7, 5, 4, 13, 12, 14, 15, 11, 10, 8, 9, 24, 25, 27, 26, 30, 31, 29, 28]
    assert gg.nim_product(np.arange(24), np.arange(24)).tolist() == squares
    inverses = [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4, 170, 160, 109, 107, 131, 139]
    assert gg.nim_inverse(np.arange(1, 22)).tolist() == inverses


@pytest.mark.parametrize("k", range(6))
def test_a_power_of_fermat_times_itself_and_times_smaller_ones(k: int) -> None:
    fermat = 2**2**k
    assert gg.nim_product(fermat, fermat) == 3 * fermat // 2
    for n in (0, 1, 2, 3, fermat // 2, fermat - 1, fermat * 2 // 3):
        assert n >= fermat or gg.nim_product(fermat, n) == fermat * n


WIDTHS = st.sampled_from([1, 2, 4, 8, 16, 32, 64])


@given(WIDTHS, st.data())
def test_the_laws_of_every_field(width: int, data: st.DataObject) -> None:
    edge = st.sampled_from([0, 1, 2 ** (width // 2), 2 ** (width - 1), 2**width - 1])
    elements = st.integers(0, 2**width - 1) | edge.filter(lambda x: x < 2**width)
    a, b, c = data.draw(st.tuples(elements, elements, elements))
    times = gg.nim_product
    assert times(a, b) == times(b, a) == reference_nimber.product(a, b)
    assert times(a, b) < 2**width, "the field is closed"
    assert times(times(a, b), c) == times(a, times(b, c))
    assert times(a, b ^ c) == times(a, b) ^ times(a, c)
    assert (times(a, 1), times(a, 0)) == (a, 0)
    assert times(a, b) or not (a and b)
    assume(a)
    inverse = gg.nim_inverse(a)
    assert type(inverse) is int and 0 < inverse < 2**width
    assert times(a, inverse) == 1 and gg.nim_inverse(inverse) == a
    assert gg.nim_inverse([a, 1]).tolist() == [inverse, 1]


@given(st.data())
@example(None)
def test_arrays_are_multiplied_entry_by_entry(data: st.DataObject | None) -> None:
    if data is None:  # one entry of each width, and both sides of every border
        borders = [0, 1, 2**16 - 1, 2**16, 2**16 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**63, TOP]
        a, b = np.array(borders, dtype=np.uint64)[:, None], np.array(borders, dtype=np.uint64)
    else:
        shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, min_side=0)).input_shapes
        dtypes = hnp.unsigned_integer_dtypes(endianness="?")
        a, b = (data.draw(hnp.arrays(dtypes, shape)) for shape in shapes)
    found = gg.nim_product(a, b)
    expected = (
        np.vectorize(reference_nimber.product, otypes=[object])(a.astype(object), b.astype(object))
        if np.broadcast(a, b).size
        else np.empty(np.broadcast(a, b).shape)
    )
    if a.ndim == b.ndim == 0:
        assert type(found) is int and found == int(expected)
        return
    assert found.dtype == np.uint64 and not found.flags.writeable
    assert found.shape == expected.shape and found.tolist() == expected.tolist()
    units = np.where(a == 0, 1, a) if a.ndim else a
    if units.ndim:
        inverses = gg.nim_inverse(units)
        assert inverses.shape == units.shape and not inverses.flags.writeable
        assert (gg.nim_product(inverses, units) == 1).all()


def test_arrays_of_any_layout_and_type() -> None:
    a = np.arange(24, dtype=np.int16).reshape(4, 6)
    squares = gg.nim_product(a, a)
    for twin in (np.asfortranarray(a), a.astype(">i8"), a[::-1, ::-1][::-1, ::-1], a.tolist()):
        np.testing.assert_array_equal(gg.nim_product(twin, twin), squares)
    np.testing.assert_array_equal(gg.nim_product(a.T, a.T), squares.T)
    np.testing.assert_array_equal(gg.nim_product(a[:, ::2], 7), gg.nim_product(a, 7)[:, ::2])
    np.testing.assert_array_equal(gg.nim_inverse(a[1:].T), gg.nim_inverse(a[1:]).T)
    assert gg.nim_product([2**63, 1], [1, TOP]).tolist() == [2**63, TOP]
    assert gg.nim_product([], 3).shape == (0,) and gg.nim_inverse([]).shape == (0,)


@pytest.mark.parametrize("width", [4, 8, 16])
def test_every_element_of_a_field_has_an_inverse_of_its_own(width: int) -> None:
    units = np.arange(1, 2**width)
    inverses = gg.nim_inverse(units)
    assert (gg.nim_product(units, inverses) == 1).all()
    np.testing.assert_array_equal(np.sort(inverses), units)


@pytest.mark.parametrize("width", [17, 32, 33, 64])
def test_a_hundred_thousand_inverses(width: int) -> None:
    units = np.random.default_rng(width).integers(1, 2**width - 1, 100_000, dtype=np.uint64)
    assert (gg.nim_product(units, gg.nim_inverse(units)) == 1).all()


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: gg.mex(5), "values: expected an iterable of integers, got 5"),
        (lambda: gg.mex(np.array(5)), "values: expected an iterable of integers, got array(5)"),
        (lambda: gg.mex([0, -1]), "values[1]: expected an integer from 0 on, got -1"),
        (lambda: gg.mex([0, True]), "values[1]: expected an integer from 0 on, got True"),
        (lambda: gg.mex([[0], [1]]), "values[0]: expected an integer from 0 on, got [0]"),
        (lambda: gg.mex("ab"), "values[0]: expected an integer from 0 on, got 'a'"),
        (lambda: gg.mex(np.array([1.5])), "values: expected integers, got float64"),
        (lambda: gg.mex(np.array([True])), "values: expected integers, got bool"),
        (
            lambda: gg.mex(np.array([[1, 2], [3, -4]])),
            "values[1, 1]: expected an integer from 0 on, got -4",
        ),
        (
            lambda: gg.mex([[1], [2, 3]], axis=0),
            "values: expected rows of one length, got [1] in row 0",
        ),
        (
            lambda: gg.mex([0, 2**64], axis=0),
            "values: expected integers, got integers beyond 64 bits",
        ),
        (lambda: gg.mex([0], axis=1), "axis: expected one of an array of 1 dimensions, got 1"),
        (lambda: gg.mex([0], axis=-2), "axis: expected one of an array of 1 dimensions, got -2"),
        (lambda: gg.mex([0], axis="x"), "axis: expected one of an array of 1 dimensions, got 'x'"),
        (
            lambda: gg.mex(0, axis=0),
            "axis: expected one of an array of 0 dimensions, got 0; the mex of both is mex([0, 0])",
        ),
        (lambda: gg.nim_sum(1, -2), "values[1]: expected an integer from 0 on, got -2"),
        (lambda: gg.nim_sum(True), "values[0]: expected an integer from 0 on, got True"),
        (lambda: gg.nim_sum([1, 2.0]), "values[1]: expected an integer from 0 on, got 2.0"),
        (lambda: gg.nim_sum(None), "values: expected an iterable of integers, got None"),
        (lambda: gg.nim_sum([1], [-1]), "values[1][0]: expected an integer from 0 on, got -1"),
        (
            lambda: gg.nim_sum([1, 2], [1, 2, 3]),
            "values: expected shapes that go together, got (2,) and (3,)",
        ),
        (
            lambda: gg.nim_sum([1], [2], axis=0),
            "axis: expected a single array with it, got 2 values",
        ),
        (lambda: gg.nim_sum(axis=0), "axis: expected a single array with it, got 0 values"),
        (lambda: gg.nim_sum([1], axis=3), "axis: expected one of an array of 1 dimensions, got 3"),
        (lambda: gg.nim_product(1, -1), "b: expected an integer from 0 on, got -1"),
        (lambda: gg.nim_product(False, 1), "a: expected an integer from 0 on, got False"),
        (lambda: gg.nim_product(2**64, 1), "a: expected an integer below 2^64, got one of 65 bits"),
        (lambda: gg.nim_product([2**64], 1), "a: expected integers, got integers beyond 64 bits"),
        (
            lambda: gg.nim_product([2**63, -1], 1),
            "a: expected integers, got integers beyond 64 bits",
        ),
        (
            lambda: gg.nim_product([np.zeros((2, 2)), np.zeros((2, 3))], 1),
            "a: expected rows of one length, got rows that differ",
        ),
        (
            lambda: gg.nim_product([2**63, 1, True], 1),
            "a: expected integers, got True of type bool",
        ),
        (lambda: gg.nim_product(2.5, 1), "a: expected integers, got 2.5 of type float"),
        (lambda: gg.nim_product("2", [1]), "a: expected integers, got strings"),
        (lambda: gg.nim_product([1], None), "b: expected integers, got None of type NoneType"),
        (lambda: gg.nim_product(-1, [1]), "a: expected an integer from 0 on, got -1"),
        (
            lambda: gg.nim_product(np.zeros((2, 3), int), np.zeros((2, 1, 4), int)),
            "a and b: expected shapes that go together, got (2, 3) and (2, 1, 4)",
        ),
        (
            lambda: gg.nim_product(gg.Nimber.infinity(), 0),
            "nimber: expected a finite one, got ∞{}",
        ),
        (lambda: gg.nim_inverse(-1), "a: expected an integer from 0 on, got -1"),
        (lambda: gg.nim_inverse([3, -1]), "a[1]: expected an integer from 0 on, got -1"),
        (lambda: gg.nim_inverse(2**64), "a: expected an integer below 2^64, got one of 65 bits"),
    ],
)
def test_what_is_refused(work: Callable[[], Any], message: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        work()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("a", "place"),
    [
        (0, "a"),
        ([1, 0, 0], "a[1]"),
        ([[1, 2], [3, 0]], "a[1, 1]"),
        (np.zeros((1, 1), int), "a[0, 0]"),
    ],
)
def test_0_has_no_inverse(a: Any, place: str) -> None:
    for kind in (NoInverseError, ZeroDivisionError):
        with pytest.raises(kind) as caught:
            gg.nim_inverse(a)
        assert str(caught.value) == f"{place}: expected a number other than 0, got 0"


def test_an_error_in_a_generator_is_passed_on() -> None:
    def values() -> Any:
        yield 0
        raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine$"):
        gg.mex(values())
