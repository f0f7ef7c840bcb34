"""Which choices no other one beats: the frontier of things that pull apart."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le

from cairn_nb.errors import InputError

DUST_DECIMALS = 9


def frontier(efforts: Sequence[float], gains: Sequence[float]) -> list[int]:
    """The places of the choices that are not beaten, by rising effort.

    One choice beats another that is no better in either and worse in one. Two that are equal in both do not
    beat each other: both are on the frontier, in the order given.

    Parameters
    ----------
    efforts
        What each choice takes; less is better.
    gains
        What each gives; more is better.

    Raises
    ------
    InputError
        If the lengths differ, or a number is not finite.
    """
    if len(efforts) != len(gains):
        raise InputError(f"{len(efforts)} efforts and {len(gains)} gains; give one of each for every choice")
    if not all(abs(number) < float("inf") for number in (*efforts, *gains)):
        raise InputError("an effort or a gain is not a finite number; leave out what was not measured")
    kept: list[int] = []
    for place in sorted(range(len(efforts)), key=lambda place: (efforts[place], -gains[place])):
        last = kept[-1] if kept else None
        is_equal = last is not None and (efforts[place], gains[place]) == (efforts[last], gains[last])
        if last is None or gains[place] > gains[last] or is_equal:
            kept.append(place)
    return kept


def dominators(points: Sequence[Sequence[float]]) -> list[list[int]]:
    """For each point the places of those that beat it: no worse on any axis and better on one.

    Parameters
    ----------
    points
        A point each, as many numbers in all of them, less is better on every axis (negate what should be high).
        Numbers that agree to nine decimals are equal, so that float dust beats nobody.

    Returns
    -------
    list
        Empty for a point on the front. Two equal points do not beat each other.

    Raises
    ------
    InputError
        If the points have different numbers of axes, or a number is not finite.
    """
    if len({len(point) for point in points}) > 1:
        raise InputError("the points do not all have the same number of axes")
    if not all(abs(number) < float("inf") for point in points for number in point):
        raise InputError("a number of a point is not finite; leave out what was not measured")
    rounded = [tuple(round(number, DUST_DECIMALS) for number in point) for point in points]
    return [
        [place for place, other in enumerate(rounded) if other != own and all(map(le, other, own))] for own in rounded
    ]
