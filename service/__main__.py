"""``python -m service``: the command line, for an interpreter that has just been started.

Until the modules of the commands are loaded, Ctrl-C ends the process as it ends programs that know nothing of it:
there is nothing to tidy up yet, and Python would print a traceback.
"""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Carry out the command that the process was started for, and return its exit status."""
    at_interrupt = signal.getsignal(signal.SIGINT)
    if at_interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from service import cli  # noqa: PLC0415 - takes the moment in which Ctrl-C is to be quiet

    if at_interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, at_interrupt)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
