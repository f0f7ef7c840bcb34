"""How many answers of the run each label stands for: a sheet is drawn from groups in turn, not from all alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from cairn_nb.decisions.audit.pairs import Pair, group_of
from cairn_nb.records.audit import Source
from cairn_nb.stats.values import Floats

GroupSizes = Mapping[str, Mapping[str, int]]


def weights_of(pairs: Sequence[Pair], source: Source, sizes: GroupSizes) -> Floats:
    """For each label the answers of its group over the group's labels; labels from the explorer count alike."""
    if source == "labels":
        return np.ones(len(pairs))
    labelled = Counter(group_of(pair.answer) for pair in pairs)
    return np.array(
        [sizes[system][band] / labelled[system, band] for system, band in (group_of(pair.answer) for pair in pairs)],
        dtype=np.float64,
    )


def unlabelled_groups(pairs: Sequence[Pair], sizes: GroupSizes) -> dict[str, int]:
    """The groups that no label stands for, with how many answers each has."""
    labelled = {group_of(pair.answer) for pair in pairs}
    return {
        f"{system}, {band}": n
        for system, bands in sizes.items()
        for band, n in bands.items()
        if (system, band) not in labelled
    }
