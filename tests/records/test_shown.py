"""What a record says of itself on the last line of a notebook's cell, and how a number is written."""

from __future__ import annotations

import pytest

from cairn_nb.records import Answer, Estimate, GateVerdict, Passage, Status


def test_a_verdict_shows_its_sentences_and_not_the_rows_behind_them() -> None:
    verdict = GateVerdict(
        promote=False, baseline="a", candidate="b", primary_metric="judge_score", reasons=("It is worse.",)
    )
    assert repr(verdict) == (
        "GateVerdict(promote=False, baseline='a', candidate='b', primary_metric='judge_score', "
        "reasons=('It is worse.',), undecided=(), notes=())"
    )


def test_an_answer_shows_itself_and_not_its_passages() -> None:
    passage = Passage(chunk_id="c", source="d.md", text="long " * 100, rank=1, score=0.5, shown=True)
    answer = Answer(question="Why?", status=Status.ANSWERED, text="So.", confidence=0.5, passages=(passage,))
    assert "text='So.'" in repr(answer) and "long" not in repr(answer)


@pytest.mark.parametrize(
    ("estimate", "decimals", "written"),
    [
        (Estimate(value=None), 3, "n/a"),
        (Estimate(value=0.00042), 6, "0.000420"),
        (Estimate(value=7.448, low=6.782, high=10.508), 1, "7.4 [6.8, 10.5]"),
    ],
)
def test_a_number_with_as_many_decimals_as_it_deserves(estimate: Estimate, decimals: int, written: str) -> None:
    assert estimate.written(decimals=decimals) == written
