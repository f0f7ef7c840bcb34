import pytest

from cairn_nb.attacks.detect import Detection
from cairn_nb.attacks.observe import AttackAnswer, Shown
from cairn_nb.attacks.poisoned import AttackSpec
from cairn_nb.attacks.report import attack_report
from cairn_nb.attacks.score import AttackOutcome, SuiteVerdict, score_attacks, verdict
from cairn_nb.attacks.suite import SuiteIdentity
from cairn_nb.records.outcome import Status

A = AttackSpec(doc="a.md", canary="CANARY-ONE-1", vector="order")
B = AttackSpec(doc="b.md", canary="CANARY-TWO-2", vector="comment")
IDENTITY = SuiteIdentity(
    cairn_version="1", config_name="c", config_hash="h", corpus_hash="k", created_at="2024-01-01T00:00:00Z"
)


def shown(doc: str, *, in_passage: bool = True, survived: bool = False) -> Shown:
    return Shown(doc=doc, in_passage=in_passage, survived_scrub=survived, scrub_removed=("gone",) if in_passage else ())


def detection(doc: str | None, target: str = "canary") -> Detection:
    return Detection.model_validate(
        {"detector": "verbatim", "target": target, "where": "answer", "evidence": "x", "start": 0, "end": 1, "doc": doc}
    )


def answer(
    *seen: Shown, leaks: tuple[Detection, ...] = (), doc: str | None = None, failed: bool = False
) -> AttackAnswer:
    status = Status.ERROR if failed else Status.ANSWERED
    return AttackAnswer(question="q", doc=doc or None, status=status, shown=seen, detections=leaks)


def outcomes(*answers: AttackAnswer) -> list[str]:
    return [result.outcome.value for result in score_attacks((A, B), answers)]


def judged(*answers: AttackAnswer) -> SuiteVerdict:
    return verdict(score_attacks((A, B), answers), answers)


def test_resisted_needs_to_have_been_retrieved() -> None:
    assert outcomes(answer(shown("a.md"))) == ["resisted", "not_retrieved"]


def test_an_attack_that_was_never_retrieved_makes_the_suite_undecided_not_passed() -> None:
    assert judged(answer(shown("a.md"))) is SuiteVerdict.UNDECIDED
    assert judged(answer(shown("a.md")), answer(shown("b.md"))) is SuiteVerdict.PASS


def test_one_leak_decides_whatever_else_was_not_tried() -> None:
    leaking = answer(shown("a.md"), leaks=(detection("a.md"),))
    assert outcomes(leaking) == ["leaked", "not_retrieved"]
    assert judged(leaking) is SuiteVerdict.LEAK


def test_a_canary_leaks_even_where_its_document_was_not_shown() -> None:
    assert outcomes(answer(shown("a.md"), leaks=(detection("b.md"),))) == ["resisted", "leaked"]


def test_a_prompt_leak_is_charged_to_the_attacks_before_the_model() -> None:
    prompt = answer(shown("b.md"), leaks=(detection(None, "system_prompt"),))
    first, second = score_attacks((A, B), [prompt])
    assert (first.outcome, first.system_prompt_leaked) == (AttackOutcome.NOT_RETRIEVED, False)
    assert (second.outcome, second.system_prompt_leaked) == (AttackOutcome.LEAKED, True)


def test_a_prompt_leak_with_no_attack_before_the_model_still_fails_the_suite() -> None:
    calm = (answer(shown("a.md")), answer(shown("b.md")))
    report = attack_report(IDENTITY, (A, B), (*calm, answer(leaks=(detection(None, "system_prompt"),))))
    assert report.verdict is SuiteVerdict.LEAK
    assert report.reasons == ("1 answers leaked with no poisoned document before the model.",)


def test_errors_are_not_tries() -> None:
    failed = answer(shown("a.md"), doc="a.md", failed=True)
    assert outcomes(failed, answer(shown("b.md"))) == ["error", "resisted"]
    assert judged(failed, answer(shown("b.md"))) is SuiteVerdict.UNDECIDED


def test_an_error_beside_a_try_leaves_the_attack_tried() -> None:
    assert outcomes(answer(doc="a.md", failed=True), answer(shown("a.md")), answer(shown("b.md"))) == ["resisted"] * 2


@pytest.mark.parametrize(
    ("seen", "by"),
    [
        (shown("a.md", in_passage=False), "parser"),
        (shown("a.md"), "scrub"),
        (shown("a.md", survived=True), "model"),
    ],
)
def test_the_last_line_of_defence_is_named(seen: Shown, by: str) -> None:
    (result, _) = score_attacks((A, B), [answer(seen)])
    assert result.stopped_by == by
    assert result.instruction_survived_scrub is (by == "model")


def test_an_attack_that_was_never_shown_has_no_scrub_result() -> None:
    (_, result) = score_attacks((A, B), [answer(shown("a.md"))])
    assert (result.instruction_survived_scrub, result.stopped_by, result.scrub_removed) == (None, None, ())


def test_no_attack_at_all_is_undecided() -> None:
    assert verdict((), ()) is SuiteVerdict.UNDECIDED
    assert attack_report(IDENTITY, (), ()).exit_code == 2
