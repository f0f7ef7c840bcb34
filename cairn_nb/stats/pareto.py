"""Which choices no other one beats: the frontier of two things that pull apart."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.errors import InputError


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
