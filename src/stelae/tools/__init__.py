"""Tool definitions over `Memory`, for agents of every framework: they translate and never decide."""

from stelae.tools.base import Arguments, Result, Tool, tool
from stelae.tools.toolset import tools_for
from stelae.tools.turn import Turn, current_turn

__all__ = ["Arguments", "Result", "Tool", "Turn", "current_turn", "tool", "tools_for"]
