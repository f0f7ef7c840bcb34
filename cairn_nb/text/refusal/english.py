"""How English declines: a source that does not tell, a speaker who cannot find, an answer that is not given."""

from __future__ import annotations

from cairn_nb.text.refusal.language import Language, either

_SOURCE = either(
    "documents? documentation contexts? passages? sources? texts? information articles? excerpts? materials? "
    "snippets? files? corpus knowledge_base search_results? references? content pages? paragraphs? data database"
)
_BEHIND_SOURCE = either(
    "provided given above below here supplied retrieved available shown that which you you've we we've i i've have "
    "has was were shared at_hand from in on this these the question me us to"
)
_ADVERB_WORD = either(
    "currently actually specifically explicitly directly clearly really seem_to appear_to also fully even yet itself "
    "themselves exactly"
)
_ADVERB = f"(?:{_ADVERB_WORD} )*"
_TELL = either(
    "contain provide mention include say state specify give address cover discuss describe indicate answer support "
    "offer have list explain tell detail clarify disclose reveal note report show identify refer define name speak "
    "supply present make_mention make_any_mention go_into elaborate allow"
)
_TOLD = either(
    "mentioned specified stated provided given found included disclosed covered addressed discussed described "
    "indicated contained available present detailed answered explained listed named identified defined supported in"
)
_KNOWLEDGE = either(
    "information info details? data answers? mention context evidence knowledge references? indication records? "
    "specifics facts? basis passages? documents? sources?"
)
_FIND = either(
    "find answer determine locate provide give confirm tell say verify identify help assist offer comment respond "
    "specify establish conclude infer speak share address fulfill fulfil comply understand"
)
_BE = "(?:is|are|was|were)"
_NOT = "(?:do|does|did)(?: not|n't)"
_BE_NOT = f"(?:{_BE} ?n[o']t|is nowhere|ha(?:s|ve) not been|(?:cannot|can't|could not|couldn't) be)"
_I = "(?:i|we)"

