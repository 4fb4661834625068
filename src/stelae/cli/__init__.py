"""The front door for people: Typer commands → `Memory` calls → Rich output or JSON.

It translates and never decides: what is stored, found or refused is settled below. Heavy libraries are imported
inside the commands, so that `stelae --help` stays quick; this is one of the places where function-level imports are
allowed.
"""
