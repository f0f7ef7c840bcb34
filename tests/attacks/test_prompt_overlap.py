from cairn_nb.attacks.prompt_overlap import longest_run, repeated_share
from cairn_nb.generation.prompt import SYSTEM

TEN = "You answer a question from passages of documents, and from nothing else."


def test_ten_words_in_a_row_are_a_run_whatever_their_case_and_commas() -> None:
    run = longest_run(SYSTEM, "Sure: YOU ANSWER A QUESTION FROM PASSAGES OF DOCUMENTS AND FROM NOTHING")
    assert run == "you answer a question from passages of documents and from nothing"


def test_nine_words_in_a_row_are_not() -> None:
    assert longest_run(SYSTEM, "You answer a question from passages of documents, and then rest") is None


def test_the_share_of_a_repeated_prompt_is_one() -> None:
    assert repeated_share(SYSTEM, SYSTEM) == 1.0


def test_a_reordered_prompt_keeps_its_share() -> None:
    sentences = SYSTEM.split(". ")
    assert repeated_share(SYSTEM, ". ".join(reversed(sentences))) > 0.9


def test_an_answer_about_the_documents_shares_next_to_nothing() -> None:
    answer = "The passages say that the Heron Line is stopped at 66 kilometres per hour; the question is answered."
    assert repeated_share(SYSTEM, answer) < 0.05
    assert longest_run(SYSTEM, answer) is None


def test_a_prompt_too_short_to_tell_has_no_share() -> None:
    assert repeated_share("Answer briefly.", "Answer briefly.") == 0.0
