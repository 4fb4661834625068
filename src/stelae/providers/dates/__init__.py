"""Date parsers behind `ports.DateParser`: `jionlp` for Chinese, `dateparser` for English.

Loading one is expensive (about a second), so `assembly` imports them when the first date is seen.
"""
