"""Concept keys: the keys of a scope as the only ones a model may generate, and how they hang together (S21-S31, R7).

A key comes into being with a memory that passed the gate and goes with it; this room never writes a memory. It says which
keys there are (`vocabulary`, `trie`), leads a text to them (`matching`, `choosing`, `constrained`), says whether it fits one
of them or needs a new one (`assimilation`), and counts what occurs together (`graph`). `pipeline` alone asks the store.
"""
