"""Refusals by a model: 0.5 or more is one, and without a usable probability the wording decides."""

from __future__ import annotations

import asyncio

import pytest

from cairn_nb.judges.refusal_model import ModelRefusalDetector
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.text.refusal import is_refusal
from tests.judges.claims.fake_decisions import COST_USD, FakeDecisions

UNKNOWN_WORDS = "You will have to look elsewhere for that one."
QUOTES_ONE = 'The manual says "the documents do not contain a figure", but the plate gives 42 kg.'
PLAIN = "The documents do not contain the answer."


def detected(said: float | str, text: str) -> tuple[RefusalVerdict, FakeDecisions]:
    decisions = FakeDecisions(lambda _: said)
    return asyncio.run(ModelRefusalDetector(decisions).detect("How heavy?", text, trial=1)), decisions


def test_it_knows_what_the_wording_does_not() -> None:
    verdict, decisions = detected(0.97, UNKNOWN_WORDS)
    assert not is_refusal(UNKNOWN_WORDS)
    assert (verdict.refused, verdict.detector, verdict.probability) == (True, "model", 0.97)
    assert verdict.step is not None and (verdict.step.stage, verdict.step.cost_usd) == ("refusal", COST_USD)
    asked = decisions.asked[0]
    assert asked.material == f"<question>\nHow heavy?\n</question>\n\n<answer>\n{UNKNOWN_WORDS}\n</answer>"
    assert (asked.purpose, asked.trial) == ("refusal", 1)


def test_it_overrules_the_wording() -> None:
    verdict, _ = detected(0.02, PLAIN)
    assert is_refusal(PLAIN) and verdict.refused is False and verdict.detector == "model"


def test_a_half_is_a_refusal() -> None:
    assert detected(0.5, QUOTES_ONE)[0].refused is True
    assert detected(0.4999, QUOTES_ONE)[0].refused is False


@pytest.mark.parametrize(("text", "refused"), [(PLAIN, True), (UNKNOWN_WORDS, False), (QUOTES_ONE, False)])
def test_without_a_usable_probability_the_wording_decides_and_the_call_is_paid_for(text: str, refused: bool) -> None:
    verdict, _ = detected("it was prose", text)
    assert (verdict.refused, verdict.detector, verdict.probability) == (refused, "heuristic", None)
    assert verdict.reason == "it was prose" and verdict.step is not None and verdict.step.cost_usd == COST_USD


def test_after_the_cases_deadline_the_wording_decides() -> None:
    async def late() -> RefusalVerdict:
        detector = ModelRefusalDetector(FakeDecisions(lambda _: 0.0, delay_s=5))
        return await detector.detect("Q?", PLAIN, deadline=asyncio.get_running_loop().time() + 0.05)

    verdict = asyncio.run(late())
    assert (verdict.refused, verdict.detector, verdict.step) == (True, "heuristic", None)
