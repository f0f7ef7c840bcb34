"""Words that end in a point without ending a sentence."""

from __future__ import annotations

_ENGLISH = """
    mr mrs ms dr prof sr jr st gen col capt lt sgt rev hon gov sen rep pres messrs
    no nos vs cf approx fig figs eq eqs sec secs ch chs vol vols ed eds p pp art arts al ca e.g i.e viz
    dept est inc ltd co corp bros assn univ tel ext min max avg ref refs incl excl resp hrs mins lbs oz ft sq
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri
"""
_GERMAN = """
    nr bzw bspw evtl insb vgl inkl exkl zzgl gem abs anm aufl bd hrsg geb gest sog sogen usw str tab abb
    z.b u.a d.h i.d.r z b u a d h dipl ing mio mrd tsd jh jhd v.chr n.chr ggf ggfs allg bes ehem eigtl
"""
_WORDS_TOO = "no nos art arts min max ref sec mon"
_MAY_END = "etc inc ltd co corp usw a.m p.m al bros jr sr"
_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember jänner"

# Without the point, in lower case.
ABBREVIATIONS = frozenset(_ENGLISH.split()) | frozenset(_GERMAN.split())
# These may end a sentence too: a capital after them decides.
MAY_END = frozenset(_MAY_END.split())
# These are words as well: abbreviations only where a number follows.
BEFORE_NUMBERS = frozenset(_WORDS_TOO.split())
# An ordinal before one of them is a date.
GERMAN_MONTHS = frozenset(_MONTHS.split())
