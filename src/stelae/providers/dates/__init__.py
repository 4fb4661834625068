"""Date parsers behind `ports.DateParser`: `chinese` over jionlp, `english` over dateparser.

Loading one is expensive (about a second), so `assembly` imports them when the first date is seen.
"""
