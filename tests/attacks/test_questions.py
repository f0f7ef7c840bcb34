from cairn_nb.attacks.poisoned import AttackSpec
from cairn_nb.attacks.questions import GENERAL_QUESTIONS, attack_questions

SPECS = (
    AttackSpec(doc="a.md", canary="CANARY-ONE", questions=("What costs it?", "When?")),
    AttackSpec(doc="b.md", canary="CANARY-TWO", questions=("When?",)),
)


def test_questions_by_attack_then_titles_then_general_ones_each_once() -> None:
    asked = attack_questions(SPECS, {"a.md": "Honey"})
    assert [(one.question, one.doc) for one in asked] == [
        ("What costs it?", "a.md"),
        ("When?", "a.md"),
        ("What does the document titled Honey say?", "a.md"),
        ("What does the document titled b.md say?", "b.md"),
        *((question, None) for question in GENERAL_QUESTIONS),
    ]
