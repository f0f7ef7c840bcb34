"""A selection policy's file, and every way to get it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.config.selection import read_policy
from cairn_nb.errors import ConfigError
from cairn_nb.records.selection_policy import Constraints, SelectionPolicy

TEXT = """\
profile: cheapest_acceptable
weights: {quality: 0.7}
constraints:
  max_cost_per_question: 0.02
  require_local_models: true
"""


def written(tmp_path: Path, text: str) -> Path:
    place = tmp_path / "selection.yaml"
    place.write_text(text, encoding="utf-8")
    return place


def test_by_itself_and_under_its_section(tmp_path: Path) -> None:
    found = read_policy(written(tmp_path, TEXT))
    assert found.profile == "cheapest_acceptable" and found.weighing().quality == 0.7
    assert found.constraints == Constraints(max_cost_per_question=0.02, require_local_models=True)
    nested = "selection:\n" + "".join(f"  {line}\n" for line in TEXT.splitlines())
    assert read_policy(written(tmp_path, nested)) == found


def test_no_key_is_required(tmp_path: Path) -> None:
    assert read_policy(written(tmp_path, "profile: balanced\n")) == SelectionPolicy()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must hold a map"),
        ("- a\n", "must hold a map"),
        ("selection: 3\n", "selection.yaml:1"),
        ("profile: cheap\n", "selection.yaml:1: profile: .*'balanced'"),
        ("profil: balanced\n", "selection.yaml:1: profil: unknown key .*did you mean 'profile'"),
        ("profile: balanced\nconstraints:\n  max_cost: 1\n", "selection.yaml:3: constraints.max_cost: unknown key"),
        ("constraints: {min_answer_score: high}\n", "constraints.min_answer_score"),
        ("weights: {quality: 0, cost: 0, latency: 0}\n", "one of quality, cost and latency must count"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        read_policy(written(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        read_policy(tmp_path / "none.yaml")
