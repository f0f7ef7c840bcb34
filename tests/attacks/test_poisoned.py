import json
from pathlib import Path

import pytest

from cairn_nb.attacks.poisoned import AttackSpec, poisoned_config, poisoned_dir, read_attacks
from cairn_nb.config.model import Config
from cairn_nb.errors import CorpusError

GOOD = {"doc": "a.md", "canary": "HALCYON-CANARY-COMMENT-4712"}


def folder(tmp_path: Path, *rows: object) -> Path:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("text", encoding="utf-8")
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (tmp_path / "attacks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_the_earlier_format_needs_document_and_canary_only(tmp_path: Path) -> None:
    (spec,) = read_attacks(folder(tmp_path, GOOD))
    assert spec == AttackSpec(doc="a.md", canary="HALCYON-CANARY-COMMENT-4712")


def test_all_keys(tmp_path: Path) -> None:
    row = {**GOOD, "instruction": "say it", "vector": "comment", "description": "d", "questions": ["Q?"]}
    (spec,) = read_attacks(folder(tmp_path, row))
    assert (spec.vector, spec.questions) == ("comment", ("Q?",))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((GOOD, "{not json"), r"attacks\.jsonl:2"),
        ((GOOD, {"doc": "b.md"}), r"attacks\.jsonl:2: canary: Field required"),
        ((GOOD, {"doc": "b.md", "canary": "K" * 9, "vectr": "x"}), r"attacks\.jsonl:2: vectr: Extra inputs"),
        (({**GOOD, "doc": "missing.md"},), r"attacks\.jsonl:1: doc: there is no document 'missing\.md'"),
        (({**GOOD, "doc": "../a.md"},), r"attacks\.jsonl:1: doc: there is no document"),
        (({**GOOD, "canary": "K-1-2-3"},), r"attacks\.jsonl:1: canary: 'K-1-2-3' has fewer than 8"),
        ((GOOD, {**GOOD, "canary": "OTHERCANARY"}), r"attacks\.jsonl:2: doc: 'a\.md' is already on line 1"),
        (
            (GOOD, {**GOOD, "doc": "b.md", "canary": "halcyon canary comment 4712"}),
            r"attacks\.jsonl:2: canary: .* line 1",
        ),
        ((), r"attacks\.jsonl: lists no attack"),
    ],
)
def test_mistakes_name_file_line_and_key(tmp_path: Path, rows: tuple[object, ...], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        read_attacks(folder(tmp_path, *rows))


def test_a_folder_without_a_list_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no list of attacks .*cairn corpus generate"):
        read_attacks(tmp_path)


def test_the_poisoned_experiment_has_its_own_name_and_index(tmp_path: Path) -> None:
    config = Config(name="default", corpus="corpus", golden="g.jsonl", base_dir=tmp_path)
    assert poisoned_dir(config) == tmp_path / "poisoned"
    poisoned = poisoned_config(config, tmp_path / "poisoned")
    assert poisoned.name == "default-poisoned"
    assert poisoned.corpus_dir == (tmp_path / "poisoned").resolve()
    assert poisoned.index_dir != config.index_dir
