from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.config import load_config, parse_overrides
from cairn_nb.errors import ConfigError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "c.yaml"
    file.write_text("name: aa\ncorpus: docs\ngolden: g.jsonl\nretrieval: {rerank: {name: lexical}}\n")
    return file


def test_values_are_typed_as_yaml_would() -> None:
    texts = ["retrieval.k=12", "retrieval.rerank=null", "ingest.include=['*.md']", "description=a=b", "x.y="]
    assert parse_overrides(texts) == {
        "retrieval.k": 12,
        "retrieval.rerank": None,
        "ingest.include": ["*.md"],
        "description": "a=b",
        "x.y": None,
    }


@pytest.mark.parametrize("text", ["retrieval.k", "=3", "a=[1", "a={b: 1, b: 2}", "a=.inf"])
def test_a_text_that_is_no_override_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        parse_overrides([text])


def test_an_override_given_twice_is_refused() -> None:
    with pytest.raises(ConfigError, match="given twice"):
        parse_overrides(["a=1", "a=2"])


def test_overrides_lie_above_the_file(path: Path) -> None:
    config = load_config(path, {"retrieval.k": 12, "retrieval.rerank": None, "calibration.alpha": 0.3})
    assert (config.retrieval.k, config.retrieval.rerank, config.calibration.alpha) == (12, None, 0.3)


def test_a_component_by_another_name_starts_with_its_own_parameters(path: Path) -> None:
    config = load_config(path, {"ingest.chunker.name": "fixed", "ingest.chunker.params.size": 300})
    assert config.ingest.chunker.params == {"size": 300}


def test_paths_are_read_as_if_they_stood_in_the_file(path: Path) -> None:
    assert load_config(path, {"corpus": "other"}).corpus_dir == path.parent / "other"


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"retrieval.kk": 1}, "override: retrieval.kk: unknown key"),
        ({"retrieval.k": "12"}, "override: retrieval.k: should be a valid integer, not '12'"),
        ({"retrieval..k": 1}, "a part of the key is empty"),
        ({"retrieval": {"k": 2}, "retrieval.k": 1}, "overrides a part of another override"),
        ({"retrieval.k": 1, "retrieval": {"k": 2}}, "overrides a part of another override"),
        ({"description": object()}, "cannot stand in an experiment file"),
        ({"calibration.alpha": float("nan")}, "not a finite number"),
    ],
)
def test_a_wrong_override_names_its_key(path: Path, overrides: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(path, overrides)
    assert sentence in str(caught.value)
