"""The rules that read a person's own words without a model, Chinese and English.

`sentences` cuts a message, `stance` says whether a clause is asserted at all, `subjects` whom it is about; the other
modules each hold one family of rules as tables of patterns. A rule proposes in the person's own words and never
decides.
"""
