"""How French, Spanish, Portuguese and Italian decline."""

from __future__ import annotations

from cairn_nb.text.refusal.language import Language, either

_SOURCE_FR = either("documents? contexte passages? sources? textes? extraits? articles? informations? éléments")
_TELL_FR = either(
    r"contien\w+ mentionn\w+ fourni\w+ indiqu\w+ précis\w+ dit disent donn\w+ répond\w* parl\w+ permet\w* abord\w+ "
    r"évoqu\w+ comport\w+ appui\w+ étay\w+ inclu\w+ trait\w+ pas"
)
_FACT_FR = either("informations? réponse mention éléments? données? détails? précisions? renseignements?")

FRENCH = Language(
    cues=(" ne ", "n'", "aucun", "impossible", "inconnu", "insuffisant", "ne "),
    declines=(
        rf"\b{_SOURCE_FR}(?: [\w']+){{0,4}}? (?:ne |n')(?:\w+ )?{_TELL_FR}\b(?: [\w']+){{0,3}} ?(?:pas|aucune?|"
        rf"rien)?",
        r"\bje (?:ne |n')(?:\w+ )?(?:sais|peux|trouve|dispose|ai|parviens|suis|connais|vois|"
        r"pourrai)\b(?: [\w']+){0,3} (?:pas|aucune?|rien)\b|\bje suis (?:dans l'incapacité|incapable)\b",
        r"\bje (?:ne |n')(?:sais|peux) pas\b|\bnous (?:ne |n')(?:savons|pouvons|disposons|avons|"
        r"trouvons)\b(?: [\w']+){0,2} (?:pas|aucune?)\b",
        rf"\bil n'(?:y a|existe|est fait)(?: \w+){{0,3}} (?:pas|aucune?)(?: [\w']+){{0,3}} {_FACT_FR}\b|"
        rf"\baucune? {_FACT_FR}\b",
        r"\bil (?:n'est pas possible|est impossible|m'est impossible) de (?:répondre|déterminer|trouver|dire|"
        r"savoir|donner)\b|\bimpossible de (?:répondre|déterminer|trouver)\b",
        rf"\b(?:réponse|information|question)(?: [\w']+){{0,8}} (?:ne |n')(?:[\w']+ ){{0,3}}pas\b|"
        rf"\b{_FACT_FR} insuffisante?s?\b|\bpas assez d'{_FACT_FR}\b",
        r"\bn'(?:est|a|ont|sont)(?: pas)(?: \w+)? (?:mentionnée?s?|précisée?s?|indiquée?s?)\b(?: \w+){0,4}$",
    ),
    whole=(
        "inconnue?",
        "aucune (?:réponse|information|idée)",
        "je ne sais pas",
        "sans réponse",
        "non (?:précisé|mentionné|indiqué)e?",
    ),
    around=(
        r"\b(?:désolée?|veuillez|n'hésitez|merci de|je vous|excus\w+|regrette)\b",
        "^malheureusement$",
        r"\b(?:plus d'|davantage d'|autres )(?:informations?|documents?|détails)\b",
        r"\bsi vous\b|\bvous (?:pouvez|pourriez|devriez)\b",
    ),
    about=(
        rf"^(?:les?|la|l'|ils?|elles?|ces?|cet) ?(?:{_SOURCE_FR})?(?: \w+){{0,2}} (?:trait\w+|parl\w+|port\w+|"
        rf"concern\w+|décri\w+|évoqu\w+|mentionn\w+)\b",
    ),
    reports=(r"\b(?:que|qu')", r"\d"),
    contrasts=(r"[,;]? (?:mais|cependant|toutefois|néanmoins|pourtant|bien que)\b,? ?|;",),
    verdicts=("oui", "non", "si"),
)

