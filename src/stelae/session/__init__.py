"""What holds for this conversation alone (P_t): one writer, an end, and no way of its own into long-term memory."""
