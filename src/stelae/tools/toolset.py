"""Which tools an agent gets over a memory."""

from stelae.memory import Memory
from stelae.tools.base import Tool
from stelae.tools.drafts import draft_tools
from stelae.tools.preferences import propose_forget, remember_preference, save_memory
from stelae.tools.recalling import recall_memories, recall_memory
from stelae.tools.turn import Turn, current_turn


def tools_for(
    memory: Memory, *, turn: Turn | None = None, preferences: bool = True, drafts: bool = False
) -> tuple[Tool, ...]:
    """Return the tools over a memory; none while memory is switched off.

    They read what the handle may read and write to its own scope, so that an agent which serves a person gets a handle on
    that person's scope (`Memory.at`).

    Args:
        memory: whose.
        turn: the turn whose words are behind every call; None: the one that runs at the moment of the call, so that tools
            are made once for an agent.
        preferences: also the tools that keep what a person says and propose to forget it.
        drafts: also the tools by which a conversation teaches an agent, once the person has confirmed it.
    """
    if not memory.settings.enabled:
        return ()

    def running() -> Turn | None:
        return turn if turn is not None else current_turn()

    reading = (recall_memory(memory), recall_memories(memory))
    keeping = (
        remember_preference(memory, running),
        save_memory(memory, running),
        propose_forget(memory, running),
    )
    teaching = draft_tools(memory, turn=running) if drafts else ()
    return (*reading, *(keeping if preferences else ()), *teaching)
