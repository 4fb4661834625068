"""The rules that read a person's own words without a model, Chinese and English.

A rule proposes in the person's own words and never decides. Each room holds one family as tables of patterns:

- `reading`: a message, its clauses, whom they are about, and the draft that a rule makes of one
- `assertion`: whose words they are, and whether they are said as a fact
- `durability`: whether it still holds tomorrow
- `facts`: facts of a person, a module for each part of life and language
- `limits`: hard limits, and the end of one
- `tastes`: likes and dislikes
- `events`: what happens at a time, and what is decided
- `orders`: standing instructions to the assistant
- `statements`: whatever else people state, and what they ask to be remembered

`remember.rule_extraction` asks them in their order.
"""
