from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.contrast.asked import asked_also, asked_contrast
from cairn_nb.errors import InputError, ReportError
from cairn_nb.records import Report
from cairn_nb.records.contrast import AskedContrast
from tests.decisions.tables.reports import scored

NAMES = ("a", "b", "c")
ASKED = AskedContrast(source="verdicts", threshold=3.0, pairs=(("c", "b"), ("a", "gone")))


def configured(**contrast: Any) -> list[Report]:
    return [scored("a", [5]), scored("b", [5], config={"evaluation": {"contrast": contrast}})]


def test_nobody_asked() -> None:
    assert asked_contrast(configured(), NAMES, "a", None) is None
    assert asked_contrast([scored("a", [5])], NAMES, "a", None) is None


def test_every_two_or_against_the_baseline() -> None:
    every = asked_contrast(configured(enabled=True, threshold=4.5), NAMES, "b", None)
    assert every == AskedContrast(threshold=4.5, pairs=(("a", "b"), ("a", "c"), ("b", "c")))
    against = asked_contrast(configured(enabled=True, pairs="vs_baseline"), NAMES, "b", None)
    assert against == AskedContrast(pairs=(("b", "a"), ("b", "c")))


def test_a_file_that_leaves_contrasts_out_does_not_keep_the_next_one_from_them() -> None:
    defaults = {"evaluation": {"contrast": {"enabled": False, "threshold": 4.0}}}
    wanting = {"evaluation": {"contrast": {"enabled": True, "threshold": 3.0}}}
    reports = [scored("a", [5], config=defaults), scored("b", [5], config=wanting)]
    assert asked_contrast(reports, ("a", "b"), "a", None) == AskedContrast(threshold=3.0, pairs=(("a", "b"),))


def test_what_was_asked_for_is_added_and_decides_who_is_right() -> None:
    both = asked_contrast(configured(enabled=True, pairs="vs_baseline"), NAMES, "a", ASKED)
    assert both == ASKED.changed(pairs=(("a", "b"), ("a", "c"), ("c", "b")))
    alone = asked_contrast(configured(), NAMES, "a", ASKED)
    assert alone == ASKED.changed(pairs=(("c", "b"),))
    assert asked_contrast(configured(), ("x", "y"), "x", ASKED) is None


def test_more_pairs_are_added_and_what_is_not_given_stays() -> None:
    found = asked_also(configured(threshold=4.5), None, [("a", "b")])
    assert found == AskedContrast(threshold=4.5, pairs=(("a", "b"),))
    more = asked_also(configured(threshold=4.5), ASKED, [("a", "b"), ("c", "b")], source="score")
    assert more == AskedContrast(source="score", threshold=3.0, pairs=(*ASKED.pairs, ("a", "b")))
    with pytest.raises(InputError, match="threshold"):
        asked_also(configured(), None, [], threshold=7)


def test_a_damaged_configuration_is_named() -> None:
    with pytest.raises(ReportError, match=r"config\.evaluation\.contrast\.pairs"):
        asked_contrast(configured(pairs="some"), NAMES, "a", None)
