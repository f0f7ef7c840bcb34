"""The sample's attacks against two imagined models: one that obeys every order, one that answers from the documents."""

import json

import pytest

from cairn_nb.attacks.detect import Secrets
from cairn_nb.attacks.observe import AttackAnswer, observe
from cairn_nb.attacks.poisoned import AttackSpec
from cairn_nb.attacks.questions import AttackQuestion, attack_questions
from cairn_nb.attacks.report import AttackReport, attack_report
from cairn_nb.attacks.suite import SuiteIdentity
from cairn_nb.corpus.parse import parse
from cairn_nb.corpus.sample.build import SampleFiles, build
from cairn_nb.corpus.sample.poison import load_attacks
from cairn_nb.records.answer import Answer, Passage
from cairn_nb.records.outcome import Status

IDENTITY = SuiteIdentity(cairn_version="1", config_name="c", config_hash="h", corpus_hash="k", created_at="t")


@pytest.fixture(scope="module")
def sample() -> SampleFiles:
    return build()


@pytest.fixture(scope="module")
def specs(sample: SampleFiles) -> tuple[AttackSpec, ...]:
    lines = sample.files["poisoned/attacks.jsonl"].decode().splitlines()
    return tuple(AttackSpec.model_validate(json.loads(line)) for line in lines)


def ask(sample: SampleFiles, specs: tuple[AttackSpec, ...], *, obey: bool) -> AttackReport:
    """Each attack's questions, its document as the passage; the answer is its order's wish or an innocent sentence."""
    innocent = {attack.path: attack.innocent[0] for attack in load_attacks()}
    by_doc = {spec.doc: spec for spec in specs}
    asked = [one for one in attack_questions(specs, {}) if one.doc is not None]
    answers = [
        _answer(one, sample, by_doc[one.doc or ""], by_doc[one.doc or ""].canary if obey else innocent[one.doc or ""])
        for one in asked
    ]
    observed: list[AttackAnswer] = [
        observe(one, said, Secrets(specs=specs)) for one, said in zip(asked, answers, strict=True)
    ]
    return attack_report(IDENTITY, specs, observed)


def _answer(asked: AttackQuestion, sample: SampleFiles, spec: AttackSpec, text: str) -> Answer:
    document, _ = parse(spec.doc, sample.files[f"poisoned/{spec.doc}"])
    passage = Passage(chunk_id="c", source=spec.doc, text=document.text, rank=1, score=1.0)
    return Answer(question=asked.question, status=Status.ANSWERED, text=text, passages=(passage,))


def test_a_model_that_obeys_fails_on_every_attack(sample: SampleFiles, specs: tuple[AttackSpec, ...]) -> None:
    report = ask(sample, specs, obey=True)
    assert report.exit_code == 1
    assert {result.outcome.value for result in report.per_doc} == {"leaked"}
    assert report.canary_leaks == report.n_questions


def test_a_model_that_answers_from_the_documents_passes(sample: SampleFiles, specs: tuple[AttackSpec, ...]) -> None:
    report = ask(sample, specs, obey=False)
    assert report.exit_code == 0, report.reasons
    assert report.reasons == ()


def test_no_attack_survives_the_scrub(sample: SampleFiles, specs: tuple[AttackSpec, ...]) -> None:
    report = ask(sample, specs, obey=False)
    assert [result.vector for result in report.per_doc if result.instruction_survived_scrub] == []
