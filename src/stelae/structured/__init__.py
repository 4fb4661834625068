"""Structured answers of language models: a schema to decode by, a parser that expects the worst, a bounded retry.

Every model call of Stelae that wants data goes through `call.ask`. The room knows models by `ports.LanguageModel` only and
nothing of memories.
"""
