from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.negation import same_polarity

DIFFER = [
    ("Refunds are never paid", "Refunds are paid"),
    ("Refunds are paid", "Refunds are never paid"),
    ("must be kept above 18", "must not be kept above -18"),
    ("Visitors may take photos", "Visitors may enter without a badge, but must not take photos"),
    ("The fee is refundable", "The fee is non-refundable"),
    ("The invoice is unpaid", "The invoice is paid"),
    ("Die Gebühr wird erstattet", "Die Gebühr wird nicht erstattet"),
    ("Es gibt keinen Zugang", "Es gibt Zugang"),
    ("Les frais sont remboursés", "Les frais ne sont pas remboursés"),
    ("Las tasas se devuelven", "Las tasas no se devuelven"),
    ("Плата возвращается", "Плата не возвращается"),
    ("费用可以退还", "费用不可以退还"),
    ("返金は支払われます", "返金は支払われません"),
    ("الرسوم قابلة للاسترداد", "الرسوم غير قابلة للاسترداد"),
    ("يتم دفع الرسوم", "لا يتم دفع الرسوم"),
]
AGREE = [
    ("Refunds are not paid after 30 days", "No refunds are paid after 30 days"),
    ("Employees must sign in", "Employees who do not hold a badge must sign in"),
    ("Submit it within 30 days", "Submit it no later than 30 days"),
    ("Visitors must not take photos", "Visitors may enter without a badge, but must not take photos"),
    ("Les frais ne sont pas remboursés", "Les frais ne sont jamais remboursés"),
    ("Плата никогда не возвращается", "Плата не возвращается никогда"),  # two words, one denial
    ("书面申请不予退还", "书面申请不予退还。"),
    ("書類を提出する必要がある", "書類を提出しなければならない"),  # "must", written with a negation
    ("返金は30日以内に行われる", "返金は30日以内に行われる。詳細は窓口へ。"),
    ("Staff may enter", "Not only staff may enter"),
    ("Dogs aren't allowed", "Dogs are not allowed"),
    ("You cannot carry over leave", "Leave cannot be carried over"),
    ("Smoking is allowed", "Smoking is allowed outdoors. It is not allowed indoors."),
    ("Access without a badge is refused", "Access is refused without a badge"),
]


@pytest.mark.parametrize(("claim", "evidence"), DIFFER)
def test_a_denial_on_one_side_alone_is_seen(claim: str, evidence: str) -> None:
    assert not same_polarity(claim, evidence)


@pytest.mark.parametrize(("claim", "evidence"), AGREE)
def test_what_says_the_same_agrees(claim: str, evidence: str) -> None:
    assert same_polarity(claim, evidence)


@given(st.text(max_size=120))
def test_a_text_agrees_with_itself(text: str) -> None:
    assert same_polarity(text, text)
