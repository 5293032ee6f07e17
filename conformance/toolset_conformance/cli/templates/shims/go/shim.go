//go:build ignore

// The port of our bridge. Fill in one method and run: toolset-conformance run --command "go run shim.go"
// A case without a return is "not offered", which never counts as passed; "user_turn" is the smallest to begin with.
// The build line above keeps this file out of the package beside it; "go run shim.go" takes it all the same.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

type object = map[string]any
type failure object // an error that the protocol names; any other error counts as the bridge's own failure

func (f failure) Error() string { return fmt.Sprint(f["message"]) }

var notOffered = failure{"code": -32601, "message": "not offered"} // no such method, option or form of tool set
var refused = failure{"code": -32602, "message": "refused"}        // the bridge does not take such a value
var duplicateName = failure{"code": -32000, "message": "a name stands twice", "data": object{"kind": "duplicate_name"}}

// call runs one method. A toolset is {"servers": [{"id", "tools": [MCP tool, ...]}, ...]}: the bridge names the tools
// itself, or {"entries": [{"name", "server", "tool": MCP tool}, ...]}: the names are given.
// The values of p are what encoding/json makes of any JSON: p["rejected"].([]any), p["options"].(object).
// In a result, an empty list is []any{}: a nil slice would become null.
func call(method string, p object) (any, error) {
	switch method {
	case "describe":
		return object{"name": "my-port", "version": "0.1.0", "language": "go", "protocol": 1}, nil
	case "toolset": // toolset -> {"entries": [{"name", "server", "tool": MCP name}, ...], "names": [...], "size": n,
		// "dropped": [{"server", "tool", "reason"}, ...]}; leave out what the bridge has no function for
	case "resolve": // toolset, name (any JSON value) -> {"server", "tool": MCP name}, or nil: not found
	case "exposed_name": // toolset, server, tool -> the name that the model sees, or nil: not in the set
	case "tools": // toolset, options ({} or {"cache_control": "last"}) -> the list for the Messages API
	case "tool_calls": // toolset, response (any JSON value) -> {"calls": [{"call_id", "server", "tool", "arguments"},
		// ...], "rejected": [tool_result block, ...]}
	case "tool_result": // tool_use_id, outcome ({"result": CallToolResult} or {"error": {"kind", "message"}}),
		// options ({} or {"structured": "auto" | "prefer" | "append" | "ignore"}) -> the tool_result block
	case "user_turn": // rejected, results, others (lists of blocks) -> {"role": "user", "content": [...]}
	case "request": // toolset, model, messages, options ("tool_choice", "cache_control") -> the body for the API
	}
	return nil, notOffered
}

func answer(request object) (reply []byte) {
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case failure:
			reply, _ = json.Marshal(object{"jsonrpc": "2.0", "id": request["id"], "error": wrong})
		default:
			fmt.Fprintf(os.Stderr, "%v\n%s", wrong, debug.Stack())
			other := object{"code": -32603, "message": fmt.Sprint(wrong)}
			reply, _ = json.Marshal(object{"jsonrpc": "2.0", "id": request["id"], "error": other})
		}
	}()
	result, err := call(request["method"].(string), request["params"].(object))
	if err == nil {
		reply, err = json.Marshal(object{"jsonrpc": "2.0", "id": request["id"], "result": result})
	}
	if err != nil {
		panic(err)
	}
	return reply
}

func main() {
	out, requests := os.Stdout, json.NewDecoder(os.Stdin) // a bufio.Scanner would give up at 64 KiB a line
	os.Stdout = os.Stderr                                 // what the bridge prints must not get between the answers
	for request := (object{}); requests.Decode(&request) == nil; request = (object{}) {
		fmt.Fprintf(out, "%s\n", answer(request))
	}
}
