"""Whose words are they, and is it said as a fact? Questions, plays, hearsay, jokes and pasted text are not. Pure.

It judges clauses and never rewrites them.
"""
