"""A case with several supports: any of them will do, all of them are needed, or some of each group."""

from __future__ import annotations

from collections.abc import Sequence

# A support's rank, from 1; None when it was not retrieved.
Rank = int | None


def any_of(ranks: Sequence[Rank]) -> Rank:
    """The rank at which the first of some interchangeable supports is found; None when none is."""
    return min((rank for rank in ranks if rank is not None), default=None)


def all_of(ranks: Sequence[Rank]) -> Rank:
    """The rank at which the last of some jointly needed supports is found; None when one is missing, or none named."""
    found = [rank for rank in ranks if rank is not None]
    return max(found) if found and len(found) == len(ranks) else None


def groups_rank(groups: Sequence[Sequence[Rank]]) -> Rank:
    """The rank at which every group is satisfied: all groups are needed, any support of a group satisfies it.

    Parameters
    ----------
    groups
        A two-hop question has two groups; where either of two documents states the second hop, that group has two.
    """
    return all_of([any_of(group) for group in groups])


def groups_found(groups: Sequence[Sequence[Rank]], k: int) -> float | None:
    """The share of the groups that one of their supports satisfies within the first `k`; None without groups."""
    if not groups:
        return None
    best = [any_of(group) for group in groups]
    return sum(rank is not None and rank <= k for rank in best) / len(groups)
