"""How answers decline, and what they say around it, as patterns for folded text (see `cairn_nb.text.refusal`).

Written from the grammar of each language: a source of knowledge (documents, context, passages) that is said not to
contain, a speaker who cannot find, an answer that is not given. `_PARTS` has a line of each kind for a language.
"""

from __future__ import annotations

_SOURCE = (
    r"(?:documents?|documentation|contexts?|passages?|sources?|texts?|information|articles?|excerpts?|materials?|"
    r"snippets?|files?|corpus|knowledge base|search results?|references?|content|page|pages|paragraphs?|data)"
)
_ADVERB = (
    r"(?:(?:currently|actually|specifically|explicitly|directly|clearly|really|seem to|appear to|"
    r"also|fully|even|yet|itself|themselves) )*"
)
_TELL = (
    r"(?:contain|provide|mention|include|say|state|specify|give|address|cover|discuss|describe|indicate|answer|support|"
    r"offer|have|list|explain|tell|detail|clarify|disclose|reveal|note|report|show|identify|refer|define|name|speak|"
    r"supply|present|make (?:any )?mention|go into)"
)
_TOLD = (
    r"(?:mentioned|specified|stated|provided|given|found|included|disclosed|covered|addressed|discussed|described|"
    r"indicated|contained|available|present|detailed|answered|explained|listed|named|identified|defined|supported|in)"
)
_KNOWLEDGE = (
    r"(?:information|details?|data|answers?|mention|context|evidence|knowledge|reference|indication|record|"
    r"specifics|facts?|content|passages?|documents?|sources?|basis)"
)
_FIND = (
    r"(?:find|answer|determine|locate|provide|give|confirm|tell|say|see|verify|identify|help|assist|offer|comment|"
    r"respond|specify|establish|conclude|infer|speak|share|address|make (?:a|any))"
)
_NOT = r"(?:do|does|did)(?: not|n't)"
_BE_NOT = r"(?:(?:is|are|was|were)(?: not|n't)|is nowhere|has not been|have not been|cannot be|can't be|could not be)"
_ENGLISH = (
    # the provided documents do not contain …
    rf"\b{_SOURCE}(?: (?:provided|given|above|here|supplied|retrieved|available|shown|that|which|you|we|i|have|has|was|"
    rf"were|shared|at|hand|from|in|on|this|the|these|question|below))* {_NOT} {_ADVERB}{_TELL}\b",
    rf"\b(?:it|they) {_NOT} {_ADVERB}(?:contain|provide|mention|include|say|state|specify|address|discuss|describe|"
    rf"indicate|give|cover|answer)\b",
    # I could not find …; I don't know; I have no information
    rf"\b(?:i|we)(?:'m| am| are| was| were|'re)? (?:currently )?(?:unable|not able) to {_ADVERB}{_FIND}\b",
    rf"\b(?:i|we) (?:could not|couldn't|cannot|can't|can not|did not|didn't) {_ADVERB}{_FIND}\b",
    rf"\b(?:i|we) {_NOT} {_ADVERB}(?:know|have(?: \w+){{0,4}} (?:access|{_KNOWLEDGE})|see (?:any|an|the)\b)",
    rf"\b(?:i|we) have (?:no|insufficient|little)(?: \w+){{0,2}} (?:{_KNOWLEDGE}|idea|way|access)\b",
    r"\b(?:i'm|i am|we are|we're) not (?:sure|aware|certain|familiar)\b",
    # there is no information; no answer was found; nothing in the documents says
    rf"\bthere(?:'s| is| are| was| were| isn't| aren't)(?: no| not| n't| insufficient| nothing| any| enough)*"
    rf"(?: \w+){{0,2}} (?:no|not|insufficient|nothing|isn't)?(?: \w+)?(?<=no )(?:\w+ )?{_KNOWLEDGE}\b",
    rf"\bthere(?:'s| is| are| was| were) (?:no|not enough|insufficient|not any|not sufficient)(?: \w+){{0,3}} {_KNOWLEDGE}\b",
    rf"\bthere (?:isn't|aren't|wasn't) (?:any|enough|sufficient|an?)(?: \w+){{0,2}} {_KNOWLEDGE}\b",
    rf"^(?:sorry,? )?no (?:\w+ ){{0,2}}{_KNOWLEDGE}(?: \w+){{0,8}} (?:found|available|provided|given|exists?|"
    rf"present|mentioned)\b",
    rf"\bnothing (?:in|within|from) (?:\w+ ){{0,3}}{_SOURCE} (?:\w+ )?(?:{_TELL}s?|answers|says|speaks|addresses)\b",
    rf"\b(?:none of|neither of) (?:\w+ ){{0,3}}{_SOURCE} (?:\w+ )?{_TELL}s?\b|\bno {_SOURCE} (?:\w+ )?{_TELL}s?\b",
    rf"\b{_SOURCE}(?: (?:provided|given|above|available))? (?:has|have|contains?|provides?|gives?|offers?) "
    rf"(?:no|insufficient|nothing)\b|\b{_SOURCE} (?:lacks?|fails? to {_TELL}|(?:is|are) (?:silent|insufficient|not sufficient))\b",
    # the answer is not in …; the fee is not mentioned in the documents
    rf"\b(?:answer|information|question|details?)(?: (?!is\b|are\b|was\b|were\b)\w+){{0,9}} {_BE_NOT} {_ADVERB}"
    rf"(?:{_TOLD}|determined|known|contained|derived|inferred|addressed)\b",
    rf"\b{_BE_NOT} {_ADVERB}{_TOLD}(?: \w+){{0,3}} (?:in|by|from|within|on) (?:\w+ ){{0,4}}{_SOURCE}\b",
    rf"\b(?:is|are|was|were) not {_ADVERB}(?:specified|mentioned|stated|disclosed)$",
    # cannot be determined from; insufficient information; it is not possible to say
    rf"\b(?:cannot|can't|could not|can not) be (?:determined|answered|established|inferred|derived|verified|found|"
    rf"confirmed|concluded)\b",
    rf"\b(?:insufficient|not enough|no (?:relevant|specific)|not sufficient) (?:information|context|details?|data|evidence)\b",
    rf"\bit (?:is|was)(?: not|n't) possible to {_FIND}\b|\bit(?:'s| is) (?:impossible|unclear)\b|^(?:unable|not able) to {_FIND}\b",
)
_OTHERS = (
    # German
    r"\b(?:dokument\w*|unterlagen|kontext|quellen?|text\w*|passagen?|abschnitt\w*|informationen|artikel|auszüg\w*)"
    r"(?: \w+){0,6}? (?:nicht|kein\w*|nichts)\b",
    r"\b(?:enthält|enthalten|liefern|liefert|erwähnen|erwähnt|nennen|nennt|geben|gibt|sagen|sagt|bieten|bietet|belegen)"
    r"(?: \w+){0,6} (?:keine?n?|nicht|nichts|keinerlei)(?: \w+){0,3} (?:informationen|angaben?|hinweise?|antwort|auskunft|"
    r"details|daten|aussagen?)\b",
    r"\b(?:ich|wir) (?:weiss|wissen|kann|können|konnte|konnten|habe|haben)(?: \w+){0,10} (?:nicht|kein\w*)\b|"
    r"\bleider (?:kann|konnte|habe|liegen|gibt)(?: \w+){0,10} (?:nicht|kein\w*)\b",
    r"\b(?:es gibt|es liegen|liegen mir|mir liegen|es finden sich|es wurden?)(?: \w+){0,4} kein\w*"
    r"(?: \w+){0,2} (?:informationen|angaben?|hinweise?|antwort|daten)\b|\bkeine (?:ausreichenden |relevanten )?"
    r"(?:informationen|angaben?|antwort)\b",
    r"\b(?:frage|antwort)(?: \w+){0,8} nicht (?:\w+ )?(?:beantworte\w*|beantwortbar|enthalten|gefunden|finden|möglich|"
    r"entnehmen|hervor)\b|\bgeht(?: \w+){0,6} nicht hervor\b|\bnicht (?:genügend|ausreichend\w*|genug) (?:informationen|angaben|kontext)\b",
    # French
    r"\b(?:documents?|contexte|passages?|sources?|textes?|extraits?|articles?|informations?|éléments)"
    r"(?: [\w']+){0,4}? (?:ne|n'\w+)\b(?: [\w']+){0,4} (?:pas|aucune?|rien)\b",
    r"\bje (?:ne|n'\w+)\b(?: [\w']+){0,3} (?:pas|aucune?|rien)\b|\bnous (?:ne|n'\w+)\b(?: [\w']+){0,3} (?:pas|aucune?)\b|"
    r"\bje suis (?:dans l'incapacité|incapable)\b",
    r"\bil n'(?:y a|existe)(?: \w+){0,3} (?:pas|aucune?)(?: [\w']+){0,3} (?:informations?|réponse|mention|éléments?|données)\b|"
    r"\baucune (?:information|réponse|mention|donnée)\b|\bil (?:n'est|est) (?:pas possible|impossible) de\b",
    r"\b(?:réponse|information|question)(?: [\w']+){0,8} (?:ne|n'\w+)\b(?: [\w']+){0,3} pas\b|"
    r"\bn'(?:est|a|ont|sont)(?: pas)(?: \w+)? (?:mentionnée?s?|précisée?s?|indiquée?s?|fournie?s?|disponibles?)\b|"
    r"\binformations? insuffisantes?\b",
    # Spanish and Portuguese
    r"\b(?:documentos?|contextos?|pasajes?|fuentes?|textos?|fragmentos?|información|informação|informações|artículos?|"
    r"artigos?|passagens|passagem|trechos?|fontes?)(?: \w+){0,4}? (?:no|não|nao) (?:se |me |lo |o |a )?(?:\w+)\b",
    r"\b(?:no|não|nao) (?:puedo|pude|podemos|encuentro|encontré|he encontrado|pude encontrar|he podido|hemos|tengo|tenemos|"
    r"dispongo|sé|lo sé|dispongo|posso|pude|consigo|consegui|encontrei|tenho|temos|sei|disponho|foi possível|es posible|é possível)\b",
    r"\b(?:no|não|nao) (?:hay|existe|existen|há|existem|se encontró|se encontraron|foram encontradas|foi encontrada)"
    r"(?: \w+){0,3} (?:información|datos|respuesta|mención|informações|informação|dados|resposta|menção|referencias?|referências?)\b",
    r"\b(?:no|não) (?:se |está |es |é |está |foi |fue |aparece)(?: ?\w+){0,2}(?: \w+){0,4} (?:en|em|no|nos|na) (?:\w+ ){0,2}"
    r"(?:documentos?|contexto|textos?|pasajes?|fuentes?|fontes?|trechos?|passagens)\b|"
    r"\b(?:información|informação|informações|informaciones) (?:insuficientes?|suficientes? no)\b|"
    r"\b(?:respuesta|resposta|pregunta|pergunta)(?: \w+){0,6} (?:no|não) (?:\w+)\b|\bsin información (?:suficiente)?\b",
    # Italian
    r"\b(?:documenti|documento|contesto|passaggi|brani|fonti|fonte|testo|testi|informazioni)(?: \w+){0,4}? non (?:\w+)\b",
    r"\bnon (?:posso|sono in grado|riesco|so|lo so|ho|abbiamo|possiamo|ho trovato|trovo|dispongo|è possibile)\b",
    r"\bnon (?:ci sono|c'è|esistono|sono presenti|vi sono)(?: \w+){0,3} (?:informazioni|dati|risposta|riferimenti|menzione)\b|"
    r"\b(?:risposta|domanda)(?: \w+){0,6} non (?:\w+)\b|\binformazioni insufficienti\b|"
    r"\bnon (?:è|sono|viene|vengono) (?:\w+ )?(?:menzionat|specificat|indicat|riportat|present|fornit)\w+\b",
    # Russian
    r"\b(?:документ\w*|контекст\w*|источник\w*|текст\w*|отрыв\w*|фрагмент\w*|материал\w*|информаци\w*)(?: \w+){0,5}? "
    r"(?:не|нет|отсутству\w+)\b",
    r"\b(?:я|мы) не (?:\w+)\b|\bне (?:могу|смог\w*|удалось|знаю|нашёл|нашел|нашла|найден\w*|располагаю|имею)\b|"
    r"\bу меня нет\b|\bк сожалению,? (?:\w+ ){0,4}(?:не|нет)\b|\bнет (?:\w+ ){0,2}(?:информации|данных|сведений|ответа|упоминани\w)\b|"
    r"\bне (?:содерж\w+|указан\w*|упомина\w+|упомянут\w*|привод\w+|говор\w+)(?: \w+){0,4} (?:в|информаци\w+|сведени\w+|ответ\w*|данн\w+)\b|"
    r"\b(?:недостаточно|отсутству\w+) (?:\w+ )?(?:информаци\w+|данн\w+|сведени\w+)\b|\bневозможно (?:ответить|определить|установить)\b",
    # Chinese
    r"(?:文档|文件|文檔|资料|資料|上下文|文本|文章|段落|信息|資訊|内容|內容|来源|來源|材料|原文|文中)[^,，。;；]{0,12}"
    r"(?:没有|沒有|未|并未|並未|無|无法|無法|不包含|不包括|不足|不支持|没|不含)",
    r"(?:我|我们|我們)?(?:无法|無法|不能|没能|未能|沒能|不知道|不清楚|没有办法)(?:从|從|在|根据|根據|找到|回答|确定|確定|得知|提供|"
    r"判断|判斷|给出|給出|得出|查到)|不知道|(?:没有|沒有|未)(?:找到|足够|足夠|提及|提到|提供|相关|相關|说明|說明|包含|关于|關於)[^。]{0,20}"
    r"(?:信息|資訊|内容|內容|资料|資料|答案|上下文)|(?:没有|沒有|未)(?:提及|提到|说明|說明)|信息不足|資訊不足|无法回答|無法回答|无法确定|無法確定",
    # Japanese
    r"(?:文書|文脈|資料|ドキュメント|コンテキスト|情報|本文|文章|記述|記載|テキスト|回答|答え|言及|根拠|出典|ソース)[^。、]{0,24}"
    r"(?:ません|ない|なかった|不足|ございません)",
    r"(?:わかりません|分かりません|お答えできません|回答できません|答えられません|見つかりません|判断できません|お答えすることはできません|"
    r"特定できません|確認できません|不明です|わからない|分からない|存じません|提供できません)",
    # Korean
    r"(?:문서|문맥|컨텍스트|자료|정보|본문|텍스트|내용|출처|답변|답|지문|언급)[^.,]{0,24}(?:없습니다|없다|않습니다|않다|않았|없어|"
    r"못했습니다|못합니다|부족|없음|아닙니다|없네요|않아)",
    r"(?:모르겠습니다|알 수 없|모릅니다|답변할 수 없|대답할 수 없|답할 수 없|찾을 수 없|확인할 수 없|제공할 수 없|판단할 수 없|찾지 못|모르겠)",
    # Arabic
    r"(?:وثائق|وثيقة|مستند|سياق|نص|نصوص|مصادر|مصدر|مقاطع|فقرات|معلومات|معلومة)\w*(?: \w+){0,5}? (?:لا|لم|ليس|ليست)(?!\w)",
    r"(?<!\w)(?:و)?(?:لا|لم|لن|ليس|ليست) (?:أعرف|أعلم|أستطيع|يمكنني|أتمكن|أجد|أعثر|تحتوي|يحتوي|تذكر|يذكر|تتضمن|يتضمن|توجد|يوجد|تتوفر|"
    r"يتوفر|لدي|لدينا|تدعم|تقدم|يقدم|يمكن (?:الإجابة|تحديد|العثور)|تشير|يشير|تقدم|توفر|يوفر)(?!\w)|غير (?:مذكور|متوفر|موجود|محدد)\w* في|"
    r"معلومات (?:غير )?كافية",
    # Hindi
    r"(?:दस्तावेज|दस्तावेज़|संदर्भ|सन्दर्भ|जानकारी|पाठ|स्रोत|उत्तर|जवाब|अंश|सूचना|उल्लेख|विवरण)[^।,]{0,50}(?:नहीं|असमर्थ|अपर्याप्त)",
    r"(?:मुझे|मैं|हम|हमें)[^।,]{0,60}(?:नहीं|असमर्थ|पता नहीं)|(?:पता|मालूम) नहीं|(?:पर्याप्त|कोई) जानकारी (?:नहीं|उपलब्ध नहीं)",
)
DECLINES = "|".join((*_ENGLISH, *_OTHERS))

