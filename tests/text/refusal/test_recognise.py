"""An answer that declines is a refusal; one that merely holds such words is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.config.model import ABSTAIN_TEXT
from cairn_nb.text.refusal import is_refusal

ENGLISH = [
    ABSTAIN_TEXT,
    "I could not find the answer in the documents.",
    "I don't know.",
    "I’m sorry, but I cannot answer this question based on the provided context.",
    "The provided context does not contain information about the fee.",
    "The documents do not mention it [handbook.md].",
    "There is not enough information to answer.",
    "There isn't any mention of a beverage in the provided documents.",
    "Unanswerable",
    "N/A",
    "Unfortunately, the passages you provided do not specify the fee. Please contact support.",
    "I do not have specific information about version 6.16.0.",
    "It is not possible to determine the date from the given context.",
    "None of the passages mention the price.",
    "Nothing in the documents speaks to that: nothing in the documents answers it.",
    "The answer is not in the documents.",
    "No information about the fee was found.",
    "The fee is not mentioned in the provided documents.",
    "The context discusses shipping, but it does not state the fee.",
    "I am unable to answer. The documents only describe returns and repairs.",
    "**The documents do not say.**\n\nIf you have more details, I would be happy to help.",
]
OTHER_LANGUAGES = {
    "German": [
        "Die Dokumente enthalten keine Informationen zu dieser Frage.",
        "Ich weiß es nicht.",
        "Leider kann ich die Frage anhand der Dokumente nicht beantworten.",
        "Im Text wird der Preis nicht erwähnt.",
        "Dazu liegen mir keine Informationen vor. Bitte wenden Sie sich an den Support.",
        "Aus den Unterlagen geht das nicht hervor.",
    ],
    "French": [
        "Les documents ne contiennent pas cette information.",
        "Je ne sais pas.",
        "Je n'ai pas trouvé la réponse dans les documents.",
        "Désolé, le contexte ne permet pas de répondre à la question.",
        "Il n'y a aucune information sur le prix.",
        "Le prix n'est pas mentionné dans les documents.",
    ],
    "Spanish": [
        "Los documentos no contienen información sobre el precio.",
        "No lo sé.",
        "Lo siento, no puedo responder a esa pregunta.",
        "No hay información suficiente para responder.",
        "El contexto proporcionado no menciona la tarifa.",
        "No encontré la respuesta en los documentos.",
    ],
    "Italian": [
        "I documenti non contengono informazioni su questo.",
        "Non lo so.",
        "Mi dispiace, non posso rispondere a questa domanda.",
        "Il contesto non fornisce la risposta.",
        "Non ci sono informazioni sufficienti per rispondere.",
        "Non ho trovato la risposta nei documenti.",
    ],
    "Portuguese": [
        "Os documentos não contêm informações sobre o preço.",
        "Não sei.",
        "Desculpe, não posso responder a essa pergunta.",
        "Não há informações suficientes para responder.",
        "O contexto fornecido não menciona a taxa.",
        "Não encontrei a resposta nos documentos.",
    ],
    "Russian": [
        "В документах нет информации об этом.",
        "Я не знаю.",
        "К сожалению, я не могу ответить на этот вопрос.",
        "Предоставленный контекст не содержит ответа на вопрос.",
        "Недостаточно информации для ответа.",
        "Цена в тексте не указана.",
    ],
    "Chinese": [
        "文档中没有提到这个问题的答案。",
        "我不知道。",
        "抱歉，根据提供的资料，我无法回答这个问题。",
        "提供的上下文不包含相关信息。",
        "信息不足，无法确定。",
        "文件沒有提供足夠的資訊。",
    ],
    "Japanese": [
        "文書にはその情報が含まれていません。",
        "わかりません。",
        "申し訳ありませんが、提供された情報からはお答えできません。",
        "資料に料金についての記載はありません。",
        "回答に必要な情報が不足しています。",
        "その質問への答えは見つかりませんでした。",
    ],
    "Korean": [
        "문서에 해당 정보가 없습니다.",
        "모르겠습니다.",
        "죄송하지만 제공된 문서로는 질문에 답할 수 없습니다.",
        "제공된 문맥에는 요금이 언급되어 있지 않습니다.",
        "답변에 필요한 정보가 부족합니다.",
        "문서에서 답을 찾을 수 없습니다.",
    ],
    "Arabic": [
        "لا تحتوي الوثائق على معلومات حول هذا السؤال.",
        "لا أعرف.",
        "عذرا، لا يمكنني الإجابة على هذا السؤال.",
        "لا توجد معلومات كافية للإجابة.",
        "السياق المقدم لا يذكر السعر.",
        "لم أجد الإجابة في المستندات.",
    ],
    "Hindi": [
        "दस्तावेज़ों में इस प्रश्न का उत्तर नहीं है।",
        "मुझे नहीं पता।",
        "क्षमा करें, मैं इस प्रश्न का उत्तर नहीं दे सकता।",
        "दिए गए संदर्भ में यह जानकारी उपलब्ध नहीं है।",
        "उत्तर देने के लिए पर्याप्त जानकारी नहीं है।",
        "दस्तावेज़ में कीमत का उल्लेख नहीं किया गया है।",
    ],
}
ANSWERS = [
    "The plan is not available in Europe.",
    "None of the three ships arrived.",
    "None",
    "Unknown to the crew, the mast had split.",
    "12 euros; the documents do not mention a discount.",
    "The documents do not say so, but the figure is 42.",
    "The documents do not give a date. The contract was signed in May 2019.",
    "The context of the treaty was the war.",
    "I don't know of any exception, " + "so the rule holds as the text says. " * 20,
    "No, the policy does not cover floods.",
    "No, the documents do not allow it.",
    "You cannot return worn goods.",
    "Refunds are not given after 30 days.",
    "Parking is not included.",
    "I could not find the exact fee; however, delivery costs 5 euros in Germany.",
    "",
    "   ",
    "...",
    "Der Tarif ist in Europa nicht verfügbar.",
    "Die Dokumente nennen keinen Rabatt, aber der Preis beträgt 12 Euro.",
    "Nein, das ist nicht erlaubt.",
    "Le forfait n'est pas disponible en Europe.",
    "Les documents ne précisent pas la date, mais le prix est de 12 euros.",
    "El plan no está disponible en Europa.",
    "Los documentos no mencionan la fecha, pero el precio es de 12 euros.",
    "Il piano non è disponibile in Europa.",
    "I documenti non indicano la data, ma il prezzo è 12 euro.",
    "O plano não está disponível na Europa.",
    "Os documentos não mencionam a data, mas o preço é 12 euros.",
    "Тариф не доступен в Европе.",
    "В документах нет даты, но цена составляет 12 евро.",
    "该套餐在欧洲不可用。",
    "文档没有提到日期，但是价格是12欧元。",
    "このプランはヨーロッパでは利用できません。",
    "文書には日付の記載がありませんが、料金は12ユーロです。",
    "이 요금제는 유럽에서 사용할 수 없습니다.",
    "문서에 날짜는 없습니다만, 가격은 12유로입니다.",
    "الخطة غير متوفرة في أوروبا.",
    "لا تذكر الوثائق التاريخ، لكن السعر هو 12 يورو.",
    "यह योजना यूरोप में उपलब्ध नहीं है।",
    "दस्तावेज़ में तारीख का उल्लेख नहीं है, लेकिन कीमत 12 यूरो है।",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_a_refusal_in_english(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in OTHER_LANGUAGES.items() for text in texts]
)
def test_a_refusal_in_another_language(language: str, text: str) -> None:
    assert is_refusal(text), language


@pytest.mark.parametrize("text", ANSWERS)
def test_what_answers_is_no_refusal(text: str) -> None:
    assert not is_refusal(text)


def test_a_long_text_answers_something() -> None:
    assert not is_refusal("The documents do not mention it. " * 60)


@given(st.text(max_size=200))
def test_what_is_said_after_it_makes_an_answer(text: str) -> None:
    assert not is_refusal(f"{text}\nThe capital of France is Paris.")


@pytest.mark.parametrize("text", ENGLISH)
def test_citations_and_white_space_do_not_matter(text: str) -> None:
    assert is_refusal(f"  {text} [handbook.md]\n")
