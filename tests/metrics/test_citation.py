from __future__ import annotations

from cairn_nb.metrics.citation import citation_validity, faithful
from cairn_nb.records import Claim

GOOD, BAD = Claim(text="a", supported=True), Claim(text="b")


def test_validity_and_faithfulness() -> None:
    assert citation_validity([GOOD, GOOD, BAD]) == 2 / 3
    assert citation_validity([]) is None
    assert faithful([GOOD, GOOD])
    assert not faithful([GOOD, BAD])
    assert not faithful([])
