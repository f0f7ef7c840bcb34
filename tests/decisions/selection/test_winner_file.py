"""The winner's configuration is a whole experiment file that loads as what was measured."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.config.hash import config_hash
from cairn_nb.config.load import load_config
from cairn_nb.config.model import Config
from cairn_nb.decisions.selection.winner_file import winner_yaml
from tests.decisions.selection.systems import flat, system

CONFIG = Config.model_validate(
    {
        "name": "hybrid",
        "corpus": "../docs",
        "golden": "../golden/cases.jsonl",
        "description": "Straße: yes # no comment",
        "retrieval": {"k": 12, "rerank": {"name": "lexical"}},
        "generation": {"provider": {"name": "openai", "params": {"model": "m", "price": {"input": 1e-05}}}},
    }
)


def written(tmp_path: Path, text: str | None) -> Path:
    assert text is not None
    place = tmp_path / "winner.yaml"
    place.write_text(text, encoding="utf-8")
    return place


def test_it_loads_as_the_same_configuration(tmp_path: Path) -> None:
    report = system("hybrid", flat(4, 8), config=CONFIG.model_dump(mode="json"))
    loaded = load_config(written(tmp_path, winner_yaml(report)))
    assert loaded.changed(base_dir=Path(), source=None) == CONFIG
    assert config_hash(loaded) == config_hash(CONFIG)


def test_documents_and_questions_are_the_benchmarks_and_say_so() -> None:
    report = system("hybrid", flat(4, 8), config=CONFIG.model_dump(mode="json"))
    text = winner_yaml(report)
    assert text is not None and text.startswith("# hybrid, as it was measured on 2026-01-01.\n# Paths are relative to")
    assert "# the benchmark's: replace with your production documents\ncorpus: ../docs\n" in text
    assert "# the benchmark's: replace with your own questions\ngolden: ../golden/cases.jsonl\n" in text


def test_paths_as_seen_from_elsewhere(tmp_path: Path) -> None:
    report = system("hybrid", flat(4, 8), config=CONFIG.model_dump(mode="json"))
    text = winner_yaml(report, paths={"corpus": "a/docs", "index.dir": "b/index"})
    loaded = load_config(written(tmp_path, text))
    assert (loaded.corpus, loaded.index.dir) == ("a/docs", "b/index")
    assert "Paths are relative" not in (text or "")


def test_a_name_cannot_end_the_comment() -> None:
    report = system("a\ncorpus: /etc", flat(4, 8), config=CONFIG.model_dump(mode="json"))
    assert (winner_yaml(report) or "").startswith("# a corpus: /etc, as it was measured")


def test_without_a_configuration_there_is_no_file() -> None:
    assert winner_yaml(system("a", flat(4, 8))) is None
