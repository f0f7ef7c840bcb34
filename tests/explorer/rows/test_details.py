"""What a detail holds of a row in each run, and that nothing in it stands twice."""

from __future__ import annotations

from typing import Any

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Outcome, Passage, Step, Verdict
from cairn_nb.records.checked_claim import CheckedClaim
from tests.decisions.labelled_rows import RIGHT, WRONG, answer, missed
from tests.explorer import views
from tests.report_factory import abstained_row, answered_row, build_report


def passage(chunk_id: str, *, text: str = "some text", **changes: Any) -> Passage:
    return Passage(**{"chunk_id": chunk_id, "source": "a.md", "text": text, "rank": 1, "score": 0.5, **changes})


def claim(text: str, *chunk_ids: str, supported: bool = True) -> Claim:
    cited = tuple(Citation(chunk_id=chunk_id, quote="some", resolved=True, end=4) for chunk_id in chunk_ids)
    return Claim(text=text, supported=supported, citations=cited)


def detail_of(row: Any, evidence: Evidence | None = None) -> dict[str, Any]:
    payload = pack([build_report([row])], [None if evidence is None else {(row.case_id, 0): evidence}])
    [whole] = views.every(payload.details)
    [detail] = whole["runs"]
    return dict(detail)


def test_passages_of_all_rows_and_runs_stand_once() -> None:
    payload = views.payload("many")
    passages = views.every(payload.chunks)
    assert len({entry["text"] for entry in passages}) == len(passages)
    used = {p["text"] for row in views.every(payload.details) for run in row["runs"] for p in run["passages"] or ()}
    assert used == set(range(len(passages)))


def test_a_text_under_two_names_refers_to_the_first() -> None:
    found = Evidence(case_id="a", passages=(passage("x"), passage("y", rank=2)))
    payload = pack([build_report([answered_row("a")])], [{("a", 0): found}])
    names = [(entry["id"], entry["text"]) for entry in views.every(payload.chunks)]
    assert names == [("x", "some text"), ("y", 0)]


def test_marks_are_labelled_support_and_what_a_well_supported_answer_had_instead() -> None:
    ids = ("labelled", "other", "unshown")
    found = Evidence(
        case_id="a",
        passages=tuple(passage(name, rank=rank, shown=name != "unshown") for rank, name in enumerate(ids, 1)),
        supporting_ids=("labelled",),
    )

    def marks(row: CaseRow) -> list[str]:
        return [entry["mark"] for entry in detail_of(row, found)["passages"]]

    gap = answer(RIGHT, "a", **missed())
    assert marks(gap) == ["supporting", "unlabelled", ""]
    assert marks(answer(RIGHT, "a")) == marks(answer(WRONG, "a", **missed())) == ["supporting", "", ""]


def test_a_claim_is_a_place_in_its_answer_counted_as_a_browser_counts() -> None:
    row = answered_row("a", answer_text="🚲 It is blue. And fast.").changed(
        claims=(claim("It is blue."), claim("It is red."), claim(""))
    )
    found = [(c["text"], c["from"], c["to"]) for c in detail_of(row)["claims"]]
    # The bicycle is one character and two code units.
    assert found == [(None, 3, 14), ("It is red.", 0, 0), ("", 0, 0)]


def test_what_was_not_kept_is_null_and_not_empty() -> None:
    bare, kept = detail_of(answered_row("a")), detail_of(answered_row("a"), Evidence(case_id="a"))
    assert bare["passages"] is None and bare["steps"] is None
    assert kept["passages"] == [] and kept["steps"] == []


def test_the_judges_own_record_comes_before_the_row() -> None:
    row = answered_row("a", judge_reason="short")
    verdict = Verdict(outcome=Outcome.UNPARSED, reason="no JSON", raw="I think…")
    assert detail_of(row, Evidence(case_id="a", verdict=verdict))["judge"] == {
        "score": None,
        "correct": None,
        "reason": "no JSON",
        "outcome": "unparsed",
        "raw": "I think…",
    }
    assert detail_of(row)["judge"]["reason"] == "short"
    assert detail_of(abstained_row("a"))["judge"] is None


def test_steps_have_time_cost_and_the_tokens_that_were_used() -> None:
    row = views.case_row(0)
    steps = detail_of(row, views.case_evidence(row).changed(case_id=row.case_id))["steps"]
    assert [step["stage"] for step in steps] == ["retrieve", "generate", "verify"]
    assert steps[1]["usage"] == {"input_tokens": 412, "output_tokens": 38}
    assert steps[1]["cached"] and steps[1]["spent_usd"] == 0


