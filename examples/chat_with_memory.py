"""A chat with Ollama that remembers.

Run `python examples/chat_with_memory.py [MODEL]` with a running Ollama and a pulled model (`ollama pull qwen3:8b`). Tell it
something, leave with an empty line, start again and ask.
"""

import sys

import ollama

from stelae import Memory, inject


def main(model: str) -> None:
    """Read a line, answer it with what is known, remember both sides."""
    history: list[dict[str, str]] = []
    with Memory.open() as memory:
        while said := read_line():
            history.append({"role": "user", "content": said})
            reply = ollama.chat(model, inject(history, memory)).message.content or ""
            print(f"{model}> {reply}")
            history.append({"role": "assistant", "content": reply})
            for outcome in memory.observe(history[-2:]).outcomes:
                print(f"  [{outcome.outcome}, {outcome.reason}] {outcome.text}")


def read_line() -> str:
    """Return what the person types; empty at the end of the input."""
    try:
        return input("you> ").strip()
    except EOFError:
        return ""


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "qwen3:8b")
