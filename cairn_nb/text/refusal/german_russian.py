"""How German and Russian decline."""

from __future__ import annotations

from cairn_nb.text.refusal.language import Language, either

_SOURCE_DE = either(
    r"dokument\w* unterlagen kontext\w* quellen? text\w* textstellen passagen? abschnitt\w* auszüg\w* artikeln? "
    r"informationen angaben"
)
_TELL_DE = either(
    "enth[aä]lt\\w* liefer\\w+ erwähn\\w+ nenn\\w+ geben gibt sag\\w+ biete\\w+ beleg\\w+ beantworte\\w+ mach\\w+ "
    "geh\\w+ stütz\\w+ reich\\w+ steh\\w+ finde\\w+"
)
_FACT_DE = either(
    r"informationen angaben? hinweise? antwort auskunft details daten aussagen? anhaltspunkte? kenntnis\w*"
)

GERMAN = Language(
    cues=("nicht", "kein", "nichts", "unbekannt", "unzureichend"),
    declines=(
        rf"\b{_SOURCE_DE}(?: [\w-]+){{0,4}}? {_TELL_DE}(?: [\w-]+){{0,8}} (?:nicht|kein\w*|nichts)\b",
        rf"\b{_TELL_DE}(?: [\w-]+){{0,5}} {_SOURCE_DE}(?: [\w-]+){{0,8}} (?:nicht|kein\w*|nichts)\b",
        rf"\b{_SOURCE_DE}(?: [\w-]+){{0,10}} (?:nicht|kein\w*|nichts)(?: [\w-]+){{0,3}} (?:erwähnt|genannt|"
        rf"enthalten|angegeben|beantwortet|hervor|entnehmen|finden|gefunden)\b",
        rf"\b(?:nicht|kein\w*|nichts)\b(?: [\w-]+){{0,6}} {_SOURCE_DE}(?: [\w-]+){{0,2}} (?:erwähnt|genannt|"
        rf"enthalten|angegeben|beantworten|entnehmen|finden|gefunden)\b",
        r"\b(?:ich|wir) (?:weiss|wissen)(?: \w+){0,3} nicht\b|\bweiss ich (?:leider )?nicht\b|\b(?:kann|können|"
        r"konnte|konnten) (?:ich|wir)? ?(?:\w+ ){0,10}(?:nicht|kein\w*)"
        r"(?: \w+){0,6} (?:beantworten|finden|sagen|geben|bestimmen|ermitteln|machen|entnehmen|helfen|"
        r"beantwortet|gefunden|bestätigen)\b",
        rf"\b(?:habe|haben|liegen|gibt|gab|finden|fanden|lassen|"
        rf"wurden?)\b(?: \w+){{0,6}} kein\w*(?: \w+){{0,2}} {_FACT_DE}\b|\b(?:es|mir|uns) (?:liegen|"
        rf"fehlen)\b(?: \w+){{0,4}} (?:kein\w* )?{_FACT_DE}\b",
        r"\b(?:frage|antwort)(?: \w+){0,8} nicht (?:\w+ ){0,2}(?:beantworte\w*|beantwortbar|enthalten|gefunden|"
        r"finden|möglich|entnehmen|hervor)\b|\bgeht(?: \w+){0,6} nicht hervor\b",
        rf"\b(?:nicht (?:genügend|ausreichend\w*|genug)|unzureichende|keine (?:ausreichenden|relevanten|"
        rf"genauen|näheren)) {_FACT_DE}\b",
    ),
    whole=(
        "unbekannt",
        "keine (?:antwort|angabe|ahnung)(?: möglich| gefunden)?",
        "nicht beantwortbar",
        "nicht (?:angegeben|bekannt)",
    ),
    around=(
        r"\b(?:bitte|entschuldig\w+|tut mir leid|wenden sie|empfehle|gerne|bedaure|leider$)\b",
        "^leider$",
        r"\b(?:weitere|nähere) (?:informationen|angaben|dokumente)\b",
        r"\bwenn sie\b.*\b(?:möchten|können|haben|angeben|helfe)\b|\bdie nächstliegenden\b",
    ),
    about=(
        r"^(?:die|der|das|sie|es|er)\b(?: \w+){0,2}? ?(?:dokument\w*|unterlagen|kontext|texte?|quellen?|"
        r"passagen)?(?: \w+){0,2} "
        r"(?:behandel\w+|beschreib\w+|enthalten|enthält|befass\w+|bezieh\w+|handel\w+|erwähn\w+|betreffen|"
        r"betrifft)\b",
    ),
    reports=(r"\bdass\b", r"\d"),
    contrasts=(r"[,;]? (?:aber|jedoch|allerdings|obwohl|obgleich|doch|sondern)\b,? ?|;",),
    verdicts=("ja", "nein", "doch"),
)

