from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.providers.pricing.token_estimate import estimated_tokens

COUNTS = [
    ((), 0),
    (("",), 0),
    (("a",), 1),
    (("four", "four"), 2),
    (("fives", "fives"), 3),  # 10 bytes together, not 2 and 2
    (("日本語",), 3),  # 9 bytes
    (("\ud800",), 1),  # half a surrogate pair is three bytes
]


@pytest.mark.parametrize(("texts", "tokens"), COUNTS)
def test_a_quarter_of_the_bytes_rounded_up(texts: tuple[str, ...], tokens: int) -> None:
    assert estimated_tokens(texts) == tokens


@given(st.text(), st.text())
def test_a_longer_text_has_no_fewer(text: str, more: str) -> None:
    assert 4 * estimated_tokens((text,)) >= len(text.encode("utf-8", "surrogatepass"))
    assert estimated_tokens((text, more)) >= estimated_tokens((text,))
