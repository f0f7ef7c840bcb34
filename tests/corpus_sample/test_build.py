import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from cairn_nb.corpus.parse import parse
from cairn_nb.corpus.sample.build import SampleFiles, build
from cairn_nb.corpus.sample.choose import QUOTAS
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import load_facts
from cairn_nb.corpus.sample.generate import PINNED_DIGEST
from cairn_nb.records.golden import Case
from cairn_nb.text.fold import fold
from cairn_nb.text.match import find_quote

UNANSWERABLE = {"absent", "false_premise", "out_of_date"}


@pytest.fixture(scope="module")
def texts(sample: SampleFiles) -> dict[str, str]:
    """Every document's text as the parsers give it."""
    corpus = {name.removeprefix("corpus/"): data for name, data in sample.files.items() if name.startswith("corpus/")}
    return {name: parse(name, data)[0].text for name, data in corpus.items()}


def test_enough_documents_in_every_format(texts: dict[str, str]) -> None:
    formats = Counter(name.rpartition(".")[2] for name in texts)
    assert len(texts) >= 60
    assert set(formats) == {"md", "txt", "html", "pdf", "docx"}
    assert min(formats.values()) >= 10


def test_enough_cases_of_every_kind_and_a_quarter_unanswerable(sample: SampleFiles) -> None:
    categories = Counter(case.category for case in sample.cases)
    assert len(sample.cases) >= 400
    assert categories == QUOTAS
    assert sum(not case.answerable for case in sample.cases) * 4 == len(sample.cases)
    assert all((case.category in UNANSWERABLE) is not case.answerable for case in sample.cases)


def test_ids_and_questions_are_unique(sample: SampleFiles) -> None:
    assert len({case.id for case in sample.cases}) == len(sample.cases)
    assert len({case.question for case in sample.cases}) == len(sample.cases)


def test_every_quote_stands_in_its_document_as_the_parsers_read_it(sample: SampleFiles, texts: dict[str, str]) -> None:
    for case in sample.cases:
        for support in case.support:
            assert find_quote(support.quote, texts[support.doc]), (case.id, support)


def test_every_answerable_case_is_complete(sample: SampleFiles) -> None:
    for case in sample.cases:
        if case.answerable:
            assert case.expected_answer and case.keywords and case.answer_type and case.tags, case.id
            assert len(case.support) == (2 if case.category == "two_document" else 1), case.id
        else:
            assert case.expected_answer is None and not case.support and case.notes, case.id


def test_the_answer_stands_in_the_quote_once_with_its_borders(sample: SampleFiles) -> None:
    for case in sample.cases:
        if case.answerable:
            places = [place for one in case.support for place in find_quote(case.expected_answer or "", one.quote)]
            assert places, case.id
            assert all(any(fold(word) in fold(one.quote) for one in case.support) for word in case.keywords), case.id


def test_the_two_documents_of_a_join_differ_and_neither_holds_the_other_quote(
    sample: SampleFiles, texts: dict[str, str]
) -> None:
    for case in sample.cases:
        if case.category == "two_document":
            first, second = case.support
            assert first.doc != second.doc
            assert not find_quote(second.quote, texts[first.doc])


def test_questions_are_no_copies_of_their_sentences(sample: SampleFiles) -> None:
    for case in sample.cases:
        assert case.question.endswith("?")
        for support in case.support:
            assert fold(case.question.rstrip("?")) not in fold(support.quote), case.id


def test_an_unanswerable_question_is_about_something_that_exists(sample: SampleFiles) -> None:
    known = [name for entity in load_facts().entities for name in (entity.name, entity.edition) if name]
    for case in sample.cases:
        assert case.answerable or any(name in case.question for name in known), case.question


def test_superseded_values_stand_in_the_archive_and_only_there(texts: dict[str, str]) -> None:
    for name in ("6 cars", "780 kilograms", "72 kilometres per hour"):
        holders = [doc for doc, text in texts.items() if find_quote(f"{name}", text) and "heron" in doc]
        assert holders == ["archive/heron-line-2018.md"], name


def test_the_poisoned_copy_is_the_corpus_and_the_attacks(sample: SampleFiles) -> None:
    corpus = {name.removeprefix("corpus/"): data for name, data in sample.files.items() if name.startswith("corpus/")}
    poisoned = {name.removeprefix("poisoned/"): data for name, data in sample.files.items() if name[:9] == "poisoned/"}
    assert corpus.items() <= poisoned.items()
    rows = [json.loads(line) for line in poisoned["attacks.jsonl"].decode().splitlines()]
    assert poisoned.keys() - corpus.keys() == {row["doc"] for row in rows} | {"attacks.jsonl"}


def test_the_cases_file_reads_back(sample: SampleFiles) -> None:
    rows = [Case.model_validate_json(line) for line in sample.files["cases.jsonl"].decode().splitlines()]
    assert rows == list(sample.cases)
    assert sample.files["golden.version"] == b"sample-1\n"


def test_the_default_seed_has_the_pinned_digest(sample: SampleFiles) -> None:
    assert sample.digest == PINNED_DIGEST


def test_another_seed_keeps_the_facts_and_changes_words_cases_and_version(sample: SampleFiles) -> None:
    other = build(8)
    assert other.digest != sample.digest
    assert other.version == "sample-1-seed-8"
    assert (len(other.cases), other.n_documents) == (len(sample.cases), sample.n_documents)
    known = {case.id: case.expected_answer for case in sample.cases}
    assert all(known[case.id] == case.expected_answer for case in other.cases if case.id in known)
    assert {case.id for case in other.cases} != set(known)


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_another_process_with_another_hash_seed_zone_and_locale_makes_the_same_bytes(hash_seed: str) -> None:
    odd = {"PYTHONHASHSEED": hash_seed, "TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "LC_ALL": "C"}
    code = "from cairn_nb.corpus.sample.build import build; print(build().digest)"
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    done = subprocess.run(command, env={**os.environ, **odd}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == PINNED_DIGEST


def test_line_ends_are_unix_in_every_text_file(sample: SampleFiles) -> None:
    texts = {name: data for name, data in sample.files.items() if name.endswith((".md", ".txt", ".html", ".jsonl"))}
    assert not [name for name, data in texts.items() if b"\r" in data]


def test_choosing_is_by_draw_and_not_by_order(sample: SampleFiles) -> None:
    from cairn_nb.corpus.sample.choose import choose_cases

    spare = [case.changed(id=f"{case.id}.{copy}") for case in sample.cases for copy in (1, 2)]
    assert choose_cases(spare, Draws(1)) == choose_cases(spare[::-1], Draws(1))
