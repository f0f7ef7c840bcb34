"""Function words that say nothing about a passage's content. Negations and quantities are not among them."""

from __future__ import annotations

_ENGLISH = """
    a about after again also although am an and any are as at be because been before being both but by can
    could did do does doing done during each either for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just let like may me might mine must my myself
    of off on once or other our ours ourselves out over own same shall she should since so some such than
    that the their theirs them themselves then there these they this those though through thus to too under
    until up upon us very was we were what when where whether which while who whom whose why will with
    within would yet you your yours yourself yourselves i'm i've i'd i'll you're you've you'll he's it's
    that's there's they're they've we're we've who's what's
"""
_CHINESE_AND_JAPANESE = "的 了 之 の を"

STOPWORDS = frozenset(_ENGLISH.split()) | frozenset(_CHINESE_AND_JAPANESE.split())
