"""Tool definitions over `Memory`, for agents of every framework: they translate and never decide."""
