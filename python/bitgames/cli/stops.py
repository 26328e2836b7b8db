"""Ctrl-C and other signals that end the command: quietly, from its first instant to its last.

Only the process of the command is changed (``begin``); ``main`` in another program is not. Until
``listen``, Ctrl-C ends the command at once: ``bitgames.__main__`` sees to that before all else.
"""

from __future__ import annotations

import signal
import sys

# `typing` takes as long to load as the interpreter.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Event
    from types import FrameType
    from typing import Any

INTERRUPTED = 130

# Ctrl-C, and the signals that end a program when its terminal or the system closes.
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

_is_command = False


class Ended(SystemExit):
    """SIGTERM or SIGHUP has come: the process undoes what is half done, and dies by the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def begin() -> None:
    """Begin as a command."""
    global _is_command
    _is_command = True
    sys.unraisablehook = _unraisable


def listen() -> None:
    """From here Ctrl-C raises ``KeyboardInterrupt``, and other signals to end raise ``Ended``."""
    if _is_command:
        _handle(signal.SIGINT, signal.default_int_handler)
        for number in _ENDING:
            _handle(number, _end_by)


def end() -> None:
    """The exit status is decided: no Ctrl-C changes it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def die(number: int) -> None:
    """End by a signal that has come, for the process that waits for this one."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _handle(number: int, handler: Any) -> None:
    """Set a handler, except for a signal that this process was told to ignore (``nohup``)."""
    if signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, handler)


def _end_by(number: int, frame: FrameType | None) -> None:
    raise Ended(number)


def _unraisable(unraisable: Any) -> None:
    """Send a signal again that came where nobody hears an exception, as in a finalizer.

    It comes after the end of this function, in which nobody hears it either.
    """
    if issubclass(unraisable.exc_type, (KeyboardInterrupt, Ended)):
        from threading import Event, Thread

        number = getattr(unraisable.exc_value, "number", int(signal.SIGINT))
        ending = Event()
        Thread(target=_send, args=[number, ending]).start()
        ending.set()
    else:
        sys.__unraisablehook__(unraisable)


def _send(number: int, ending: Event) -> None:
    """Send a signal to the main thread, and wake it where the system can do so."""
    from _thread import interrupt_main
    from threading import main_thread
    from time import sleep

    ending.wait()
    sleep(0.005)
    if sys.platform == "win32":
        interrupt_main(signal.Signals(number))
    else:
        signal.pthread_kill(main_thread().ident or 0, number)
