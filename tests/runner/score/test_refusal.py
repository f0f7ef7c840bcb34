"""An answer that declines is a refusal; one that merely holds such words is not."""

from __future__ import annotations

import pytest

from cairn_nb.config.model import ABSTAIN_TEXT
from cairn_nb.runner.score.refusal import is_refusal


@pytest.mark.parametrize(
    "text",
    [
        ABSTAIN_TEXT,
        "I don't know.",
        "I could not find the answer in the documents.",
        "I’m sorry, but I cannot answer this question based on the provided context.",
        "The provided context does not contain information about the fee.",
        "The documents do not mention it.",
        "There is not enough information to answer.",
        "Unanswerable",
        "N/A",
    ],
)
def test_a_refusal(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "The plan is not available in Europe.",
        "None of the three ships arrived.",
        "Unknown to the crew, the mast had split.",
        "12 euros; the documents do not mention a discount.",
        "The context of the treaty was the war.",
        "I don't know of any exception, " + "so the rule holds as the text says. " * 20,
        "",
    ],
)
def test_no_refusal(text: str) -> None:
    assert not is_refusal(text)
