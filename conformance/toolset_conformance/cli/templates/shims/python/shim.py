"""The port of our bridge as a process of its own, for a bridge that cannot be installed beside the suite.

Fill in one method and run: toolset-conformance run --command "python shim.py"
What still raises NotOffered counts as "not offered", never as passed. `user_turn` is the smallest one to begin with.
A toolset is {"servers": [{"id", "tools": [MCP tool, ...]}, ...]}: the bridge names the tools itself, or
{"entries": [{"name", "server", "tool": MCP tool}, ...]}: the names are given.
"""

import json
import sys
import traceback


class NotOffered(Exception):
    """The bridge has no such method, option or form of tool set."""


class Refused(Exception):
    """The bridge does not take such a value."""


class DuplicateName(Exception):
    """The set cannot be built: an exposed name stands twice."""


class Methods:
    def describe(self):
        return {"name": "my-port", "version": "0.1.0", "language": "python", "protocol": 1}

    # leave out of the answer what the bridge has no function for; an item of dropped is {"server", "tool", "reason"}
    def toolset(self, toolset):  # -> {"entries": [{"name", "server", "tool"}], "names": [], "size": 0, "dropped": []}
        raise NotOffered("toolset")

    def resolve(self, toolset, name):  # -> {"server", "tool"}, or None: not found. name may be any JSON value
        raise NotOffered("resolve")

    def exposed_name(self, toolset, server, tool):  # -> the name that the model sees, or None: not in the set
        raise NotOffered("exposed_name")

    def tools(self, toolset, options):  # -> `tools` for the Messages API. options: {} or {"cache_control": "last"}
        raise NotOffered("tools")

    def tool_calls(
        self, toolset, response
    ):  # -> {"calls": [{"call_id", "server", "tool", "arguments"}], "rejected": [block]}
        raise NotOffered("tool_calls")

    # outcome: {"result": CallToolResult} or {"error": {"kind", "message"}}; options: {} or {"structured": "prefer"}
    def tool_result(self, tool_use_id, outcome, options):  # -> the tool_result block
        raise NotOffered("tool_result")

    def user_turn(self, rejected, results, others):  # three lists of blocks -> {"role": "user", "content": [...]}
        raise NotOffered("user_turn")

    def request(self, toolset, model, messages, options):  # -> the body. options: "tool_choice", "cache_control"
        raise NotOffered("request")


def answer(line):
    request = json.loads(line)
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        method = vars(Methods).get(request["method"])
        if not callable(method):
            raise NotOffered(request["method"])
        return json.dumps({**reply, "result": method(Methods(), **request["params"])})
    except DuplicateName as error:
        reply["error"] = {"code": -32000, "message": str(error), "data": {"kind": "duplicate_name"}}
    except Exception as error:
        code = {NotOffered: -32601, Refused: -32602}.get(type(error), -32603)
        if code == -32603:
            traceback.print_exc()
        reply["error"] = {"code": code, "message": f"{type(error).__name__}: {error}"}
    return json.dumps(reply)


out, sys.stdout = sys.stdout, sys.stderr  # what the bridge prints must not get between the answers
for line in sys.stdin:
    print(answer(line), file=out, flush=True)
