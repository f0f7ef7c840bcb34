"""What the experiment file may say about the judge of the five axes, and what is refused when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.config import config_hash, load_config
from cairn_nb.errors import ConfigError

BASE = "name: tiny\ncorpus: docs\ngolden: cases.jsonl\n"
PROVIDER = "provider: {name: openai, params: {model: m}}"


def load(tmp_path: Path, judge: str) -> object:
    path = tmp_path / "tiny.yaml"
    path.write_text(f"{BASE}evaluation:\n  axes_judge: {judge}\n", encoding="utf-8")
    return load_config(path)


def test_it_is_no_part_of_the_hash_as_it_changes_no_answer(tmp_path: Path) -> None:
    plain = load_config(_written(tmp_path, BASE))
    judged = load(tmp_path, f"{{name: llm, params: {{{PROVIDER}}}}}")
    assert config_hash(plain) == config_hash(judged)  # type: ignore[arg-type]


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "plain.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        (f"{{name: llm, params: {{{PROVIDER}, samples: 3}}}}", "3 samples at temperature 0 would be one and the same"),
        (
            f"{{name: panel, params: {{judges: [{{{PROVIDER}}}, {{{PROVIDER}, samples: 2}}]}}}}",
            r"judges\[1\].*2 samples at temperature 0",
        ),
        ("{name: llm}", r"axes_judge.*params\.provider is required"),
        ("{name: panel}", "two models or more; for one there is 'llm'"),
        (f"{{name: panel, params: {{judges: [{{{PROVIDER}}}]}}}}", "two models or more"),
        (f"{{params: {{{PROVIDER}}}}}", "the heuristic judge has no params"),
        (f"{{name: llm, params: {{{PROVIDER}, aggregate: median}}}}", r"params\.aggregate is for a panel"),
        (
            f"{{name: panel, params: {{judges: [{{{PROVIDER}}}, {{{PROVIDER}}}], samples: 2, temperature: 1}}}}",
            r"params\.samples is set for each of params\.judges",
        ),
        (f"{{name: llm, params: {{{PROVIDER}, sample: 3}}}}", r"params\.sample.*unknown key.*did you mean 'samples'"),
        ("{name: lmm}", r"axes_judge\.name"),
        (f"{{name: panel, params: {{judges: [{{{PROVIDER}}}], aggregate: mode}}}}", r"params\.aggregate"),
    ],
)
def test_what_makes_no_judge_is_refused_when_the_file_is_read(tmp_path: Path, judge: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load(tmp_path, judge)