ENGLISH = Language(
    cues=(
        " not",
        "not ",
        "n't",
        "no ",
        "cannot",
        "unable",
        "nothing",
        "none",
        "neither",
        "insufficient",
        "lack",
        "fail",
        "silent",
        "impossible",
        "unclear",
    ),
    declines=(
        rf"\b{_SOURCE}(?: {_BEHIND_SOURCE})* {_NOT} {_ADVERB}{_TELL}\b",
        rf"\b(?:it|they)(?: all)? {_NOT} {_ADVERB}(?!have\b|name\b|present\b|support\b|offer\b|show\b|"
        rf"speak\b){_TELL}\b",
        rf"^{_NOT} {_ADVERB}{_TELL}\b|^do not {_ADVERB}{_TELL}\b",
        rf"\b{_I}(?:'m| am| are| was| were|'re)? (?:currently )?(?:unable|not able) to {_ADVERB}{_FIND}\b",
        rf"\b{_I} (?:could not|couldn't|cannot|can't|can not|did not|didn't) {_ADVERB}{_FIND}\b",
        rf"\b{_I} {_NOT} {_ADVERB}(?:know\b(?! of\b)|understand\b|see (?:any|an|the)\b|"
        rf"have\b(?: \w+){{0,4}} (?:access|opinion|{_KNOWLEDGE})\b)",
        rf"\b{_I} have (?:no|insufficient|little)(?: \w+){{0,2}} (?:idea|way|access|{_KNOWLEDGE})\b",
        rf"\b{_I}(?:'m| am| are|'re) not (?:sure|aware|certain|familiar)\b",
        rf"\bthere(?:'s| {_BE}) (?:no|not|not enough|insufficient|not any|"
        rf"not sufficient)(?: \w+){{0,3}} {_KNOWLEDGE}\b",
        rf"\bthere {_BE}n't (?:any|enough|sufficient|an?)(?: \w+){{0,2}} {_KNOWLEDGE}\b",
        rf"^no (?:\w+ ){{0,2}}{_KNOWLEDGE}(?: \w+){{0,8}} (?:found|available|provided|given|exists?|present|"
        rf"mentioned)\b",
        rf"\b(?:nothing (?:in|within|from)|none of|neither of) (?:\w+ ){{0,3}}{_SOURCE} (?:\w+ )?(?:{_TELL}s?|"
        rf"speaks|addresses)\b",
        rf"\b(?:no|neither) {_SOURCE} (?:\w+ )?{_TELL}(?:e?s)?\b",
        rf"\b{_SOURCE}(?: {_BEHIND_SOURCE})* (?:has|have|contains?|provides?|gives?|offers?) (?:no|"
        rf"insufficient|nothing)\b",
        rf"\b{_SOURCE}(?: {_BEHIND_SOURCE})* (?:lacks?|fails? to {_TELL}|(?:is|are) (?:silent|insufficient|"
        rf"not sufficient))\b",
        rf"\b(?:answer|information|question|"
        rf"details?)(?: (?!{_BE}\b)[\w']+){{0,9}} {_BE_NOT} {_ADVERB}(?:{_TOLD}|determined|known|derived|inferred)\b",
        rf"\b{_BE_NOT} {_ADVERB}{_TOLD}(?: \w+){{0,3}} (?:in|by|from|within|on) (?:\w+ ){{0,4}}{_SOURCE}\b",
        rf"\b{_BE} not {_ADVERB}(?:specified|mentioned|stated|disclosed)$",
        r"\b(?:cannot|can't|could not|can not) be (?:determined|answered|established|inferred|derived|verified|"
        r"confirmed|concluded)\b",
        r"\b(?:insufficient|not enough|not sufficient) (?:information|context|details?|data|evidence)\b",
        rf"\bit(?:'s| is| was) (?:not possible|impossible) to {_FIND}\b|\bit(?:'s| is) unclear\b|^(?:unable|"
        rf"not able) to {_FIND}\b",
    ),
    whole=(
        r"n/?a",
        "unknown",
        "unanswerable",
        "idk",
        "no answer",
        "no idea",
        "not answerable",
        "nothing found",
        "not (?:specified|mentioned|stated|found|given|provided|available)",
        "no (?:relevant )?information(?: (?:was )?(?:found|available|given|provided))?",
        "(?:the )?answer (?:is )?(?:not (?:found|available|present)|unknown)",
    ),
    around=(
        r"\b(?:sorry|apologi[sz]e|apologies|please|feel free|let me know|anything else|happy to|glad to|"
        r"closest passages)\b",
        r"^(?:unfortunately|however|therefore|thus|regrettably|sadly|erm|hmm)$",
        r"\bif you (?:can|could|have|need|would|provide|share|want|are|tell|give|like)\b|\b(?:would|do) you like\b",
        r"\b(?:can|could|may|might) (?:help|assist)\b|\bi(?: can| could| will|'ll) (?:only|try|help|assist|answer)\b",
        r"\b(?:i|we)(?:'d| would)? (?:recommend|suggest|advise|encourage)\b",
        r"\byou (?:may|might|can|could|should|would|'ll|will)(?: \w+)? (?:want|need|wish|try|consider|check|consult|"
        r"contact|refer|ask|look|visit|find|search|reach)\b",
        r"\bit (?:may|might|would) be (?:best|helpful|better|advisable|useful|necessary)\b",
        r"\b(?:more|additional|further|other) (?:information|context|details?|documents?|sources?)\b",
    ),
    about=(
        rf"^(?:(?:based on|in|from|while|although) )?(?:they|it|these|this|others?|(?:the|this|all|only|your|"
        rf"some|most)(?: of the)? "
        rf"(?:\w+ ){{0,3}}(?:{_SOURCE}|ones)|{_SOURCE})(?: {_BEHIND_SOURCE})*"
        r"(?: (?:only|primarily|mainly|mostly|just|instead|does|do|briefly|merely|rather|is|are|seems?|"
        r"appears?|to|all))* "
        r"(?:discuss|mention|focus|describe|cover|talk|contain|provide|refer|deal|pertain|address|include|list|"
        r"outline|"
        r"explain|relate|concern|suggest|about|limited)(?:e?s|e?d)?\b",
    ),
    reports=(r"\bthat\b", r"\d"),
    contrasts=(
        r"[,;]? (?:but|however|although|though|nevertheless|nonetheless|yet)\b,? ?|;",
        r", (?:while|whereas|so) ",
    ),
    verdicts=("yes", "no", "correct", "true", "false"),
)
