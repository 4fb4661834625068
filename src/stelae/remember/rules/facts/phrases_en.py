"""Pieces that the English tables of facts share."""

BE = r"(?:'m|'s|'re| am| is| are)"
ADVERBS = (
    r"(?: (?:also|now|currently|still|just|actually|recently|really|already|originally|both|all"
    r"|finally|mostly|usually|primarily|mainly|presently|even|only|only just))*"
)
DENIAL = r" don'?t| doesn'?t| do not| does not| no longer| never|n't| not"
REST = r"[^,;.!]"
"""One character of what goes on to the end of the clause."""
STREET_EN = (
    r"\b(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd|square|crescent|terrace)\b"
)
"""What a street's name ends in: who lives on it does not live on it as on coffee."""
