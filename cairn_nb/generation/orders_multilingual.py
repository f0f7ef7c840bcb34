"""What an order to the model looks like in other languages; each pattern tells a negated order apart by itself."""

from __future__ import annotations

from cairn_nb.generation.order_table import orders

_ES = r"(?:instruccion(?:es)?|indicacion(?:es)?|ordenes|reglas|directrices|directivas|prompts?)"
_FR = r"(?:instructions?|consignes?|directives?|ordres?|regles?|prompts?|indications?)"
_DE = r"(?:anweisung\w*|instruktion\w*|anleitung\w*|befehl\w*|vorgabe\w*|regeln?|prompts?|systemprompt\w*|richtlinien?)"
_DE_WHICH = (
    r"(?:alle\w*|samtliche\w*|bisherig\w*|vorherig\w*|vorig\w*|vorangegangen\w*|obig\w*|fruher\w*|deiner?|ihre?)"
)
_DE_DROP = r"(?:ignorier(?:e|t|en)?|vergiss|vergesst|vergessen|missachte\w*|ubergeh\w*|verwirf|verwerfen)"
_IT = r"(?:istruzion[ei]|ordin[ei]|regol[ae]|direttiv[ae]|indicazion[ei]|prompts?)"
_PT = r"(?:instruc(?:ao|oes)|ordens|regras|diretrizes|comandos|prompts?)"
_NL = r"(?:instructies?|opdrachten|regels|aanwijzingen|prompts?)"
_RU = r"(?:инструкци\w*|указани\w*|команд\w*|правил\w*|промпт\w*|распоряжени\w*|сообщени\w*)"
_AR = r"(?:ال)?(?:تعليمات|اوامر|أوامر|ارشادات|إرشادات|قواعد|توجيهات)\w*"
_ZH = r"(?:指令|指示|说明|說明|命令|规则|規則|提示词?|提示詞|设定|設定|要求|对话|對話|内容)"
_ZH_WHICH = r"(?:之前|以前|先前|以上|上面|上述|前面|此前|所有|全部|一切|任何|你的|您的|系统|系統|原有|原来)"
_ZH_DROP = (
    r"(?:忽略|无视|無視|忘记|忘記|忘掉|忽視|忽视|不要理会|不要理會|不用管|别管|別管|抛弃|丢弃|跳过|不要遵守|不必遵守)"
)
_ZH_NOT = r"(?<!不要)(?<!不得)(?<!不可)(?<!不能)(?<!请勿)(?<!請勿)(?<!切勿)(?<!不会)(?<!不應)(?<!不应)(?<!别)(?<!勿)"
_JA = r"(?:指示|命令|指令|プロンプト|ルール|規則|設定|説明|内容|会話)"
_JA_WHICH = r"(?:以前|これまで|今まで|上記|前述|前|以上|すべて|全て|全部|あらゆる|あなた|システム|先)"
_JA_DROP = (
    r"(?:(?:無視|破棄)し(?:て(?!い|は|も)|ろ|なさい)|無視せよ|(?:忘れ|捨て)(?:て(?!い|は|も)|ろ|なさい)|従わないで)"
)
_KO = r"(?:지시|명령|지침|프롬프트|규칙|설명)"
_KO_DROP = r"(?:무시하(?:고|세요|십시오|라)|무시해(?!서는|선|도)|잊(?:어(?!서는|선|도)|으세요|으십시오|고))"

