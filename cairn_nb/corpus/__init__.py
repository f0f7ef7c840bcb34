"""Documents: select and read files, cut them into chunks, and locate golden quotes in them."""

from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.corpus.digest import corpus_hash
from cairn_nb.corpus.load import LoadedCorpus, load_documents, require_complete
from cairn_nb.corpus.locate import SupportLocator, case_rank, support_rank

__all__ = [
    "LoadedCorpus",
    "SupportLocator",
    "case_rank",
    "chunk_documents",
    "corpus_hash",
    "load_documents",
    "require_complete",
    "support_rank",
]
