"""Likes and dislikes, one module for a language and one for idioms. Pure."""
