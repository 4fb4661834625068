"""Pure functions on text: folding, tokens, keys, language, secrets, the scanner. No I/O, no clock, no vendor of models."""
