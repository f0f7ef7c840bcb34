"""What an order to the model looks like in English.

The patterns ask for the shape of an order (an imperative, and an object that only a model has: its
instructions, its prompt, its answers), because text for people is full of the same words. They are matched
on the plain form of one sentence (`disguise.plain`).
"""

from __future__ import annotations

from cairn_nb.generation.order_table import orders

_WHICH = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|former|existing|original|initial|past|system|hidden|default)"
)
_FILLER = r"(?:all|any|every|each|of|the|your|my|our|those|these|this|other|and|or|stated|given|aforementioned|-)"
_STRONG = r"(?:instructions?|prompts?|directives?|commands?|programming|system messages?)"
_NOUN = (
    r"(?:instructions?|prompts?|directives?|directions?|commands?|orders?|rules?|guidelines?|messages?|context|"
    r"conversation|programming|training|constraints?|restrictions?|policies|safeguards?|texts?|inputs?|guardrails?)"
)
_DROP = (
    r"(?:ignore|disregard|forget|override|bypass|overlook|neglect|discard|drop|abandon|erase|cancel|violate|"
    r"pay no attention to|set aside|put aside|throw (?:out|away)|stop (?:following|obeying))"
)
_DROP_STEMS = (
    "ignore/disregard/forget/override/bypass/overlook/neglect/discard/drop/abandon/erase/cancel/violate/"
    "no attention to/aside/throw/stop following/stop obeying"
)
_ANSWERS = r"(?:answers?|responses?|outputs?|completions?)"
_TOLD = r"(?:instructions|prompt|system message|rules|guidelines|configuration)"
# Who works with such a system is a person.
_PEOPLE = (
    r"(?:researcher|engineer|developer|scientist|expert|specialist|ethicist|student|teacher|trainer|auditor|"
    r"consultant|officer|manager|lead|user|customer|vendor|supplier|provider|team|company|start-?up)s?\b"
)
_AI = (
    r"(?:a\.?i\.?|llms?|(?:large )?language models?|chat ?bots?|"
    rf"(?:ai|chat|virtual) (?:assistants?|models?|agents?|systems?))(?![ -]{_PEOPLE})"
)

