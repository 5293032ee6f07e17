"""A shim that says who it is, and answers nothing more."""

from __future__ import annotations

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "describe":
        result = {"name": "mute", "version": "1", "language": "python", "protocol": 1}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
