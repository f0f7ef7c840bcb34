"""significance.csv: each column by hand, Holm within a metric, and what gives no row."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.tables.significance import SignificanceRow, against
from tests.decisions.tables.reports import graded, named, scored, stats, tables

EIGHT = [3.0] * 8


def rows(*systems: object, metric: str = "answer_score", **options: object) -> dict[str, SignificanceRow]:
    return against(tables(*systems, **options).significance_rows, metric)  # type: ignore[arg-type]


def test_every_column_of_a_clear_difference_by_hand() -> None:
    up = [3.5, 3.5, 4.5, 4.5, 3.5, 3.5, 4.5, 4.5]
    found = rows(scored("base", EIGHT), scored("up", up), baseline="base")["up"]
    # Differences 0.5 and 1.5, four of each: their mean is 1; Student's t at 7 degrees is 2.364624, their
    # standard deviation sqrt(8 x 0.25 / 7), and the interval 1 -+ t x sd / sqrt(8).
    reach = 2.3646242510 * (8 * 0.25 / 7) ** 0.5 / 8**0.5
    assert (found.n, found.n_clusters, found.mean_diff) == (8, 8, 1.0)
    assert found.ci_lo == pytest.approx(1 - reach)
    assert found.ci_hi == pytest.approx(1 + reach)
    # Of the 2^8 flips of signs only the data and their mirror image are as extreme.
    assert found.p_value == 2 / 2**8 and found.p_holm == 2 / 2**8
    # No resample of positive differences reaches 0, so the bootstrap's p is at its floor.
    assert found.p_bootstrap == pytest.approx(2 / (2000 + 1))
    assert (found.significant, found.verdict) == (True, "better")
    assert (found.wins, found.ties, found.losses) == (8, 0, 0)
    assert found.question_ci_lo is not None and 0.5 <= found.question_ci_lo < 1 < (found.question_ci_hi or 0) <= 1.5


def test_wins_ties_and_losses_are_from_the_systems_side() -> None:
    found = rows(scored("base", [3.0] * 6), scored("mixed", [4, 4, 3, 2, 3, 4]), baseline="base")["mixed"]
    assert (found.wins, found.ties, found.losses) == (3, 2, 1)
    assert (found.verdict, found.significant) == ("no clear difference", False)


def test_holm_multiplies_the_smallest_p_by_the_systems_compared_on_that_metric() -> None:
    down = [2.0] * 8
    found = rows(scored("base", EIGHT), scored("down", down), scored("same", EIGHT), baseline="base")
    assert found["down"].p_value == 2 / 2**8
    assert found["down"].p_holm == 2 * 2 / 2**8  # the smaller of two, so times two
    assert found["down"].verdict == "worse"
    assert found["same"].p_holm == 1.0 and found["same"].verdict == "no clear difference"
    # Recall is a family of its own: nothing differs in it.
    recall = rows(
        scored("base", EIGHT), scored("down", down), scored("same", EIGHT), metric="recall@5", baseline="base"
    )
    assert {row.p_holm for row in recall.values()} == {1.0}


def test_a_win_that_luck_explains_is_no_win_after_holm() -> None:
    # Six documents, all better: p = 2 / 2^6 = 0.03125 alone, 0.0625 beside one more comparison.
    base, up = scored("base", [3.0] * 6), scored("up", [4.0] * 6)
    assert rows(base, up, baseline="base")["up"].verdict == "better"
    found = rows(base, up, scored("same", [3.0] * 6), baseline="base")["up"]
    assert (found.p_value, found.p_holm, found.verdict) == (0.03125, 0.0625, "no clear difference")


def test_under_six_documents_nothing_is_told_but_the_methods_own_columns_are_there() -> None:
    found = rows(scored("base", [3.0] * 5), scored("up", [4.0] * 5), baseline="base")["up"]
    assert (found.p_value, found.p_holm, found.significant) == (None, None, False)
    assert found.verdict == "no clear difference"
    assert (found.significant_bootstrap, found.verdict_bootstrap) == (True, "better")


def test_questions_of_one_document_count_once_by_default_and_each_by_the_method() -> None:
    def report(name: str, score: float, **changes: object) -> object:
        return named(name, [graded(f"q{i}", score, cluster_id=f"d{i // 4}") for i in range(24)], **changes)

    found = rows(report("base", 3.0), report("up", 4.0), baseline="base")["up"]
    assert (found.n, found.n_clusters, found.p_value) == (24, 6, 2 / 2**6)
    plain = stats(cluster="none")
    alone = rows(report("base", 3.0, config=plain), report("up", 4.0, config=plain), baseline="base")["up"]
    assert alone.n_clusters == 24 and alone.p_value is not None and alone.p_value < 0.001


def test_only_questions_that_both_answered_are_compared() -> None:
    base = scored("base", [1.0, None, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], complete=True)
    other = scored("other", [None, 5.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0], complete=True)
    found = rows(base, other, baseline="base")["other"]
    assert (found.n, found.mean_diff) == (6, 1.0)


def test_a_metric_that_a_system_lacks_gives_no_row() -> None:
    silent = [graded(f"q{i}", 3.0, ranked_documents=(), retrieved_ids=()) for i in range(8)]
    base, without = scored("base", EIGHT), named("without", silent)
    assert set(rows(base, without, baseline="base")) == {"without"}
    assert rows(base, without, metric="recall@5", baseline="base") == {}
    assert rows(base, without, metric="recall@5", baseline="without") == {}


def test_trials_are_compared_by_the_questions_means() -> None:
    def report(name: str, *trials: float) -> object:
        return named(name, [graded(f"q{i}", score, trial=t) for i in range(8) for t, score in enumerate(trials)])

    found = rows(report("base", 2.0, 4.0), report("up", 3.0, 5.0), baseline="base")["up"]
    # (3 + 5) / 2 against (2 + 4) / 2 in each of eight questions.
    assert (found.n, found.mean_diff, found.wins, found.ties) == (8, 1.0, 8, 0)