# An answer that is nothing else.
WHOLE = (
    r"(?:n/?a|none|unknown|no answer|unanswerable|not answerable|not (?:specified|mentioned|stated|found|given|provided)|"
    r"(?:insufficient|not enough) (?:context|information|data)|no (?:relevant )?information(?: (?:was )?(?:found|available))?|"
    r"i (?:don't|do not) know|(?:the )?answer (?:is )?not (?:found|available|present)|idk|no idea|"
    r"unbekannt|keine antwort|keine angabe|keine ahnung|inconnu|aucune réponse|je ne sais pas|desconocido|sin respuesta|no lo sé|"
    r"no sé|desconhecido|sem resposta|não sei|sconosciuto|nessuna risposta|non lo so|неизвестно|нет ответа|не знаю|"
    r"未知|无答案|無答案|不知道|不明|回答なし|答えなし|알 수 없음|답변 없음|모름|غير معروف|لا أعرف|لا أعلم|अज्ञात|पता नहीं)"
)

# A clause that begins like this answers a question of yes or no.
VERDICTS = r"(?:yes|no|nein|ja|oui|non|sí|si|sim|não|no|sì|да|нет|是的|はい|いいえ|네|아니요|نعم|لا|हाँ|हां|जी)(?:,| -|:)"

# Where a sentence turns against itself.
CONTRASTS = (
    r"[,;]? (?:but|however|although|though|nevertheless|nonetheless|yet|aber|jedoch|allerdings|obwohl|mais|cependant|toutefois|"
    r"pero|sin embargo|aunque|mas|porém|embora|ma|però|tuttavia|но|однако|хотя|لكن|ولكن|लेकिन|परंतु|किंतु|하지만|그러나)(?!\w),? ?"
    r"|[,，]?(?:但是|但|不过|不過|然而)|;|；|(?<=ません)が、|(?<=ない)が、|(?<=습니다)만,? "
)

