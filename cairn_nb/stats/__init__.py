"""Arrays in, estimates out: intervals, paired tests and what a set of cases can show."""

from cairn_nb.stats.bootstrap import Ratio, bootstrap_mean, bootstrap_ratios, mean_of
from cairn_nb.stats.exact import binomial_p_low, clopper_pearson, share_estimate, smallest_n_without_errors, wilson
from cairn_nb.stats.holm import holm
from cairn_nb.stats.order_statistic import quantile_estimate
from cairn_nb.stats.paired import paired_comparison
from cairn_nb.stats.power import Spread, planned_visible_drop, visible_drop
from cairn_nb.stats.sign_flip import sign_flip_p
from cairn_nb.stats.values import as_floats, cluster_codes

__all__ = [
    "Ratio",
    "Spread",
    "as_floats",
    "binomial_p_low",
    "bootstrap_mean",
    "bootstrap_ratios",
    "clopper_pearson",
    "cluster_codes",
    "holm",
    "mean_of",
    "paired_comparison",
    "planned_visible_drop",
    "quantile_estimate",
    "share_estimate",
    "sign_flip_p",
    "smallest_n_without_errors",
    "visible_drop",
    "wilson",
]
