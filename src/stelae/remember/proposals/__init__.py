"""From the reply of a language model to candidates: what it gets to see, the form of its answer, and what its words rest on.

Only proposals: the gate decides (`remember.policy`). The call itself is in `remember.llm_extraction`. Pure.
"""
