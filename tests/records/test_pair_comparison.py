from __future__ import annotations

import pytest
from pydantic import ValidationError

from cairn_nb.records.pair_comparison import PairComparison, Verdicts


def compared(verdicts: Verdicts) -> PairComparison:
    return PairComparison.of("q1", ("a", "b"), "heuristic", verdicts)


# The second order shows b as answer 1, so that "2" there is a's: each order gives a 1, 0.5 or 0, and the score is half
# of their sum.
SCORES: dict[Verdicts, tuple[float, str | None, bool]] = {
    ("1", "2"): (1.0, "a", False),  # (1 + 1) / 2
    ("1", "tie"): (0.75, "a", False),  # (1 + 0.5) / 2
    ("tie", "2"): (0.75, "a", False),
    ("tie", "tie"): (0.5, None, False),
    ("1", "1"): (0.5, None, True),  # the first place won twice: one win each
    ("2", "2"): (0.5, None, True),
    ("2", "tie"): (0.25, "b", False),  # (0 + 0.5) / 2
    ("tie", "1"): (0.25, "b", False),
    ("2", "1"): (0.0, "b", False),
}


@pytest.mark.parametrize("verdicts", SCORES)
def test_both_orders_make_one_score(verdicts: Verdicts) -> None:
    found = compared(verdicts)
    assert (found.score, found.winner, found.flipped, found.failed) == (*SCORES[verdicts], False)


@pytest.mark.parametrize("verdicts", [(None, "1"), ("tie", None), (None, None)])
def test_an_order_without_a_verdict_is_no_loss(verdicts: Verdicts) -> None:
    found = compared(verdicts)
    assert (found.score, found.winner, found.flipped, found.failed) == (None, None, False, True)


def test_a_line_reads_back_as_it_was() -> None:
    found = compared(("1", "1"))
    assert PairComparison.model_validate_json(found.model_dump_json()) == found


def test_a_score_that_the_verdicts_do_not_give_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"score must be 1\.0"):
        PairComparison.model_validate({**compared(("1", "2")).model_dump(), "score": 0.0})


def test_nobody_meets_itself() -> None:
    with pytest.raises(ValidationError, match="cannot meet itself"):
        PairComparison.of("q1", ("a", "a"), "heuristic", ("1", "2"))
