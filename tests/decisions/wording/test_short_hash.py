from __future__ import annotations

import pytest

from cairn_nb.decisions.wording.short_hash import short_hash


@pytest.mark.parametrize("digest", ["0123456789abcdef" * 4, "sha256:" + "0123456789abcdef" * 4, "0123456789ab"])
def test_a_hash_is_twelve_hex_digits_wherever_it_comes_from(digest: str) -> None:
    assert short_hash(digest) == "0123456789ab"
