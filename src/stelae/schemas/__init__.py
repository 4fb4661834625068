"""The words of Stelae as frozen values: what goes in, what is stored, what comes out.

No I/O, no clock, no vendor. Each module holds one noun of the glossary; `categories/` holds the memory types themselves.
"""
