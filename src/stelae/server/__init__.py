"""Doors over the wire: HTTP for services, MCP for coding agents. They translate and never decide."""
