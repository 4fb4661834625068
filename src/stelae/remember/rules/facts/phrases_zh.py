"""Pieces that the Chinese tables of facts share."""

ADVERBS = (
    "(?:现在|目前|如今|最近|已经|也|都|还|一直|就|是|其实|刚|刚刚|今年|去年|前年|上个?月|上周"
    "|从小|又|,|，|曾经|以前|之前|原来|正式|终于|打小|平时|主要|\\s)*"
)
DENIAL = "(?P<no>不|没有?|不再|已经不|早就不)?"
REST = r"[^，,。;；!]"
"""One character of what goes on to the end of the clause."""
WHERE = "[^，,。;；!了的吗]{1,16}?"
"""A place, as short as it may be."""
