"""Arrays in, estimates out: intervals, paired tests and what a set of cases can show.

What judging needs is loaded when first used: no gate should wait for it. A module there must not have a public name's
name, or it would take its place.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cairn_nb.stats.bootstrap import bootstrap_mean, bootstrap_ratios
from cairn_nb.stats.exact import binomial_p_low, clopper_pearson, share_estimate, smallest_n_without_errors, wilson
from cairn_nb.stats.order_statistic import quantile_estimate
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.paired import paired_comparison
from cairn_nb.stats.paired.rank_ranges import RankRange, rank_ranges
from cairn_nb.stats.paired.sign_flip import sign_flip_p
from cairn_nb.stats.paired.sign_flip_table import SignFlips, sign_flip_table
from cairn_nb.stats.pass_at_k import pass_at_k, pass_hat_k
from cairn_nb.stats.power import Spread, planned_visible_drop, visible_drop
from cairn_nb.stats.ratio import Ratio, mean_of, mean_of_means
from cairn_nb.stats.small_sample import bootstrap_t_interval, bounded_interval, student_interval
from cairn_nb.stats.table import BootstrapTable, Differences, Intervals, bootstrap_table
from cairn_nb.stats.trials import question_means, rank_stability, trial_sd, trial_variance
from cairn_nb.stats.values import as_floats, cluster_codes

if TYPE_CHECKING:
    from cairn_nb.stats.agreement.agreement import SensitivitySpecificity, cohen_kappa, sensitivity_specificity
    from cairn_nb.stats.agreement.krippendorff import krippendorff_alpha
    from cairn_nb.stats.certificate_size import LabelsNeeded, labels_needed
    from cairn_nb.stats.correction.corrected_rates import rogan_gladen
    from cairn_nb.stats.correction.prediction_powered import prediction_powered_mean
    from cairn_nb.stats.effective_counts import clustered_share
    from cairn_nb.stats.strengths.clustered_strengths import ClusteredBradleyTerry, bradley_terry_clustered
    from cairn_nb.stats.strengths.compared_pairs import Pairings, pairings
    from cairn_nb.stats.strengths.resampled_strengths import Refits, bradley_terry_refits
    from cairn_nb.stats.strengths.strengths import BradleyTerry, bradley_terry, win_matrix

__all__ = [
    "BootstrapTable",
    "BradleyTerry",
    "ClusteredBradleyTerry",
    "Differences",
    "Intervals",
    "LabelsNeeded",
    "Pairings",
    "RankRange",
    "Ratio",
    "Refits",
    "SensitivitySpecificity",
    "SignFlips",
    "Spread",
    "as_floats",
    "binomial_p_low",
    "bootstrap_mean",
    "bootstrap_ratios",
    "bootstrap_t_interval",
    "bootstrap_table",
    "bounded_interval",
    "bradley_terry",
    "bradley_terry_clustered",
    "bradley_terry_refits",
    "clopper_pearson",
    "cluster_codes",
    "clustered_share",
    "cohen_kappa",
    "holm",
    "krippendorff_alpha",
    "labels_needed",
    "mean_of",
    "mean_of_means",
    "paired_comparison",
    "pairings",
    "pass_at_k",
    "pass_hat_k",
    "planned_visible_drop",
    "prediction_powered_mean",
    "quantile_estimate",
    "question_means",
    "rank_ranges",
    "rank_stability",
    "rogan_gladen",
    "sensitivity_specificity",
    "share_estimate",
    "sign_flip_p",
    "sign_flip_table",
    "smallest_n_without_errors",
    "student_interval",
    "trial_sd",
    "trial_variance",
    "visible_drop",
    "wilson",
    "win_matrix",
]

_JUDGING = {
    "BradleyTerry": "strengths.strengths",
    "ClusteredBradleyTerry": "strengths.clustered_strengths",
    "LabelsNeeded": "certificate_size",
    "Pairings": "strengths.compared_pairs",
    "Refits": "strengths.resampled_strengths",
    "SensitivitySpecificity": "agreement.agreement",
    "bradley_terry": "strengths.strengths",
    "bradley_terry_clustered": "strengths.clustered_strengths",
    "bradley_terry_refits": "strengths.resampled_strengths",
    "clustered_share": "effective_counts",
    "cohen_kappa": "agreement.agreement",
    "krippendorff_alpha": "agreement.krippendorff",
    "labels_needed": "certificate_size",
    "pairings": "strengths.compared_pairs",
    "prediction_powered_mean": "correction.prediction_powered",
    "rogan_gladen": "correction.corrected_rates",
    "sensitivity_specificity": "agreement.agreement",
    "win_matrix": "strengths.strengths",
}


def __getattr__(name: str) -> Any:
    if name not in _JUDGING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_JUDGING[name]}"), name)