_SOURCE_IB = either(
    "documentos? contextos? pasajes? fuentes? textos? fragmentos? información informaciones artículos? informação "
    "informações artigos? passagens passagem trechos? fontes? materiales? materiais"
)
_TELL_IB = either(
    r"contien\w+ conten\w+ mencion\w+ proporcion\w+ inclu\w+ dicen? indic\w+ especific\w+ ofrec\w+ da dan "
    r"respond\w+ habla\w* aborda\w* respalda\w* permit\w+ aclara\w* fornec\w+ contêm contém diz dizem inform\w+ "
    r"explic\w+ tien\w+ hay tem têm há sustent\w+ apoia\w*"
)
_FACT_IB = either(
    "información datos respuesta mención referencias? detalles evidencia informações informação dados resposta "
    "menção referências? detalhes"
)
_PRONOUN_IB = "(?:se |me |lo |la |o |a |nos )?"


def _iberian(no: str, first_person: str) -> tuple[str, ...]:
    """The sentences that Spanish and Portuguese have in common."""
    return (
        rf"\b{_SOURCE_IB}(?: \w+){{0,5}}? {no} {_PRONOUN_IB}{_TELL_IB}\b",
        rf"\b{no} {_PRONOUN_IB}{first_person}\b",
        rf"\b{no} (?:\w+ )?(?:hay|existen?|há|existem?|encontr\w+|foram? encontrad\w+)(?: \w+){{0,3}} {_FACT_IB}\b",
        rf"\b{no} (?:se |está |es |é |foi |fue |aparece)(?: ?\w+){{0,4}} (?:en|no|nos|na|"
        rf"nas) (?:\w+ ){{0,2}}{_SOURCE_IB}\b",
        rf"\b(?:respuesta|resposta|pregunta|pergunta|información|"
        rf"informação)(?: \w+){{0,8}} {no} (?:\w+ )?(?:está|se|es|puede|pode|foi|fue|aparece|consta|encontra)\b",
        rf"\b(?:sin|sem) {_FACT_IB}\b|\b{_FACT_IB} insuficientes?\b|\b{no} (?:hay|há|tengo|"
        rf"tenho) suficientes? {_FACT_IB}\b|\bes imposible (?:responder|determinar)\b|"
        rf"\bé impossível (?:responder|determinar)\b",
    )


_AROUND_IB = (
    r"\b(?:lo siento|por favor|consulte\w*|disculpe\w*|perdón|lamento|lamentablemente$|desculp\w+|sinto muito|"
    r"infelizmente$|recomiendo|recomendo|sugiero|sugiro)\b",
    "^(?:lamentablemente|desafortunadamente|infelizmente)$",
    r"\b(?:más|mais|otros|outros) (?:información|informações|detalles|detalhes|documentos)\b|\bsi (?:tiene|"
    r"necesita|puede|desea|quiere)\w*\b|\bse (?:você|precisar|quiser|puder)\b",
)
_ABOUT_IB = (
    rf"^(?:los?|las?|el|ellos|os?|as|eles|estos|estes) ?(?:\w+ )?(?:{_SOURCE_IB})?(?: \w+){{0,2}} (?:tratan?|"
    rf"hablan?|falam?|mencionan?|mencionam|describen?|descrevem?|se centran?|abordam?|abordan?)\b",
)

