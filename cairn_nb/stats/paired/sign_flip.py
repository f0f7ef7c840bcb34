"""Sign-flip test of clustered differences: if nothing differs, each cluster's sum could as well have the other sign.

Exact for any number of clusters, sizes and shapes when swapping the two systems within a cluster would
change nothing but the sign (two equally good systems). With a shift (a margin) it holds for large numbers
of clusters only. Studentising changes nothing: the sum of squares is the same under every flip, so the
studentised statistic grows with the plain one. With G non-zero clusters the smallest p-value is 2^-G
one-sided; up to 14 all flips are listed, beyond that they are drawn and p = (1 + as extreme) / (1 + drawn)
(Phipson and Smyth 2010).
"""

from __future__ import annotations

import numpy as np

from cairn_nb.stats.paired.sign_flip_table import N_FLIPS, Alternative, sign_flip_table
from cairn_nb.stats.values import Floats


def sign_flip_p(
    sums: Floats, alternative: Alternative = "two-sided", *, n_flips: int = N_FLIPS, seed: int = 0
) -> float:
    """The p-value of "the differences are symmetric about 0".

    Parameters
    ----------
    sums
        The sum of differences in each cluster.
    alternative
        ``greater``: they lie above 0; ``less``: below.
    n_flips, seed
        How many flips to draw where not all are listed, and the seed.

    Returns
    -------
    float
        1.0 when every sum is 0.
    """
    found = sign_flip_table(np.asarray(sums, dtype=np.float64)[:, None], n_flips=n_flips, seed=seed)
    return float({"greater": found.greater, "less": found.less, "two-sided": found.two_sided}[alternative][0])
