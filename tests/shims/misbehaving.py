"""A shim that answers `exposed_name`, and misbehaves in the way that its argument names when asked for `fault`.

Standard library only and quick to start: it is started many times.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
DESCRIPTION: dict[str, Any] = {"name": "misbehaving", "version": "1", "language": "python", "protocol": 1}
NOT_OFFERED = {"code": -32601, "message": "not offered"}


def write(text: str | bytes) -> None:
    """Write to standard output at once."""
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.buffer.flush()


def answered(number: int, result: object) -> str:
    """One answer as a line."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}) + "\n"


def good(request: dict[str, Any]) -> str:
    """The right answer to a request."""
    number, params = request["id"], request["params"]
    if request["method"] == "describe":
        return answered(number, DESCRIPTION)
    if request["method"] != "exposed_name":
        return json.dumps({"jsonrpc": "2.0", "id": number, "error": NOT_OFFERED}) + "\n"
    return answered(number, f"{params['server']}__{params['tool']}")


def forever() -> None:
    """Hang."""
    while True:
        time.sleep(60)


def misbehave(request: dict[str, Any]) -> None:
    """Do what the argument names, in place of the answer or around it."""
    number, line = request["id"], good(request)
    message = json.loads(line)
    if FAULT == "exit":
        sys.exit(3)
    elif FAULT == "exit-in-a-line":
        write(line[:20])
        sys.exit(0)
    elif FAULT == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "hang":
        forever()
    elif FAULT == "hang-without-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()
    elif FAULT == "closed-output":
        sys.stdout.flush()
        os.close(1)
        forever()
    elif FAULT == "log-line":
        write("starting up\n" + line)
    elif FAULT == "not-json-rpc":
        write(json.dumps({"answer": "files__fault"}) + "\n")
    elif FAULT == "wrong-id":
        write(answered(99999, message["result"]))
    elif FAULT == "text-id":
        write(json.dumps({**message, "id": str(number)}) + "\n")
    elif FAULT == "no-id":
        write(json.dumps({"jsonrpc": "2.0", "result": message["result"]}) + "\n")
    elif FAULT == "earlier-id":
        write(answered(1, message["result"]))
    elif FAULT == "two-answers":
        write(line + line)
    elif FAULT == "answer-before-question":
        write(answered(number + 1000, "files__next"))
        write(line)
    elif FAULT == "byte-order-mark":
        write(b"\xef\xbb\xbf" + line.encode())
    elif FAULT == "invalid-utf-8":
        write(line.encode().replace(b"fault", b"f\xffult"))
    elif FAULT == "huge-answer":
        write(answered(number, "x" * 100_000_000))
    elif FAULT == "endless-line":
        while True:
            write(b"x" * 2**20)
    elif FAULT == "endless-empty-lines":
        while True:
            write("\n" * 1000)
    elif FAULT == "deep-answer":
        write(line.replace('"files__fault"', "[" * 100_000 + "]" * 100_000))
    elif FAULT == "nan":
        write(line.replace('"files__fault"', "NaN"))
    elif FAULT == "duplicate-key":
        write(line.replace('"result"', '"result": 1, "result"'))
    elif FAULT == "result-and-error":
        write(json.dumps({**message, "error": NOT_OFFERED}) + "\n")
    elif FAULT == "error-without-code":
        write(json.dumps({"jsonrpc": "2.0", "id": number, "error": "no"}) + "\n")
    elif FAULT == "own-error":
        print("port.mjs:7: cannot read properties of null", file=sys.stderr, flush=True)
        write(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": -32603, "message": "TypeError"}}) + "\n")
    elif FAULT == "last-words":
        print("cannot open the settings file", file=sys.stderr, flush=True)
        sys.exit(1)
    else:
        bear(line, number)


def bear(line: str, number: int) -> None:
    """What the suite has to put up with: the answer is right, and comes in an odd way."""
    if FAULT == "crlf":
        write(line.replace("\n", "\r\n"))
    elif FAULT == "empty-lines":
        write("\n\r\n  \n" + line + "\n")
    elif FAULT == "pieces":
        for character in line:
            write(character)
            time.sleep(0.001)
    elif FAULT == "id-with-a-point":
        write(json.dumps({**json.loads(line), "id": float(number)}) + "\n")
    elif FAULT == "null-error":
        write(json.dumps({**json.loads(line), "error": None}) + "\n")
    elif FAULT == "further-keys":
        write(json.dumps({**json.loads(line), "trace": [1]}) + "\n")
    elif FAULT == "much-on-stderr":
        for _ in range(100):
            sys.stderr.buffer.write(b"x" * 1_000_000)
        sys.stderr.flush()
        write(line)
    elif FAULT == "slow":
        time.sleep(0.3)
        write(line)
    elif FAULT == "children":
        # The suite ends them with the shim; its number goes to a file, for the test to look for.
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
        Path(os.environ["CHILD_FILE"]).write_text(str(child.pid), "ascii")
        write(line)
    else:
        write(line)


def answer_backwards() -> None:
    """Take whatever has been asked by now, and answer the last first."""
    rest = b""
    while data := os.read(0, 2**20):
        while select.select([0], [], [], 0.02)[0]:
            more = os.read(0, 2**20)
            if not more:
                break
            data += more
        *lines, rest = (rest + data).split(b"\n")
        write("".join(good(json.loads(line)) for line in reversed(lines)))


def main() -> None:
    """Answer until standard input ends."""
    if FAULT == "exit-at-once":
        sys.exit(7)
    if FAULT == "no-description":
        forever()
    if FAULT == "banner":
        write("Welcome to the misbehaving shim 1.0\n")
    if FAULT == "other-protocol":
        DESCRIPTION["protocol"] = 2
    if FAULT == "nameless":
        del DESCRIPTION["name"]
    if FAULT == "describes-with-an-error":
        write(json.dumps({"jsonrpc": "2.0", "id": 0, "error": NOT_OFFERED}) + "\n")
        forever()
    if FAULT == "counts-starts":
        with Path(os.environ["STARTS_FILE"]).open("a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
    if FAULT == "out-of-order":
        answer_backwards()
    for line in sys.stdin:
        request = json.loads(line)
        if FAULT == "reads-slowly":
            time.sleep(0.005)
        if request["params"].get("tool") == "fault" or (FAULT == "always-exits" and request["id"]):
            if FAULT == "always-exits":
                sys.exit(4)
            misbehave(request)
        else:
            write(good(request))
    if FAULT == "refuses-to-exit":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()


main()