SPANISH = Language(
    cues=("no ", "sin ", "insuficiente", "desconocid", "imposible"),
    declines=_iberian(
        "no",
        either(
            "puedo_\\w+ pude podemos encuentro encontré he_encontrado he_podido hemos_encontrado tengo_\\w+ tenemos "
            "dispongo sé cuento_con es_posible_(?:responder|determinar|saber) ha_sido_posible"
        ),
    ),
    whole=("desconocido", "sin respuesta", "no (?:lo )?sé", "no se (?:menciona|especifica|indica)", "no especificado"),
    around=_AROUND_IB,
    about=_ABOUT_IB,
    reports=(r"\bque\b", r"\d"),
    contrasts=(r"[,;]? (?:pero|sin embargo|aunque|no obstante)\b,? ?|;",),
    verdicts=("sí", "si", "no"),
)
PORTUGUESE = Language(
    cues=("não ", "nao ", "sem ", "insuficiente", "desconhecid", "impossível"),
    declines=_iberian(
        "(?:não|nao)",
        either(
            "posso pude consigo consegui encontrei tenho_\\w+ temos sei disponho foi_possível "
            "é_possível_(?:responder|determinar|saber)"
        ),
    ),
    whole=("desconhecido", "sem resposta", "não (?:o )?sei", "não (?:mencionado|especificado|informado)"),
    around=_AROUND_IB,
    about=_ABOUT_IB,
    reports=(r"\bque\b", r"\d"),
    contrasts=(r"[,;]? (?:mas|porém|contudo|no entanto|embora|todavia)\b,? ?|;",),
    verdicts=("sim", "não"),
)

_SOURCE_IT = either(
    "documenti documento contesto passaggi passaggio brani brano fonti fonte testo testi informazioni articolo estratti"
)
_TELL_IT = either(
    r"conten\w+ menzion\w+ forni\w+ indic\w+ specific\w+ dicono dice riporta\w* offr\w+ danno dà rispond\w+ "
    r"parla\w* includ\w+ supporta\w* permett\w+ consent\w+ tratta\w* sono è"
)
_FACT_IT = either("informazioni? dati risposta riferimenti menzione dettagli elementi indicazioni")

ITALIAN = Language(
    cues=("non ", "nessun", "insufficient", "sconosciut", "impossibile"),
    declines=(
        rf"\b{_SOURCE_IT}(?: \w+){{0,4}}? non (?:lo |la |si |ne )?{_TELL_IT}\b",
        r"\bnon (?:lo |la |mi |ne )?(?:posso|sono in grado|riesco|so|ho trovato|ho informazioni|ho abbastanza|"
        r"abbiamo|possiamo|trovo|dispongo)\b|\bnon (?:è|mi è|è stato) possibile (?:rispondere|trovare|"
        r"determinare|stabilire)\b",
        rf"\bnon (?:ci sono|c'è|esistono|sono presenti|vi sono|ho|ha trovato)(?: \w+){{0,3}} {_FACT_IT}\b|"
        rf"\b(?:nessuna?|senza) {_FACT_IT}\b",
        rf"\b(?:risposta|domanda|informazione)(?: \w+){{0,6}} non (?:\w+ )?(?:è|si|può|viene)\b|"
        rf"\b{_FACT_IT} insufficienti\b|\bimpossibile (?:rispondere|determinare)\b",
        rf"\bnon (?:è|sono|viene|vengono) (?:\w+ )?(?:menzionat|specificat|indicat|"
        rf"riportat)\w+(?: \w+){{0,2}}(?: {_SOURCE_IT}| \w+ {_SOURCE_IT})?$",
    ),
    whole=("sconosciuto", "nessuna risposta", "non lo so", "non so", "non (?:specificato|indicato|menzionato)"),
    around=(
        r"\b(?:mi dispiace|per favore|si prega|consult\w+|scus[ia]\w*|consiglio|purtroppo$)\b",
        "^purtroppo$",
        r"\b(?:ulteriori|altre|maggiori) (?:informazioni|dettagli)\b|\bse (?:vuoi|vuole|hai|ha bisogno|puoi|può)\b",
    ),
    about=(
        rf"^(?:i|gli|il|lo|la|essi|questi|questo) ?(?:{_SOURCE_IT})?(?: \w+){{0,2}} (?:trattano|tratta|parlano|"
        rf"parla|riguard\w+|descriv\w+|menzionano|menziona)\b",
    ),
    reports=(r"\bche\b", r"\d"),
    contrasts=(r"[,;]? (?:ma|però|tuttavia|sebbene|anche se)\b,? ?|;",),
    verdicts=("sì", "si", "no"),
)
