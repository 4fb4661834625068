"""Between turns: what may happen later, in its own time and off the caller's path."""
