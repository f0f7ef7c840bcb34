from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import RankRange, rank_ranges

STAIRS = np.array([0.9, 0.6, 0.3]) + np.zeros((10, 1))


def test_ten_documents_that_all_agree_order_three_systems() -> None:
    # Each of three true claims has p = 2^-10, times 6 claims 0.0059; the three opposite ones have p = 1.
    assert rank_ranges(STAIRS) == [RankRange(1, 1), RankRange(2, 2), RankRange(3, 3)]


def test_seven_documents_cannot_carry_six_claims() -> None:
    # 6 x 2^-7 = 0.047 may be claimed, 6 x 2^-6 = 0.094 not; five documents allow no test.
    assert [str(found) for found in rank_ranges(STAIRS[:7])] == ["1st", "2nd", "3rd"]
    for n in (5, 6):
        assert [str(found) for found in rank_ranges(STAIRS[:n])] == ["1st to 3rd"] * 3


def test_questions_of_one_document_are_one_voice() -> None:
    repeated = np.repeat(STAIRS[:6], 5, axis=0)
    assert rank_ranges(repeated, [i // 5 for i in range(30)]) == [RankRange(1, 3)] * 3


def test_two_alike_share_their_ranks_and_the_worse_one_is_behind() -> None:
    rng = stream(0, "ranks")
    values = rng.random((80, 3)) * 0.5
    values[:, :2] += 0.5
    assert rank_ranges(values) == [RankRange(1, 2), RankRange(1, 2), RankRange(3, 3)]


def test_a_system_that_was_hardly_measured_may_have_any_rank() -> None:
    values = np.repeat(STAIRS, 2, axis=0).copy()
    values[4:, 1] = np.nan
    assert rank_ranges(values) == [RankRange(1, 2), RankRange(1, 3), RankRange(2, 3)]


def test_ordinals() -> None:
    spelt = [str(RankRange(rank, rank)) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    assert spelt == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError):
        rank_ranges(np.ones(4))
    with pytest.raises(InputError):
        rank_ranges(STAIRS, level=0.0)
