from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats import prediction_powered_mean
from cairn_nb.stats.student import t_quantile

NAN = float("nan")


def scores(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """People's scores on 0..5, and a judge's who is lenient and noisy."""
    rng = np.random.default_rng(seed)
    human = np.clip(3 + rng.normal(size=n), 0, 5)
    return human, human + 0.5 + 0.6 * rng.normal(size=n)


def test_weight_and_mean_by_hand() -> None:
    # Labels 1, 2, 3 with scores 2, 3, 4: they move together. Without clusters, and scores 1, 3, 5, 3 elsewhere.
    # Variances of the means: labels 1/3, scores there 1/3, scores elsewhere (8/3)/4 = 2/3; covariance 1/3.
    # Weight (1/3) / (1/3 + 2/3) = 1/3; mean 1/3 * 3 + (2 - 1/3 * 3) = 2.
    found = prediction_powered_mean([1, 3, 5, 3], [2, 3, 4], [1, 2, 3])
    assert found.value == pytest.approx(2.0)
    assert found.method == "prediction-powered, weight 0.33"
    assert (found.n, found.low, found.warning) == (3, None, "no interval: only 3 labels")


def test_a_lenient_judge_is_put_right() -> None:
    human, judge = scores(4_000)
    found = prediction_powered_mean(judge[200:], judge[:200], human[:200])
    assert judge.mean() - human.mean() > 0.45
    assert found.value == pytest.approx(human.mean(), abs=0.1)
    assert found.low < human.mean() < found.high


def test_it_is_sharper_than_the_labels_alone() -> None:
    human, judge = scores(4_000)
    both, labels = (prediction_powered_mean(judge[200:], judge[:200], human[:200], weight=w) for w in (None, 0.0))
    assert labels.value == pytest.approx(human[:200].mean())
    reach = t_quantile(0.975, 199) * human[:200].std(ddof=1) / 200**0.5
    assert labels.high - labels.value == pytest.approx(reach)
    assert both.high - both.low < 0.7 * (labels.high - labels.low)


def test_a_judge_of_noise_gets_no_weight() -> None:
    human, _ = scores(300)
    noise = np.random.default_rng(1).normal(size=3_000)
    found = prediction_powered_mean(noise[300:], noise[:300], human)
    assert found.value == pytest.approx(human.mean(), abs=0.02)
    assert float(found.method.split("weight ")[1].split(",")[0]) < 0.15


def test_no_other_answers_leave_the_labels_mean() -> None:
    human, judge = scores(50)
    found = prediction_powered_mean([], judge, human)
    assert found.value == pytest.approx(human.mean())
    assert found.method == "prediction-powered, weight 0.00, Student's t"


def test_the_published_weight_and_variance() -> None:
    # PPI++ (arXiv:2311.01453): weight cov(Y, f) / ((1 + n / N) var f), variance var(Y - w f) / n + w^2 var f / N.
    human, judge = scores(1_000)
    f, rest, y = judge[:400], judge[400:], human[:400]
    found = prediction_powered_mean(rest, f, y)
    covariance = np.cov(y, f)
    w = covariance[0, 1] / (covariance[1, 1] + 400 / 600 * rest.var(ddof=1))
    assert found.value == pytest.approx(w * rest.mean() + (y - w * f).mean())
    variance = (y - w * f).var(ddof=1) / 400 + w**2 * rest.var(ddof=1) / 600
    reach = t_quantile(0.975, 398) * (variance * 399 / 398) ** 0.5
    assert found.high - found.value == pytest.approx(reach)


def test_clusters_that_hold_labelled_and_other_answers_are_taken_together() -> None:
    human, judge = scores(600)
    # Ten answers a document; three of them labelled.
    labelled = np.arange(600) % 10 < 3
    documents = np.arange(600) // 10
    found = prediction_powered_mean(
        judge[~labelled],
        judge[labelled],
        human[labelled],
        clusters=documents[~labelled].tolist(),
        label_clusters=documents[labelled].tolist(),
    )
    assert (found.n, found.n_clusters) == (180, 60)
    assert found.method.endswith("Student's t by cluster")
    copied = np.repeat(human[:60], 3), np.repeat(judge[:60], 3)
    names = np.repeat(np.arange(60), 3).tolist()
    together = prediction_powered_mean(
        judge[60:], copied[1], copied[0], clusters=list(range(100, 640)), label_clusters=names
    )
    alone = prediction_powered_mean(judge[60:], judge[:60], human[:60])
    # Three copies of a label tell what one does.
    assert [together.value, together.low, together.high] == pytest.approx([alone.value, alone.low, alone.high])


def test_yes_and_no_by_hand() -> None:
    # The judge says yes to 60 of 100 others; of ten labels it says yes to six, people to five of those and one more.
    human, judge = [1] * 5 + [0] + [1] + [0] * 3, [1] * 6 + [0] * 4
    found = prediction_powered_mean([1] * 60 + [0] * 40, judge, human, weight=1.0)
    # 0.6 + (6 - 6) / 10
    assert found.value == pytest.approx(0.6)
    tuned = prediction_powered_mean([1] * 60 + [0] * 40, judge, human)
    assert tuned.value == pytest.approx(0.6)
    assert tuned.method.endswith("Jeffreys") and found.method.endswith("Student's t")
    assert 0.25 < tuned.low < 0.45 and 0.75 < tuned.high < 0.9


def test_labels_that_all_agree_with_the_judge_still_leave_room_for_errors() -> None:
    found = prediction_powered_mean([1] * 500 + [0] * 500, [1] * 10 + [0] * 10, [1] * 10 + [0] * 10)
    assert found.value == pytest.approx(0.5)
    # Under one in ten errors unseen on each side, not the 0.03 that a thousand verdicts alone would leave.
    assert 0.06 < found.high - 0.5 < 0.15


def test_copies_of_a_yes_or_no_in_a_document_are_one() -> None:
    rng = np.random.default_rng(0)
    right = (rng.random(40) < 0.6).astype(float)
    said = np.where(rng.random(40) < 0.85, right, 1 - right)
    others = (rng.random(400) < 0.6).astype(float)
    alone = prediction_powered_mean(others, said, right)
    names = np.repeat(np.arange(40), 5).tolist()
    copied = prediction_powered_mean(
        others, np.repeat(said, 5), np.repeat(right, 5), clusters=list(range(100, 500)), label_clusters=names
    )
    naive = prediction_powered_mean(others, np.repeat(said, 5), np.repeat(right, 5))
    assert copied.high - copied.low > 0.8 * (alone.high - alone.low) > 1.2 * (naive.high - naive.low)


def test_missing_scores_are_left_out_and_counted() -> None:
    human, judge = scores(40)
    plain = prediction_powered_mean(judge[20:], judge[:20], human[:20])
    gaps = prediction_powered_mean([*judge[20:], None], [*judge[:20], 1.0, NAN], [*human[:20], None, 2.0])
    assert (gaps.value, gaps.low, gaps.n, gaps.missing) == (plain.value, plain.low, 20, {"missing": 2})
    assert prediction_powered_mean(judge, [], []).value is None


def test_labels_that_do_not_vary_have_no_interval() -> None:
    found = prediction_powered_mean([], [2.5] * 8, [2.5] * 8)
    assert (found.value, found.low, found.warning) == (2.5, None, "no interval: the labels do not vary")


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="2 scores of the judge for 1"):
        prediction_powered_mean([1], [1, 2], [1])
    with pytest.raises(InputError, match="for neither"):
        prediction_powered_mean([1], [1], [1], clusters=["a"])
    with pytest.raises(InputError, match="weight"):
        prediction_powered_mean([1], [1], [1], weight=2)
