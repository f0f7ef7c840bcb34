from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from cairn_nb.metrics import retrieval
from cairn_nb.metrics.retrieval.measures import MEASURES

DEFINITIONS = (Path(__file__).parents[3] / "docs/definitions.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*retrieval.__all__, *(f"{name}@k" for name in MEASURES)])
def test_the_definitions_name(name: str) -> None:
    section = DEFINITIONS.split("## Rankings against graded judgements")[1].split("\n## ")[0]
    assert re.search(rf"[`.]{re.escape(name)}[`(]", section)


@pytest.mark.parametrize("name", retrieval.__all__)
def test_each_public_name_says_what_it_is(name: str) -> None:
    assert (inspect.getdoc(getattr(retrieval, name)) or "").strip()