def test_the_judges_steps_stand_below_the_answers() -> None:
    row = views.case_row(0)
    looks = tuple(Step(stage=stage, model=name, latency_ms=3.0) for stage, name in (("judge", "a"), ("judge", "b")))
    found = views.case_evidence(row).changed(case_id=row.case_id, judge_steps=looks)
    steps = [(step["stage"], step["model"]) for step in detail_of(row, found)["steps"]]
    assert [stage for stage, _ in steps[:3]] == ["retrieve", "generate", "verify"]
    assert steps[3:] == [("judge", "a"), ("judge", "b")]


def test_a_run_without_the_row_has_no_detail() -> None:
    reports = [build_report([answered_row("a")]), build_report([answered_row("b")], config_name="other")]
    found = [[run is not None for run in row["runs"]] for row in views.every(pack(reports).details)]
    assert found == [[True, False], [False, True]]


def test_scores_have_the_digits_that_are_shown() -> None:
    found = Evidence(case_id="a", passages=(passage("x", score=1 / 3, components={"bm25": 12.3456789}),))
    [entry] = detail_of(answered_row("a"), found)["passages"]
    assert (entry["score"], entry["components"]) == (0.33333, {"bm25": 12.346})


def test_below_the_grade_stand_the_five_axes_with_each_judges_word() -> None:
    axes = dict.fromkeys(("correctness", "faithfulness", "completeness", "relevance", "citation_quality"), 4.0)
    judged = {
        "judges": ["a:claude", "b:gpt"],
        "sat_out": ["c:qwen"],
        "panel_scores": {
            "a:claude": {**axes, "answer_score": 4.0},
            "b:gpt": {**axes, "answer_score": 4.0},
            "c:qwen": {},
        },
        "reasons": {"a:claude": "It says the number.", "b:gpt": "Fine."},
        "answer_score_variance": 0.25,
        "fallback": False,
    }
    row = answered_row("a", axes=axes, answer_score=4.0, axes_judge="a:claude, b:gpt", answer_judge=judged)
    found = detail_of(row.model_copy(update={"judge_reason": "The number is right."}))
    assert (found["judge"]["reason"], found["judge"]["score"]) == ("The number is right.", row.judge_score)
    assert found["axes"] == {
        "who": ["a:claude, b:gpt", "a:claude", "b:gpt", "c:qwen"],
        "grades": [[4.0] * 6] * 3 + [[None] * 6],
        "said": [
            "a:claude: It says the number.",
            "b:gpt: Fine.",
            "sat out: c:qwen",
            "variance of the answer score between samples: 0.25",
        ],
    }


def test_the_heuristic_judges_axes_are_shown_and_a_fallback_says_why() -> None:
    axes = dict.fromkeys(("correctness", "faithfulness", "completeness", "relevance", "citation_quality"), 0.0)
    plain = answered_row("a", axes=axes, answer_score=0.0, axes_judge="heuristic", judge=None, is_hallucinated=True)
    found = detail_of(plain)
    assert found["judge"] is None
    assert found["axes"] == {"who": ["heuristic"], "grades": [[0.0] * 6], "said": ["hallucinated: yes"]}
    fallen = {"judges": [], "fallback": True, "parse_error": "a:claude: relevance: is required", "member_fallbacks": []}
    assert detail_of(plain.model_copy(update={"answer_judge": fallen}))["axes"]["said"][1:] == [
        "No judge's reply could be used, so the heuristic judge graded.",
        "a reply that was no judgement: a:claude: relevance: is required",
    ]
    assert detail_of(answered_row("a"))["axes"] is None


def test_checked_claims_stand_with_their_verdicts_and_the_refusals_detector_is_named() -> None:
    claims = (
        CheckedClaim(text="It is blue.", supported=True, probability=0.97),
        CheckedClaim(text="It flies.", supported=False, probability=0.04),
        CheckedClaim(text="It sings.", reason="the reply was cut off"),
    )
    row = answered_row(
        "a",
        checked_claims=claims,
        claim_support_rate=0.5,
        unsupported_claims=1,
        claims_unreadable=1,
        claims_unchecked=0,
        claims_split_failed=False,
        refused=False,
        refusal_detector="model",
        refusal_probability=0.0312,
    )
    found = detail_of(row)
    assert found["checked"] == {
        "said": "support rate 0.500, 1 not supported, 1 without a usable probability",
        "claims": [
            ["It is blue.", "✓ supported by the passages given · probability 0.97", True],
            ["It flies.", "✗ not supported · probability 0.04", False],
            ["It sings.", "? no verdict · the reply was cut off", None],
        ],
    }
    assert found["refusal"] == "no refusal, says a model, probability 0.0312"
    assert (detail_of(answered_row("a"))["checked"], detail_of(answered_row("a"))["refusal"]) == (None, None)
