from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.records.schemas import PUBLISHED, schema_text

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schema_is_the_records_own(name: str) -> None:
    published = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(PUBLISHED[name]), "run `make schemas`"


def test_no_schema_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.schema.json" for name in PUBLISHED}
