"""`python -m companion` is the `companion` command."""

from __future__ import annotations

from companion.runtime.malloc import restart_with_small_heap


def main() -> None:
    """Run the command, in a process whose memory stays small."""
    restart_with_small_heap()
    from companion.cli import main as run  # a restart would take twice as long for it

    run()


if __name__ == "__main__":
    main()
