"""Typed HTTP client, sync and async; it imports no server."""
