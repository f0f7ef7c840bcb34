"""Text in every script: folding, quote matching, words and sentences."""

from cairn_nb.text.fold import fold
from cairn_nb.text.match import Haystack, find_quote
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.tokens import content_words, search_terms, words

__all__ = ["Haystack", "content_words", "find_quote", "fold", "search_terms", "sentence_spans", "words"]
