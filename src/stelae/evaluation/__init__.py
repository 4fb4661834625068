"""Measures the product through its own door: extraction and recall on fixed samples, over several runs (K21).

`samples` says what is measured on, `extraction` and `recalling` run it through `Memory`, `judging` compares without a model,
`counting` and `intervals` make figures of the counts, `page` draws them. It is deliberately no benchmark of other people's
data sets (those are under `evals/`), and nothing of it runs unless somebody asks.
"""
