"""The rules that read a person's own words without a model, Chinese and English.

A rule proposes in the person's own words and never decides. Each module holds one family as tables of patterns:

- reading a message: `sentences`, `run_on`, `contractions`, `caseless`, `cue`, `subjects`, `objects`, `draft`, `candidates`
- whose words, and are they asserted: `stance`, `questions`, `foreign`, `hearsay`, `joking`, `material`
- will it hold: `lasting`, `clarity`, `momentary`, `for_now`, `small_talk`
- facts of a person: `facts`, `facts_en`, `facts_zh`, whose tables are `identity_*`, `home_and_work_*`, `belongings_*`,
  `pursuits_*`, `habits_*` and `phrases_*`; beside them `labelled`, `given_names`, `places`, `pets`
- hard limits: `constraints`, `limits`, `limits_en`, `limits_zh`, `listed_limits`, `body_limits`, `medicines`, `lifted`
- tastes: `preferences_en`, `preferences_zh`, `taste_idioms`, `word_order_zh`
- what happens: `events`, `event_dates`, `event_changes`, `no_event`, `decisions`
- orders: `instructions`, `instruction_patterns`, `language_orders`, `serving`
- whatever else people state: `self_statements`, `plain_statements`, `everyday`, `remembering`, `answers`
"""
