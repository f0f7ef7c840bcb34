from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from cairn_nb.errors import InputError
from cairn_nb.stats import clopper_pearson, cohen_kappa, sensitivity_specificity


def test_sensitivity_and_specificity_by_hand() -> None:
    # People say yes five times, the judge to four of them; no four times, the judge to three of them.
    judge = [1, 1, 1, 1, 0, 0, 0, 0, 1, None, 1]
    human = [1, 1, 1, 1, 1, 0, 0, 0, 0, 1, None]
    found = sensitivity_specificity(judge, human)
    assert (found.sensitivity.value, found.sensitivity.n) == (4 / 5, 5)
    assert (found.specificity.value, found.specificity.n) == (3 / 4, 4)
    assert (found.sensitivity.low, found.sensitivity.high) == pytest.approx(clopper_pearson(4, 5))
    assert found.sensitivity.missing == {"missing": 1}
    assert found.youden == pytest.approx(0.55)


def test_the_lower_bound_that_certifies() -> None:
    found = sensitivity_specificity([1] * 14 + [0] * 14, [1] * 14 + [0] * 14, side="lower")
    # 14 of 14: 0.05^(1/14) = 0.807, over a bar of 0.8; 13 of 13 would be 0.794.
    assert (found.sensitivity.low, found.specificity.low) == pytest.approx((0.05 ** (1 / 14),) * 2)
    assert found.sensitivity.method == "Clopper-Pearson, one-sided lower"


def test_without_a_no_from_people_there_is_no_specificity() -> None:
    found = sensitivity_specificity([True, False], [True, True])
    assert (found.sensitivity.value, found.specificity.value, found.specificity.n, found.youden) == (0.5, None, 0, None)


def test_verdicts_of_one_document_count_as_the_document() -> None:
    # Ten documents of four answers that all fare alike: eight of ten, not 32 of 40.
    judge = np.repeat([1] * 8 + [0] * 2, 4)
    documents = [f"d{i // 4}" for i in range(40)]
    found = sensitivity_specificity(judge, np.ones(40), clusters=documents).sensitivity
    alone = sensitivity_specificity(judge, np.ones(40)).sensitivity
    assert (found.value, found.n, found.n_clusters) == (0.8, 40, 10)
    assert found.low < clopper_pearson(8, 10)[0] + 0.02 and found.low < alone.low
    assert found.method == "Clopper-Pearson by cluster"


@pytest.mark.parametrize(
    ("judge", "human", "message"), [([2], [1], "yes or no"), ([1], ["x"], "numbers"), ([1, 0], [1], "2 verdicts")]
)
def test_what_is_no_verdict_is_refused(judge: list, human: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        sensitivity_specificity(judge, human)


def test_a_cluster_for_each_answer() -> None:
    with pytest.raises(InputError, match="1 cluster labels for 2"):
        sensitivity_specificity([1, 0], [1, 0], clusters=["a"])


def test_kappa_by_hand() -> None:
    # Cohen (1960): observed 35 of 50, expected 0.5 * 0.6 + 0.5 * 0.4 = 0.5; (0.7 - 0.5) / 0.5 = 0.4.
    a = [1] * 25 + [0] * 25
    b = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    assert cohen_kappa(a, b).value == pytest.approx(0.4)


@pytest.mark.parametrize(("weights", "theirs"), [("none", None), ("linear", "linear"), ("quadratic", "quadratic")])
def test_kappa_and_its_error_agree_with_statsmodels(weights: str, theirs: str | None) -> None:
    rng = np.random.default_rng(0)
    a = rng.integers(0, 4, 400)
    b = np.where(rng.random(400) < 0.5, a, rng.integers(0, 4, 400))
    found, expected = cohen_kappa(a, b, weights=weights), cohens_kappa(to_table(np.stack([a, b], 1))[0], wt=theirs)
    assert found.value == pytest.approx(expected.kappa)
    # The same error but for n / (n - 1), and Student's quantile for 1.96.
    assert [found.low, found.high] == pytest.approx([expected.kappa_low, expected.kappa_upp], abs=0.001)


def test_kappa_counts_what_is_missing_and_what_cannot_be_told() -> None:
    found = cohen_kappa([1, 0, None, 1], [1, 0, 1, None])
    assert (found.n, found.missing, found.value, found.low) == (2, {"missing": 2}, 1.0, None)
    assert found.warning == "no interval: the raters never differ"
    assert cohen_kappa([1, 1], [1, 1]).value is None
    assert cohen_kappa([], []).value is None


def test_kappa_of_clusters_is_less_sure() -> None:
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 50)
    b = np.where(rng.random(50) < 0.7, a, 1 - a)
    alone, together = (
        cohen_kappa(a, b),
        cohen_kappa(np.repeat(a, 4), np.repeat(b, 4), clusters=np.repeat(range(50), 4).tolist()),
    )
    # Four copies of each tell what one does.
    assert [together.low, together.high] == pytest.approx([alone.low, alone.high])


def test_kappa_refuses_lists_of_different_length() -> None:
    with pytest.raises(InputError, match="2 ratings beside 1"):
        cohen_kappa([1, 0], [1])
