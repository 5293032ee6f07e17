"""The process that starts an agent and outlives it, so that nothing of the agent's stays behind.

``python -I -S keeper.py CONTROL STATUS PLACE -- COMMAND...``; its standard streams are those of the agent. On Linux
it is the subreaper of all that the agent starts: what detaches itself (``setsid``, two forks) becomes its child again.
CONTROL is a file descriptor: ``.`` on it asks to end the agent (SIGTERM, then SIGKILL), ``!`` to kill it at once, and
its end says that who started the keeper is gone: it kills the agent and removes PLACE, the folder of this start.
On STATUS it writes lines of JSON: ``{"error": errno}`` (not started), ``{"exited": status}`` (negative: the signal),
``{"stubborn": true}`` (SIGTERM was not enough), ``{"left": [...]}`` (command lines of what outlived the agent).
"""

# It is started for every conversation, and pathlib would be half of its time.
# ruff: noqa: PTH123, PTH208
import contextlib
import ctypes
import json
import os
import select
import signal
import sys
import time

TERM_SECONDS = 1.5
LINGER_SECONDS = 0.4
_SUBREAPER = 36


def main() -> None:
    """Start the agent, wait for its end or for ours, and leave nothing behind."""
    control, status = int(sys.argv[1]), int(sys.argv[2])
    place, command = sys.argv[3], sys.argv[5:]
    os.set_inheritable(control, False)
    os.set_inheritable(status, False)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)

    def tell(**message: object) -> None:
        with contextlib.suppress(OSError):
            os.write(status, json.dumps(message).encode("ascii") + b"\n")

    agent = os.fork()
    if not agent:
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            tell(error=error.errno)
        os._exit(127)
    exited, term, word = None, 0.0, b"."
    while exited is None:
        left = term - time.monotonic() if term else None
        if left is not None and left <= 0:
            tell(stubborn=True)
            break
        ready, _, _ = select.select([woken, control], [], [], left)
        if woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(woken, 4096)
            exited = reap(agent)
        if control in ready and exited is None:
            word = os.read(control, 1)
            if word != b".":
                break
            if not term:
                term = time.monotonic() + TERM_SECONDS
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(agent, signal.SIGTERM)
    if exited is not None:
        tell(exited=exited)
        if not term:
            linger()
            tell(left=[words for words in map(command_line, descendants()) if words])
    sweep(agent)
    if not word:
        import shutil  # seldom needed, and slow to import

        shutil.rmtree(place, ignore_errors=True)


def reap(agent: int) -> "int | None":
    """Collect all children that have ended; return the agent's exit status where it is among them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            if pid == agent:
                found = os.waitstatus_to_exitcode(status)
    return found


def linger() -> None:
    """Give what the agent started a moment to end by itself."""
    end = time.monotonic() + LINGER_SECONDS
    while descendants() and time.monotonic() < end:
        time.sleep(0.01)
        reap(0)


def descendants() -> "list[int]":
    """Return the ids of all living processes below this one; none where the system has no ``/proc``."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError, IndexError), open(f"/proc/{entry}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                    if fields[0] not in (b"Z", b"X"):
                        children.setdefault(int(fields[1]), []).append(int(entry))
    found, waiting = [], [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def command_line(pid: int) -> str:
    """Return a process's command line, shortened; nothing for a relay of ours, which ends with its pipes."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return "" if "stdio_relay.py" in words else words[:120]


def sweep(agent: int) -> None:
    """Kill all that is left, until nothing is."""
    for _ in range(400):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(agent, signal.SIGKILL)
        for pid in (remaining := descendants()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        reap(0)
        if not remaining:
            return
        time.sleep(0.005)


if __name__ == "__main__":
    main()