# What accompanies a refusal: apologies, offers, advice, and conclusions.
AROUND = (
    r"\b(?:sorry|apologi[sz]e|apologies|please|feel free|let me know|anything else|happy to|glad to)\b|^unfortunately$|"
    r"^(?:however|therefore|thus|regrettably)$|\bif you (?:can|could|have|need|would|provide|share|want|are|tell|give|like)\b|"
    r"\b(?:would|do) you like\b|\b(?:can|could|may|might) (?:help|assist)\b|\bi (?:can|could|will|'ll) (?:only|try|help|assist|answer)\b|"
    r"\b(?:i|we)(?:'d| would)? (?:recommend|suggest|advise|encourage)\b|"
    r"\byou (?:may|might|can|could|should|would|'ll|will)(?: \w+)? (?:want|need|wish|try|consider|check|consult|contact|refer|ask|"
    r"look|visit|find|search|reach)\b|\bit (?:may|might|would) be (?:best|helpful|better|advisable|useful|necessary)\b|"
    r"\b(?:more|additional|further|other) (?:information|context|details?|documents?|sources?)\b|\bclosest passages\b|"
    r"\b(?:bitte|entschuldig\w+|tut mir leid|wenden sie|empfehle|gerne)\b|\b(?:désolée?|veuillez|n'hésitez|merci de|je vous)\b|"
    r"\b(?:lo siento|por favor|consulte|disculpe\w*|perdón|lamento|desculp\w+|sinto muito|recomiendo|recomendo)\b|"
    r"\b(?:mi dispiace|per favore|si prega|consult[ia]|scus[ia]\w*)\b|\b(?:извините|простите|пожалуйста|рекоменд\w+|обратитесь)\b|"
    r"抱歉|对不起|對不起|请|請|建议|建議|很遗憾|申し訳|すみません|ください|恐れ入|お問い合わせ|죄송|주세요|바랍니다|문의|عذرا|آسف|يرجى|"
    r"للأسف|क्षमा|कृपया|खेद|माफ"
)

