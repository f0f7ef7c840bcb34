from __future__ import annotations

import hashlib
import re

import pytest

from cairn_nb.errors import ConfigError
from cairn_nb.judges.rubric import Rubric, load_rubric, rubric_names


def test_a_rubric_is_named_by_name_version_and_content() -> None:
    rubric = load_rubric("grade-1")
    assert rubric.label == f"grade-1-{hashlib.sha256(rubric.text.encode()).hexdigest()[:8]}"
    assert Rubric("grade", "1", rubric.text + ".").label != rubric.label


def test_the_packaged_rubric_has_the_anchors_of_the_scale() -> None:
    anchors = re.findall(r"^(1|0\.75|0\.5|0\.25|0) ", load_rubric("grade-1").text, re.MULTILINE)
    assert anchors == ["1", "0.75", "0.5", "0.25", "0"]


def test_every_packaged_rubric_loads() -> None:
    assert "grade-1" in rubric_names()
    assert all(load_rubric(name).text for name in rubric_names())


@pytest.mark.parametrize("name", ["grade-2", "../grade-1", "", "grade"])
def test_an_unknown_rubric_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="known: grade-1"):
        load_rubric(name)
