"""A label is tied to its answer by a digest that a browser makes of the same text."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from pydantic import ValidationError

from cairn_nb.records import Label, answer_digest

FIELDS: dict[str, Any] = {
    "case_id": "c1",
    "trial": 0,
    "config_name": "default",
    "run_id": "r1",
    "verdict": "right",
    "note": "",
    "rater": None,
    "rated_at": "2026-01-31T12:00:00.000Z",
    "answer_sha256": "0" * 64,
}


@pytest.mark.parametrize("text", ["", "plain", "naïve 🚲 数 \u202e", "x" * 100_000])
def test_the_digest_is_that_of_the_texts_utf8(text: str) -> None:
    assert answer_digest(text) == hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize(
    ("text", "as_read"),
    [
        ("a \ud800 b", "a \ufffd b"),
        ("\ud800", "\ufffd"),
        ("\udc00\ud800", "\ufffd\ufffd"),
        ("\ud800\ud800x", "\ufffd\ufffdx"),
        ("\ud83d\ude00", "😀"),
    ],
)
def test_half_a_pair_counts_as_the_sign_for_what_cannot_be_read(text: str, as_read: str) -> None:
    assert answer_digest(text) == answer_digest(as_read)


@pytest.mark.parametrize("key", FIELDS)
def test_no_key_may_be_missing(key: str) -> None:
    with pytest.raises(ValidationError, match=key):
        Label(**{name: value for name, value in FIELDS.items() if name != key})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("verdict", "maybe"),
        ("trial", -1),
        ("rated_at", "2026-01-31"),
        ("rated_at", "2026-02-31T12:00:00Z"),
        ("rated_at", "2026-01-31T12:00:00+01:00"),
        ("answer_sha256", "0" * 63),
        ("answer_sha256", "G" * 64),
        ("score", 1),
    ],
)
def test_what_no_label_may_hold(key: str, value: object) -> None:
    with pytest.raises(ValidationError, match=key):
        Label(**{**FIELDS, key: value})