# What the documents are about instead.
ABOUT_SOURCES = (
    rf"^(?:they|it|these|this|that|instead,? \w+|(?:the|this|all|only|your) (?:\w+ ){{0,4}}{_SOURCE}|{_SOURCE}|while (?:\w+ ){{0,4}}{_SOURCE})"
    r"(?: (?:provided|given|above|available|retrieved|you|shared|i|have|has))*(?: (?:only|primarily|mainly|mostly|just|instead|"
    r"does|do|briefly|merely|rather|is|are|seems?|appears?|to))* (?:discuss|mention|focus|describe|cover|talk|contain|provide|refer|deal|"
    r"pertain|address|include|list|outline|explain|relate|concern|about|limited)(?:e?s|e?d)?\b|"
    r"^(?:die|der|das) (?:\w+ ){0,2}(?:dokument\w*|unterlagen|kontext|text\w*|quellen?)(?: \w+){0,2} (?:behandel\w+|beschreib\w+|enthalten|"
    r"enthält|befass\w+|bezieh\w+)|^(?:les?|los?|las?|os?|gli|i|il) (?:\w+ ){0,2}(?:documents?|contexte|textes?|documentos?|contexto|"
    r"documenti|contesto)(?: \w+){0,2} (?:trait\w+|parl\w+|tratan?|hablan?|trata\w*|fal\w+|riguard\w+|concern\w+|mencionan?)\b"
)
# It reports what they say, which answers something.
REPORTS = r"\b(?:that|dass|que|che|что)\b"