ENGLISH = (
    orders(
        _DROP_STEMS,
        rf"\b{_DROP}(?:\s+{_FILLER})*\s+{_WHICH}(?:\s+{_FILLER}|\s+{_WHICH})*\s+{_STRONG}\b",
        rf"\b{_DROP}\s+(?:all|any|every|each|everything)(?:\s+{_FILLER})*\s+{_WHICH}"
        rf"(?:\s+{_FILLER}|\s+{_WHICH})*\s+{_NOUN}\b",
        rf"\b{_DROP}(?:\s+(?:all|any|every|each|of))*\s+your(?:\s+\w+){{0,2}}?\s+{_NOUN}\b",
        rf"\b{_DROP}(?:\s+{_FILLER})*\s+{_STRONG}\s+(?:above|before|so far|you (?:were|have been|got|received)|"
        r"you've been|that (?:came|come|stand|were|you)|given|from the system|in the system)",
        rf"\b{_DROP}\s+(?:everything|anything|all(?: of)?(?: that)?|what(?:ever)?)\s+(?:you|we|i|they|has|have|"
        rf"that|was|is)\b"
        r"[^.!?]{0,40}?\b(?:told|said|learned|learnt|taught|instructed|read|know|given|written)\b(?!\s+about)",
        rf"\b{_DROP}\s+(?:everything|anything|all|what (?:is|was|came|stands))\s+(?:that\s+)?"
        r"(?:(?:is|was|came|stands|written)\s+)?(?:above|before|previous(?:ly)?|prior|earlier|so far|up to (?:now|"
        r"here))\b",
        r"\b(?:ignore|disregard|forget)(?:all|any)?(?:the|your|my)?(?:previous|prior|above|earlier)(?:instruction|prompt)",
        excusable=True,
    ),
    orders(
        "not follow/n't follow/not obey/n't obey/not adhere/n't adhere",
        r"\bdo(?: not|n't) (?:follow|obey|adhere to)(?: \w+){0,2}? (?:your|the system|the developer)"
        rf"(?: \w+){{0,2}}? {_NOUN}\b",
        excusable=True,
    ),
    orders(
        "prompt/instructions/developer message/system message/your rules/your guidelines/your configuration",
        r"\b(?:reveal|print|output|show|repeat|leak|disclose|display|share|send|tell|give|expose|recite|write|return|"
        r"translate|summari[sz]e|copy|dump|echo)\b(?:\s+\w+){0,4}?\s+(?:your|the)\s+(?:\w+\s+){0,2}?"
        r"(?:system prompt|hidden prompt|initial prompt|developer message|"
        r"(?:hidden|initial|system|secret|internal) instructions)\b",
        r"\b(?:reveal|output|repeat|leak|disclose|expose|recite|dump|echo)\b(?:\s+\w+){0,3}?\s+your\s+"
        rf"(?:\w+\s+){{0,2}}?{_TOLD}\b",
        # People print theirs, too: to take them along.
        rf"\bprint\b(?:\s+\w+){{0,3}}?\s+your\s+(?:\w+\s+){{0,2}}?{_TOLD}\b"
        r"(?=\W*$|\W+(?:verbatim|word|exactly|in full|above|here|now|first|then|instead|as|to the (?:user|screen)|"
        r"in (?:your|the) (?:answer|reply|response)|and (?:nothing|say|reply|answer|respond|stop))\b)",
        excusable=True,
    ),
    orders(
        "act /behave/respond/answer/speak/talk/write/pretend",
        r"\b(?:act|behave|respond|answer|speak|talk|write)\s+(?:only\s+)?(?:as|like)(?:\s+if\s+you\s+(?:are|were))?"
        r"(?:\s+(?:an?|the))?\s+(?:\w+\s+){0,4}?"
        r"(?:ai|assistant|chatbot|language model|unrestricted|uncensored|pirate|dan|jailbroken|evil|persona)\b",
        r"\bpretend\s+(?:to be|that you|you)\b[^.!?]{0,60}\b"
        r"(?:ai|model|assistant|chatbot|rules|restrictions|filters?|pirate|dan|unrestricted)\b",
        excusable=True,
    ),
    orders(
        "answer/response/output/completion/reply/replies",
        r"\b(?:include|add|append|insert|prepend|put|mention|embed|place|say|state|show|display|render|use|write)\b[^.!?]{1,80}?\b"
        r"(?:in|at the (?:very )?(?:end|start|beginning|top) of|to|into|with|before|after) (?:every|all|each|any|your)"
        rf"(?: of your)?(?: \w+){{0,2}}? {_ANSWERS}\b",
        r"\b(?:begin|start|end|finish|prefix|precede|conclude|close) (?:every|all|each|any|your)(?: of your)?"
        rf"(?: \w+){{0,2}}? (?:{_ANSWERS}|repl(?:y|ies))\b"
        r"(?! (?:letter|card|slip|envelope|form|sheet|e-?mail)s?\b)",
        excusable=True,
    ),
    orders(
        "answer/respond/reply",
        r"\b(?:answer|respond|reply)\b[^.!?]{0,60}?\bwith (?:only |exactly |just |nothing but |the )*"
        r"(?:exact |single |following )*(?:word|phrase|string|code ?word|token|canary|sentence|password)s?\b",
        r"\b(?:answer|respond|reply) (?:to )?(?:every|all|any|each) (?:\w+ ){0,2}?(?:questions?|quer(?:y|ies)|"
        r"prompts?) "
        r"(?:only )?(?:with|by) (?:only|exactly|nothing|saying|the (?:word|phrase|text|code|following)|[\"“”'`«])",
        excusable=True,
    ),
    orders(
        "and nothing else/nothing but/instead of",
        r"\b(?:output|reply|respond|answer|say|return)\b[^.!?]{0,80}\b(?:and nothing else|nothing but|and only that)\b",
        r"\b(?:output|reply|respond|answer|say|return|print|write|show)\b[^.!?]{0,80}\binstead of (?:an?|your|the|any)"
        r" (?:\w+ )?(?:answer|reply|response)\b",
        excusable=True,
    ),
    orders(
        _DROP_STEMS,
        rf"\b{_DROP} (?:all |any |every )?(?:the |these |those |your |other )*(?:documents?|passages?|sources?|"
        rf"context|question|"
        r"user(?:'s)?(?: question)?|text|material) (?:and|then)(?: then| instead| just| only)? "
        r"(?:print|say|output|reply|respond|answer|write|tell|show|return)\b",
        excusable=True,
    ),
    orders(
        "when you answer/when you respond/when you reply/whenever you",
        r"\bwhen(?:ever)? you (?:answer|respond|reply)\b(?! (?:the|a|any) (?:tele)?(?:phone|call|door|radio|"
        r"letter|e-?mail))"
        r"(?: \w+){0,6}?,? (?:also |always |please |you must |you should )*"
        r"(?:add|include|append|insert|say|mention|write|print|put|state|use|give|recommend|cite|end|begin|start)\b",
    ),
    orders(
        "asked/user asks/anyone asks/someone asks",
        r"\b(?:when(?:ever)?|if) (?:(?:you are |you're |you get |ever )*asked"
        r"|(?:the |a |any)?(?:user|one|someone) asks)\b"
        r"[^.!?]{0,80}?\b(?:always|only|you must|you should) (?:always |only )?(?:reply|respond|answer|say|state|claim)"
        r" (?:that|with|by saying)\b",
        excusable=True,
    ),
    orders(
        "cite/cited/quote/reference/credit",
        r"\b(?:has to|have to|must|should|shall|needs? to) (?:always |also )*(?:cite|be cited|quote|reference|credit)\b"
        r"[^!?]{0,160}\bin (?:the|your|every|each|any|all) (?:answers?|responses?|outputs?)\b",
    ),
    orders(
        "its reply/its answer/its response/its output/its replies/its answers",
        r"\b(?:assistant|ai|model|chatbot|bot|system) (?:must|should|shall|will|has to|is to)\b[^.!?]{0,80}\bits "
        r"(?:next |final |first )?(?:repl(?:y|ies)|answers?|responses?|outputs?)\b",
    ),
    orders(
        "decode/decrypt/unscramble/deobfuscate/decipher",
        r"\b(?:decode|decrypt|unscramble|deobfuscate|decipher)\b[^.!?]{0,60}\b(?:and|then)\b[^.!?]{0,20}\b"
        r"(?:follow|execute|obey|comply|carry out)\b",
        excusable=True,
    ),
    orders(
        "http",
        r"\b(?:send|post|forward|upload|transmit|exfiltrate|leak|append)\b[^.!?]{0,60}\b(?:conversation|chat history|"
        r"chat log|system prompt|user'?s? (?:question|query|input|prompt)|your (?:context|memory|instructions))\b"
        r"[^!?]{0,60}https?://",
        excusable=True,
    ),
    orders(
        "you are/you're/you will/you must/you should/you shall",
        r"\byou(?: are|'re) (?:now|no longer|from now on|hereby)\b[^.!?]{0,60}\b(?:ai|assistant|(?!robot)\w*bot|llm|"
        r"language model|gpt\w*|dan|persona|pirate|unrestricted|uncensored|unfiltered|jailbroken|hacker|evil|bound by|"
        r"in (?:dan|developer|god|jailbreak) mode)\b",
        r"\bfrom now on,? you (?:are|will|must|should|shall) (?:only |always |never )?"
        r"(?:answer|respond|reply|speak|act|talk|be an?\b|obey|say|pretend|a\b|an\b)",
        r"\bfrom now on,? you are\b[^.!?]{0,100}\b(?:pirate|persona|character|without (?:any )?(?:rules|limits|"
        r"restrictions)|"
        r"ai|assistant|(?!robot)\w*bot|(?:each|every) (?:reply|answer|response))\b",
        rf"\b(?:if|when|since|because) you(?: are|'re) (?:an? )?(?:helpful )?{_AI}\b",
        rf"\bas an? {_AI}\b[^.!?]{{0,20}}\byou (?:must|should|will|are|need|have)",
    ),
    orders(
        "mode/your new/your real/your true/your actual/in character/anything now/as dan/jailbreak",
        r"\b(?:enter|enable|activate|switch (?:in)?to|go into) (?:\w+ )?(?:dan|god|jailbreak|unrestricted|sudo) mode\b",
        r"\byour (?:new|real|true|actual) (?:persona|identity|instructions?|system prompt|objective|"
        r"directives?)\s*(?:is|are|:)",
        r"\bstay in character\b[^.!?]{0,60}\b(?:answer|respon|repl|user)",
        r"\b(?:respond|answer|reply) (?:only )?as dan\b|\bdo anything now\b|\bjailbreak(?:ed)? (?:mode|prompt)\b",
    ),
    orders(
        "attention/dear/hey/hello/note to/note for/notice to/notice for/message to/message for/instructions to/"
        "instructions for/instruction to/instruction for/reminder to/reminder for/important to/important for",
        rf"\b(?:attention|dear|hey|hello|(?:note|notice|message|instructions?|reminder|important) (?:to|for))\s*:?,?\s+"
        rf"(?:the |all |any )*{_AI}(?!\w)",
        r"\b(?:attention|hey),?\s+(?:the )?assistant\b\s*[:,!]",
    ),
    orders(
        "to the ai/to the assistant/to the model/to the chatbot/to the language model",
        rf"\bto the (?:{_AI}|assistant|model)\W{{1,3}}(?:please |always |now )*(?:reply|respond|answer|output|say|"
        rf"ignore|print|cite)\b",
    ),
    orders(
        "reading/processing/summari/answering/that read/that process",
        rf"\b{_AI} (?:reading|processing|summari[sz]ing|answering|that (?:reads?|process))\b[^.!?]{{0,60}}\b"
        r"(?:must|should|shall|is to|are to|please|instructed|required)\b",
    ),
    orders(
        "ignore/disregard/reveal/obey/say/output/forget/reply with/answer with/respond with/pretend",
        rf"\b(?:the|this|any|every) (?:{_AI}|assistant|model) (?:must|should|shall|will|has to|is (?:instructed|"
        rf"ordered) to) "
        r"(?:now |always |also )*"
        r"(?:ignore|disregard|reveal|obey|say|output|forget|reply with|answer with|respond with|pretend)\b",
    ),
    orders(
        "override/prompt/directive/instruction",
        r"\b(?:system|developer|admin(?:istrator)?|root) (?:override|prompt|directive)\b\s*"
        r"(?:[:\-—–#\]]|engaged|activated|accepted)",
        r"\b(?:begin|start|end) (?:of )?(?:the )?(?:new |system |secret |hidden )+(?:instructions?|prompts?)\b",
        r"\bnew (?:system )?instructions? (?:from|by) (?:the )?(?:system|developers?|openai|anthropic|google|"
        r"operator)\b",
    ),
)
