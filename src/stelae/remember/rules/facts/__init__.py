"""Facts of a person: `facts_en` and `facts_zh` ask the tables, one module for a part of life and a language. Pure.

What must not be done or eaten is in `limits`, what is liked in `tastes`.
"""
