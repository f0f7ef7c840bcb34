from __future__ import annotations

import pytest

from cairn_nb.decisions.wording.comparison_text import p_digits, p_text


@pytest.mark.parametrize(
    ("p_value", "digits", "text"),
    [
        (None, "n/a", "n/a"),
        (1.0, "1.0000", "p = 1.000"),
        (0.0321, "0.0321", "p = 0.032"),
        (0.0001, "0.0001", "p < 0.001"),
        (0.00009, "<0.0001", "p < 0.001"),
        (0.0, "<0.0001", "p < 0.001"),
    ],
)
def test_a_small_p_value_is_never_written_as_zero(p_value: float | None, digits: str, text: str) -> None:
    assert p_digits(p_value) == digits
    assert p_text(p_value) == text


def test_what_stands_where_nothing_was_tested() -> None:
    assert p_digits(None, missing="—") == "—"
