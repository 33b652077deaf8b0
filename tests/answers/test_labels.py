"""Labels: outcome and remoteness in one number, of each width; counts of them.

Pinned here: what is encoded is decoded, at the bounds of each width; a label that is widened keeps
what it stands for; a remoteness that does not fit is refused, not wrapped; counts are those of a
list.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, WIN
from graphgame.answers import labels
from graphgame.answers.labels import Tally, decode, encode, widen


@pytest.mark.parametrize("width", labels.WIDTHS)
def test_every_label_is_decoded_as_what_was_encoded(width: int) -> None:
    most = labels.longest(width)
    pairs = [(LOSE, 0), (WIN, 0), (LOSE, 1), (WIN, most), (LOSE, most), (WIN, most // 2)]
    pairs += [(DRAW, 0), (DRAW, -1), (NO_PRESET, -1)]
    outcomes, remoteness = (np.array(column) for column in zip(*pairs, strict=True))
    found = encode(outcomes.astype(np.int8), remoteness.astype(np.int32), width)
    assert found.dtype.itemsize == width
    assert len(set(found.tolist())) == len(pairs)
    again = decode(found)
    assert again[0].tolist() == outcomes.tolist()
    assert again[1].tolist() == remoteness.tolist()


def test_the_greatest_numbers_of_a_byte_are_the_special_ones() -> None:
    outcomes, remoteness = decode(np.arange(256, dtype=np.uint8))
    assert outcomes[253:].tolist() == [NO_PRESET, DRAW, DRAW]
    assert remoteness[253:].tolist() == [-1, 0, -1]
    assert outcomes[:253].tolist() == [LOSE, WIN] * 126 + [LOSE]
    assert remoteness[:253].tolist() == [label // 2 for label in range(253)]


@pytest.mark.parametrize(("width", "wider"), [(1, 2), (1, 4), (2, 4), (1, 1)])
def test_widened_labels_keep_what_they_stand_for(width: int, wider: int) -> None:
    top = labels.never(width)
    values = np.array([0, 1, 7, top - 3, top - 2, top - 1, top], dtype=labels.dtype(width))
    found = widen(values, wider)
    assert found.dtype.itemsize == wider
    for before, after in zip(decode(values), decode(found), strict=True):
        assert before.tolist() == after.tolist()


def test_what_does_not_fit_is_refused() -> None:
    one = np.array([WIN], np.int8)
    with pytest.raises(gg.GraphGameError, match="expected at most 125 in labels of 1 bytes"):
        encode(one, np.array([126], np.int32), 1)
    assert encode(one, np.array([126], np.int32)).dtype.itemsize == 2
    assert encode(one, np.array([125], np.int32)).dtype.itemsize == 1
    with pytest.raises(gg.GraphGameError, match=r"width: expected at least 2.* got 1"):
        widen(np.zeros(1, np.uint16), 1)
    with pytest.raises(gg.GraphGameError, match="in a label, got 9223372036854775807"):
        labels.width_for(2**63 - 1)


@pytest.mark.parametrize("width", labels.WIDTHS)
def test_counts_are_those_of_a_list(width: int) -> None:
    random = np.random.default_rng(width)
    values = random.integers(0, 40, 5000)
    values[::7] = labels.never(width)
    values[::11] = labels.preset_draw(width)
    values[::13] = labels.no_position(width)
    array = values.astype(labels.dtype(width))
    whole = Tally().add(array)
    pieces = Tally()
    for start in range(0, 5000, 999):
        pieces += Tally().add(array[start : start + 999])
    assert whole == pieces == Tally.from_json(whole.to_json())
    outcomes, remoteness = decode(array)
    listed = Counter(zip(outcomes.tolist(), remoteness.tolist(), strict=True))
    listed.pop((NO_PRESET, -1))
    counted = {(int(o), r): n for o, rows in whole.remoteness().items() for r, n in rows.items()}
    assert counted == listed
    assert whole.positions == sum(listed.values())
    assert whole != Tally().add(array[:1234])
