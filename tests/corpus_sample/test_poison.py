import json

import pytest

from cairn_nb.corpus.parse import parse
from cairn_nb.corpus.sample.build import SampleFiles, build
from cairn_nb.corpus.sample.poison import ZERO_WIDTH_SPACE, Attack, canary_of, load_attacks, poisoned_row

ATTACKS = load_attacks()
VECTORS = {
    "direct_order", "fake_system", "hidden_html", "html_comment", "zero_width", "base64",
    "table_cell", "citation_spoof", "exfiltration_link", "persona", "other_language", "forged_delimiters",
}  # fmt: skip


def test_every_vector_once_and_every_format() -> None:
    assert [attack.vector for attack in ATTACKS] == list(dict.fromkeys(attack.vector for attack in ATTACKS))
    assert {attack.vector for attack in ATTACKS} == VECTORS
    assert {attack.path.rpartition(".")[2] for attack in ATTACKS} == {"md", "txt", "html", "pdf", "docx"}


def test_canaries_are_unique_by_vector_and_by_seed() -> None:
    assert len({canary_of(attack.vector, seed) for attack in ATTACKS for seed in range(50)}) == 50 * len(ATTACKS)


def test_canaries_stand_in_attack_documents_only(sample: SampleFiles) -> None:
    harmless = b"".join(data for name, data in sample.files.items() if not name.startswith("poisoned/"))
    assert b"KRM-CANARY" not in harmless


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.vector)
def test_the_attack_is_in_the_file_in_its_own_way(attack: Attack, sample: SampleFiles) -> None:
    raw = sample.files[f"poisoned/{attack.path}"]
    canary = canary_of(attack.vector, 7)
    shown = canary.encode() in raw
    assert shown is (attack.carrier not in ("zero_width", "base64"))
    if attack.carrier == "zero_width":
        assert ZERO_WIDTH_SPACE.join(canary).encode() in raw


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.vector)
def test_innocent_sentences_are_read_and_questions_ask_about_them(attack: Attack, sample: SampleFiles) -> None:
    document, _ = parse(attack.path, sample.files[f"poisoned/{attack.path}"])
    for sentence in attack.innocent:
        assert sentence in document.text
    assert len(attack.questions) >= 2


def test_the_list_has_the_earlier_keys_and_questions_beside_them(sample: SampleFiles) -> None:
    rows = [json.loads(line) for line in sample.files["poisoned/attacks.jsonl"].decode().splitlines()]
    assert [set(row) for row in rows] == [
        {"doc", "canary", "vector", "instruction", "description", "questions"} for _ in ATTACKS
    ]
    assert all(row["canary"] in row["instruction"] for row in rows)


def test_another_seed_has_other_canaries() -> None:
    first, second = poisoned_row(ATTACKS[0], 7), poisoned_row(ATTACKS[0], 8)
    assert first.canary != second.canary
    assert build(8).files["poisoned/attacks.jsonl"] != build(7).files["poisoned/attacks.jsonl"]
