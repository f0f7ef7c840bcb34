from __future__ import annotations

import pytest

from cairn_nb.decisions.wording.comparison_text import p_digits, p_text, signed
from cairn_nb.records import Estimate


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


def test_a_difference_has_its_sign_and_no_zero_below_zero() -> None:
    found = Estimate(value=-0.0035, low=-0.0108, high=-0.0, level=0.95, n=288, method="bootstrap")
    assert signed(found) == "-0.004 [-0.011, +0.000]"