MULTILINGUAL = (
    orders(
        "ignorier/vergiss/vergess/missacht/ubergeh/verwirf/verwerf/du bist",
        rf"(?:^|[^\w\s]\s*|\b(?:und|bitte|nun|jetzt|sollst du|sollen sie|musst du)\s+){_DE_DROP}\b"
        rf"(?!\s+(?:sie\s+|bitte\s+)*nicht)(?:\s+(?:sie|du|bitte|jetzt|nun|einfach))*\s+[^.!?]{{0,30}}?\b{_DE_WHICH}\s+"
        rf"(?:\w+\s+){{0,3}}?{_DE}",
        r"\b(?:vergiss|vergessen sie|ignoriere?|ignorieren sie)\s+(?:bitte\s+)?(?:alles|was)\b[^.!?]{0,40}\b"
        r"(?:gesagt|gelernt|wurde|vorher|zuvor|davor|weisst|wissen)\b",
        r"\bdu bist (?:jetzt|nun|ab sofort)\b[^.!?]{0,40}\b(?:ki|assistent|bot|chatbot|pirat|modell|dan)\b",
    ),
    orders(
        "ignore/oubli/neglige/contourne/compte/abstraction",
        r"(?<!n')(?<!ne )(?<!pas )\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|contourne[zr]?|"
        r"(?:ne (?:tiens|tenez) (?:pas|aucun) compte|(?:fais|faites) abstraction)(?: de)?)\b(?!\s+(?:pas|jamais)\b)"
        rf"[^.!?]{{0,25}}?\b{_FR}\s+(?:precedente?s?|anterieure?s?|ci-dessus|initiales?|d'avant|du systeme|systeme)",
        r"(?<!n')(?<!ne )\b(?:ignore[zr]?|oublie[zr]?)\b(?!\s+(?:pas|jamais)\b)\s+(?:toutes?|tous|vos|tes|ces)"
        rf"(?:\s+(?:les|vos|tes|ces))?(?:\s+\w+)?\s+{_FR}",
        r"(?<!n')(?<!ne )\boublie[zr]?\b(?!\s+(?:pas|jamais)\b)\s+(?:tout )?ce (?:que|qu')[^.!?]{0,40}\b"
        r"(?:dit|appris|demande|ordonne)\b",
    ),
    orders(
        "ignor/olvid/descart/desestim/omiso",
        r"(?<!no )(?<!nunca )(?<!debe )(?<!deben )\b(?:ignora[dr]?|ignoren?|olvida[dr]?|olviden?|olvide|descart[ae]|"
        r"desestim[ae]|(?:haz|haga) caso omiso (?:de|a))\b"
        rf"[^.!?]{{0,25}}?\b{_ES}\s+(?:anterior(?:es)?|previas?|de arriba|precedentes?|iniciales|del sistema|dadas)",
        r"(?<!no )(?<!nunca )\b(?:ignora|ignoren?|olvida|olviden?|olvide)\s+(?:todas|tus|sus|cualquier)"
        rf"(?:\s+(?:las|tus|sus))?(?:\s+\w+)?\s+{_ES}",
        r"(?<!no )(?<!nunca )\bolvid[ae]n?\s+(?:todo )?lo que\b[^.!?]{0,40}\b(?:dicho|dijeron|dijo|aprendido|"
        r"ordenado)\b",
    ),
    orders(
        "ignor/dimentic/trascur/esquec/desconsider",
        rf"(?<!non )\b(?:ignora(?:te)?|dimentica(?:te)?|trascura(?:te)?)\b[^.!?]{{0,30}}?\b{_IT}\s+"
        r"(?:precedent[ei]|anterior[ei]|sopra|iniziali|del sistema)",
        rf"(?<!nao )(?<!nunca )\b(?:ignor[ae]m?|esquec[ae]m?|desconsidere)\b[^.!?]{{0,30}}?\b{_PT}\s+"
        r"(?:anterior(?:es)?|previas?|acima|iniciais|do sistema)",
    ),
    orders(
        "negeer/vergeet",
        r"\b(?:negeer|vergeet)\b(?!\s+niet)[^.!?]{0,30}?\b(?:alle|vorige|eerdere|bovenstaande|voorgaande|je)\s+"
        rf"(?:\w+\s+){{0,2}}?{_NL}",
    ),
    orders(
        "игнориру/забуд/отбрось/отмени/внимания на/пренебрег",
        r"(?<!не )\b(?:игнориру[йи]\w*|проигнориру[йи]\w*|забуд[ьт]\w*|отбрось\w*|отмени\w*|не обраща[йи]\w* "
        r"внимания на|"
        r"пренебрег\w*)\b[^.!?]{0,40}?\b(?:все\w*|предыдущ\w*|прежн\w*|прошл\w*|выше\w*|сво\w+|систем\w*|ранее)\b"
        rf"[^.!?]{{0,20}}?\b{_RU}",
        r"(?<!не )\b(?:забуд[ьт]\w*|игнориру[йи]\w*)\s+(?:все|всё)?,?\s*(?:о чем|о чём|что)\b[^.!?]{0,40}\b"
        r"(?:говорил\w*|сказал\w*|сказано|знаешь|велели)\b",
    ),
    orders(
        "ignoruj/zapomnij/pomin",
        r"(?<!nie )\b(?:z?ignoruj\w*|zapomnij\w*|pomin\w*)\b[^.!?]{0,30}?\b(?:wszystki\w*|poprzedni\w*|wczesniejsz\w*|"
        r"powyzsz\w*)\b[^.!?]{0,20}?\b(?:instrukcj\w*|polecen\w*|zasad\w*)",
    ),
    orders(
        "talimat/komut/yonerge",
        r"\b(?:onceki|yukaridaki|tum|butun)\b[^.!?]{0,30}\b(?:talimat\w*|komut\w*|yonerge\w*)\b[^.!?]{0,20}\b"
        r"(?:yok say|gormezden gel|unut)(?!ma)\b",
    ),
    orders(
        "忽/无视/無視/忘/理会/理會/不用管/别管/別管/抛弃/丢弃/跳过/遵守/作废",
        rf"{_ZH_NOT}{_ZH_DROP}(?!的)[^。！？\n]{{0,12}}?{_ZH_WHICH}[^。！？\n]{{0,8}}?{_ZH}",
        rf"{_ZH_WHICH}[^。！？\n]{{0,6}}?{_ZH}[^。！？\n]{{0,4}}{_ZH_NOT}(?:忽略|无视|無視|忘记|忘記|忘掉|作废|抛弃)(?!了?[的吗])",
        rf"{_ZH_NOT}(?:忘记|忘記|忘掉|忽略)[^。！？\n]{{0,8}}?(?:告诉|告訴|教|说过|說過|学到|學到)(?:你|过|過)",
    ),
    orders(
        "無視/破棄/忘れ/捨て/従わ",
        rf"{_JA_WHICH}[^。！？\n]{{0,10}}?{_JA}[^。！？\n]{{0,10}}?{_JA_DROP}",
        rf"(?:言われた|教えられた|教わった|聞いた)(?:こと|内容)[^。！？\n]{{0,8}}?{_JA_DROP}",
    ),
    orders("무시/잊", rf"(?:이전|위|앞|모든|기존|지금까지)[^.!?\n]{{0,12}}?{_KO}[^.!?\n]{{0,8}}?{_KO_DROP}"),
    orders(
        "تجاهل/انس/إنس/أهمل/اهمل",
        rf"(?<!\w)(?<!لا )(?:و|ف)?(?:تجاهلوا|تجاهلي|تجاهل|انسى|انس|إنس|أهمل|اهمل)\s[^.!؟\n]{{0,25}}?{_AR}",
    ),
    orders(
        "अनदेखा/नज़रअंदाज/नजरअंदाज/भूल",
        r"(?:पिछले|पिछली|सभी|ऊपर|पहले)[^।!?\n]{0,25}(?:निर्देश|आदेश|हिदायत)[^।!?\n]{0,20}(?:अनदेखा|नज़रअंदाज|नजरअंदाज|भूल)"
        r"(?![^।!?\n]{0,8}(?:न |मत |नहीं))",
    ),
)