_SOURCE_RU = either(
    r"документ\w* контекст\w* источник\w* текст\w* отрывк\w* фрагмент\w* материал\w* статье статья статьи"
)
_FACT_RU = either(r"информаци\w+ данн\w+ сведени\w+ ответ\w* упоминани\w+ подробност\w+")

RUSSIAN = Language(
    cues=("не", "нет", "отсутств", "неизвестно"),
    declines=(
        rf"\b{_SOURCE_RU}(?: \w+){{0,5}}? (?:не (?:содерж\w+|указ\w+|упомин\w+|упомянут\w*|привод\w+|говор\w+|"
        rf"сказано|даёт|дает|дают|сообща\w+|предоставля\w+|описыва\w+|отвеча\w+|подтвержда\w+|"
        rf"позволя\w+|найден\w*|раскрыва\w+)|нет {_FACT_RU}|нет ответа|отсутству\w+)",
        rf"\bне (?:содерж\w+|указ\w+|упомин\w+|упомянут\w*|говорится|привод\w+|сообщается|"
        rf"описан\w*)(?: \w+){{0,5}} (?:в|{_SOURCE_RU})(?: \w+){{0,3}}(?: {_SOURCE_RU})?$",
        r"\b(?:я|мы)(?: \w+)? не (?:зна\w+|могу|можем|смог\w*|наш[её]л|нашла|нашли|име\w+|располага\w+|"
        r"уверен\w*|нахожу|вижу)\b|^(?:к сожалению,? )?не (?:зна\w+|могу|смог\w*|удалось|наш[её]л|нашла)\b",
        rf"\bу (?:меня|нас) нет\b|\bнет (?:\w+ ){{0,2}}{_FACT_RU}|\b(?:недостаточно|"
        rf"отсутству\w+) (?:\w+ )?{_FACT_RU}|\b{_FACT_RU}(?: \w+){{0,5}} (?:не найден\w*|отсутству\w+|"
        rf"недостаточно|нет)\b",
        r"\b(?:невозможно|нельзя|не удалось|не представляется возможным|не могу) (?:\w+ )?(?:ответить|"
        r"определить|установить|найти|сказать)\b",
    ),
    whole=(
        "неизвестно",
        "нет (?:ответа|данных|информации)",
        "не (?:знаю|указано|упоминается|сообщается)",
        "ответа нет",
    ),
    around=(
        r"\b(?:извините|простите|пожалуйста|рекоменд\w+|обратитесь|сожалею|сожалению$)\b",
        "^к сожалению$",
        r"\b(?:дополнительн\w+|более подробн\w+) \w+",
        r"\bесли (?:вы|у вас)\b",
        r"\bближайшие (?:отрывки|фрагменты)\b",
    ),
    about=(
        rf"^(?:в )?(?:\w+ ){{0,2}}(?:{_SOURCE_RU}|они|он|она|оно|речь)(?: \w+){{0,2}} (?:посвящен\w*|"
        rf"посвящён\w*|описыва\w+|рассматрива\w+|говорится|ид[её]т|содерж\w+|каса\w+)\b",
    ),
    reports=(r"\bчто\b", r"\d"),
    contrasts=(r"[,;]? (?:но|однако|хотя|зато)\b,? ?|;",),
    verdicts=("да", "нет"),
)
