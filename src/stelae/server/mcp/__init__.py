"""The Model Context Protocol, over stdio and streamable HTTP."""
