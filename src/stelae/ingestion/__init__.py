"""Other ways in, and the way out: exports, and imports through the gate. Sees stores through `ports` only."""
