"""What a column may mean, and the names under which tools write it."""

from __future__ import annotations

Names = tuple[str, ...]

# By role, the usual names, the surest first; case, spaces, dashes and underscores do not matter.
CASE: dict[str, Names] = {
    "id": ("id", "case_id", "question_id", "query_id", "qid", "sample_id", "example_id", "test_id", "task_id", "_id"),
    "question": ("question", "user_input", "input", "query", "prompt"),
    "reference": (
        "reference",
        "ground_truth",
        "expected_output",
        "expected_answer",
        "reference_answer",
        "gold_answer",
        "ground_truths",
        "references",
        "answers",
        "target",
        "expected",
        "ideal",
    ),
    "answerable": ("answerable", "is_answerable"),
    "unanswerable": ("unanswerable", "is_impossible", "is_unanswerable"),
    "support": ("support", "evidence", "supports"),
    "reference_contexts": ("reference_contexts", "ground_truth_contexts", "gold_contexts"),
    "reference_context_ids": ("reference_context_ids", "relevant_doc_ids", "gold_doc_ids", "relevant_ids"),
    "category": ("category", "question_type", "topic"),
    "answer_type": ("answer_type",),
    "tags": ("tags", "labels"),
}
ANSWER: dict[str, Names] = {
    "answer": (
        "answer",
        "response",
        "output",
        "actual_output",
        "answer_text",
        "prediction",
        "predicted_answer",
        "generated_answer",
        "model_answer",
        "completion",
    ),
    "contexts": (
        "retrieved_contexts",
        "retrieval_context",
        "contexts",
        "retrieved_passages",
        "passages",
        "retrieved_documents",
        "retrieved_docs",
        "retrieved_chunks",
        "documents",
        "docs",
        "chunks",
        "context",
    ),
    "context_ids": ("retrieved_context_ids", "retrieved_ids", "context_ids", "retrieved_doc_ids", "doc_ids"),
    "status": ("status",),
    "abstained": ("abstained", "refused", "is_refusal", "abstain"),
    "error": ("error", "error_message", "exception"),
    "confidence": ("confidence", "answer_confidence"),
    "latency_ms": ("latency_ms", "duration_ms", "elapsed_ms", "response_time_ms"),
    "latency_s": ("latency_s", "latency_seconds", "duration_s", "elapsed_s", "elapsed_seconds", "completion_time"),
    "cost_usd": ("cost_usd", "cost", "total_cost", "total_cost_usd"),
    "tokens": ("tokens", "total_tokens", "token_count"),
    "input_tokens": ("input_tokens", "prompt_tokens", "input_token_count"),
    "output_tokens": ("output_tokens", "completion_tokens", "output_token_count"),
    "model": ("model", "model_name"),
    "trial": ("trial", "epoch", "repeat", "repetition"),
    "claims": ("claims",),
    "scores": ("scores",),
}
ANSWERS: dict[str, Names] = {**ANSWER, **CASE}
# In a file of questions alone, an answer is the expected one.
GOLDEN: dict[str, Names] = {**CASE, "reference": (*CASE["reference"], "answer", "gold", "output", "response")}
# Seconds or milliseconds: nobody can tell, and a factor of a thousand is no guess.
WITHOUT_UNIT = ("latency", "duration", "elapsed", "response_time", "time")
UNIT_HINT = "is in seconds or in milliseconds? `--map latency_s={0}` or `--map latency_ms={0}` says which"
