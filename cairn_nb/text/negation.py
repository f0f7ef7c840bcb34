"""Whether two statements agree in what they deny, judged by which of their shared words stand under a negation.

A word is denied when a negation stands close to it in its clause: in front of it in most languages
("not paid", "kein Zugang", "не оплачено"), behind it in Japanese and Korean (支払われません), on either side
in German and French. Phrases that hold a negation without denying anything ("no later than", "not only",
なければならない) count as none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cairn_nb.text.fold import fold
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.tokens import content_words

# Not a denial of the words around it.
_HARMLESS = re.compile(
    r"\bno (?:later|more|less|fewer|earlier|other|matter|doubt)\b(?: than)?|\bnot (?:only|just|later than|more "
    r"than|less than|"
    r"fewer than|earlier than|to mention)\b|\bwhether or not\b|\bnot later\b"
    r"|\bnicht (?:nur|mehr als|weniger als|später als|länger als|zuletzt)\b"
    r"|\bpas (?:seulement|plus de|plus tard|moins de)\b|\bno (?:solo|sólo|más de|menos de|más tarde)\b"
    r"|\bне (?:только|более|менее|позднее|позже|ранее)\b|\bلا (?:يقل|يزيد|تقل|تزيد)\b"
    r"|不(?:仅|僅|但|只|过|過|同|断|斷|论|論|管|久|少于|少於|超过|超過|足)|非常|未来|未來|无论|無論|除非|并非只|是否|分别|分別|区别|特别|特別|别的|级别"
    r"|な(?:けれ|く)ば?(?:ならな|なりませ|いけな|いけませ|て(?:は|も)(?:ならな|なりませ|いけな|いけませ))(?:い|ん)"
    r"|ない(?:と|で)(?:いけな|なりませ|だめ)\w{0,2}|だけで(?:は)?なく|のみならず|かもしれ(?:ない|ません)|少ない|間違いな(?:い|く)|しか(?!し)|非常|未来"
)
# The negation stands in front of what it denies.
_FORWARD = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|non|\w*n't)\b"
    r"|\b(?:kein\w*|ohne|weder|niemand|nichts)\b|\b(?:sans|aucune?s?|ni|jamais)\b"
    r"|\b(?:sin|nunca|jamás|tampoco|ningun\w*|ningún|nada)\b|\b(?:não|sem|senza|mai|nessun\w*)\b|\b(?:niet|geen|nooit|zonder)\b"
    r"|\b(?:не|нет|ни|без|никогда|нельзя|никто|ничего)\b|\b(?:nie|bez|nigdy|żaden)\b|\b(?:नहीं|मत)\b"
    r"|(?<!\w)(?:و|ف)?(?:لا|لم|لن|ليس|ليست|ليسوا|غير|بدون|دون)(?!\w)"
    r"|[不没沒無无未勿]|非(?=[\u4e00-\u9fff])|别(?=[\u4e00-\u9fff])|禁止"
)
# The negation stands behind what it denies.
_BACKWARD = re.compile(
    r"\b(?:nicht|nie|niemals|pas|niet)\b|\b(?:değil|yok)\b|\b(?:नहीं|मत)\b"
    r"|ません|ませぬ|な(?:い|かっ|く(?:て|な))(?!が)|ず(?:に|、|。|$)|不可|できかね|禁止|않|없|못하|아니"
)
_CLAUSE = re.compile(
    r"[,;:()—、，；：（）]|\s-\s|\b(?:but|however|although|unless|except|aber|jedoch|sondern|mais|pero|но|although)\b|但|が、"
)
_WORD = re.compile(r"[\u3400-\u9fff\u30a0-\u30ff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")
_HAN = re.compile(r"[\u3400-\u9fff\u30a0-\u30ff]")
_REACH_WORDS, _REACH_CHARACTERS = 2, 4
_STEM_LETTERS = 4
_PREFIXES = ("un", "non", "non-", "nicht", "in", "im", "ir", "il", "dis", "не")


_Word = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence's content words, and the stems of those that are denied, by negation, and that are not."""

    words: frozenset[str]
    denials: tuple[frozenset[str], ...]
    affirmed: frozenset[str]

    @property
    def denied(self) -> frozenset[str]:
        """All denied stems together."""
        return frozenset().union(*self.denials)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of all words."""
        return self.denied | self.affirmed


def _content(clause: str) -> list[_Word]:
    """(start, end, word) of the content words of a clause; single characters in Chinese and Japanese."""
    found = ((match.start(), match.end(), match[0]) for match in _WORD.finditer(clause))
    return [word for word in found if _HAN.match(word[2]) or content_words(word[2])]


def _stem(word: str) -> str:
    """Enough of a word to know it in another form ("carry", "carried")."""
    return word[:_STEM_LETTERS]


def _behind(words: list[_Word], negation: re.Match[str]) -> list[_Word]:
    """The words right behind a negation that it can deny."""
    return _closest([word for word in words if word[0] >= negation.end()])


def _before(words: list[_Word], negation: re.Match[str]) -> list[_Word]:
    """The words right before a negation that it can deny."""
    return _closest([word for word in words if word[1] <= negation.start()][::-1])


def _closest(side: list[_Word]) -> list[_Word]:
    if not side:
        return []
    return side[: _REACH_CHARACTERS if _HAN.match(side[0][2]) else _REACH_WORDS]


def _denied_words(clause: str, words: list[_Word]) -> tuple[list[_Word], list[list[_Word]]]:
    """The words of a clause that are no negation, and for each negation those that it denies."""
    forward, backward = list(_FORWARD.finditer(clause)), list(_BACKWARD.finditer(clause))
    if not forward and not backward:
        return words, []
    negations = {match.span() for match in (*forward, *backward)}
    plain = [word for word in words if not any(start < word[1] and word[0] < end for start, end in negations)]
    found = [_behind(plain, match) for match in forward]
    # German and French put the verb in front of the negation and the participle behind it.
    found += [_before(plain, match) + _behind(plain, match) for match in backward]
    return plain, found


def _read_sentence(sentence: str) -> _Sentence:
    words: set[str] = set()
    affirmed: set[str] = set()
    denials: list[frozenset[str]] = []
    for clause in _CLAUSE.split(sentence):
        content = _content(clause)
        words.update(word for _, _, word in content)
        blanked = _HARMLESS.sub(lambda match: " " * len(match[0]), clause)
        plain, denied = _denied_words(blanked, content)
        taken = {word[0] for group in denied for word in group}
        affirmed.update(_stem(word) for start, _, word in plain if start not in taken)
        denials += [frozenset(_stem(word) for _, _, word in group) for group in denied]
    return _Sentence(frozenset(words), tuple(denials), frozenset(affirmed))


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[_Sentence, ...]:
    """The sentences of a text."""
    return tuple(_read_sentence(fold(text[start:end])) for start, end in sentence_spans(text))


def _agree(claim: _Sentence, evidence: _Sentence) -> bool:
    """Whether no negation of one side denies shared words that the other side leaves undenied."""
    for one, other in ((claim, evidence), (evidence, claim)):
        for denial in one.denials:
            shared = denial & other.stems
            # A word that the same sentence also affirms elsewhere does not settle what is denied.
            if shared - one.affirmed and not denial & other.denied:
                return False
            if one is claim and not shared and not other.denials:
                return False
    return not _flipped(claim.words - evidence.words, evidence.words - claim.words)


def _flipped(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether a word of one side is a word of the other with a negating prefix ("paid", "unpaid")."""
    return any(prefix + word in theirs for word in ours for prefix in _PREFIXES) or any(
        prefix + word in ours for word in theirs for prefix in _PREFIXES
    )


def same_polarity(claim: str, evidence: str) -> bool:
    """Whether a claim denies what the evidence denies, and nothing else that they share.

    Each sentence of the claim is held against the sentence of the evidence that shares most of its words;
    where several share as many, one that agrees is enough. A sentence that shares no word agrees.
    """
    stated = _read(evidence)
    for sentence in _read(claim):
        shares = [len(sentence.stems & other.stems) for other in stated]
        most = max(shares, default=0)
        closest = [other for other, share in zip(stated, shares, strict=True) if share == most > 0]
        if closest and not any(_agree(sentence, other) for other in closest):
            return False
    return True
