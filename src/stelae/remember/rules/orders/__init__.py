"""Standing instructions to the assistant: how it answers, in which language, and what it always does. Pure."""
