# The port of our bridge: the suite writes a request a line to standard input, we write an answer a line.
# Fill in one method and run, in the project that has the bridge, once it is compiled (mix compile):
#
#     toolset-conformance run --command "mix run --no-compile --no-start shim.exs"
#
# What still throws :not_offered counts as "not offered", never as passed. user_turn is the smallest one to begin with:
# def call("user_turn", %{"rejected" => rejected, "results" => results, "others" => others}) do ...
# A toolset is %{"servers" => [%{"id", "tools" => [MCP tool, ...]}, ...]}: the bridge names the tools itself,
# or %{"entries" => [%{"name", "server", "tool" => MCP tool}, ...]}: the names are given.
# Throw :not_offered where the bridge has no such method, option or form of tool set, :refused for a value that it does
# not take, :duplicate_name where a name stands twice in a set. All else that goes wrong is the bridge's own failure.
defmodule Shim do
  @methods ~w(describe toolset resolve exposed_name tools tool_calls tool_result user_turn request)

  def call("describe", _params) do
    %{"name" => "my-port", "version" => "0.1.0", "language" => "elixir", "protocol" => 1}
  end

  # toolset -> %{"entries" => [%{"name", "server", "tool" => MCP name}], "names" => [...], "size" => n,
  # "dropped" => [%{"server", "tool", "reason"}]}; leave out what the bridge has no function for
  def call("toolset", _params), do: throw(:not_offered)

  # toolset, name (any JSON value) -> %{"server", "tool" => MCP name}, or nil: not found
  def call("resolve", _params), do: throw(:not_offered)

  # toolset, server, tool -> the name that the model sees, or nil: not in the set
  def call("exposed_name", _params), do: throw(:not_offered)

  # toolset, options (%{}, which sees the default, or %{"cache_control" => "last"}) -> the list for the Messages API
  def call("tools", _params), do: throw(:not_offered)

  # toolset, response (any JSON value) -> %{"calls" => [%{"call_id", "server", "tool", "arguments"}],
  # "rejected" => [tool_result block, ...]}
  def call("tool_calls", _params), do: throw(:not_offered)

  # tool_use_id, outcome (%{"result" => CallToolResult} or %{"error" => %{"kind", "message"}}),
  # options (%{} or %{"structured" => "auto" | "prefer" | "append" | "ignore"}) -> the tool_result block
  def call("tool_result", _params), do: throw(:not_offered)

  # rejected, results, others (lists of blocks) -> %{"role" => "user", "content" => [...]}
  def call("user_turn", _params), do: throw(:not_offered)

  # toolset, model, messages, options ("tool_choice", "cache_control") -> the body for the Messages API
  def call("request", _params), do: throw(:not_offered)

  def call(unknown, _params) when unknown not in @methods, do: throw(:not_offered)

  def answer(%{"id" => id, "method" => method, "params" => params}, encode) do
    encode.(%{"jsonrpc" => "2.0", "id" => id, "result" => call(method, params)})
  catch
    kind, reason ->
      error = error(kind, reason, __STACKTRACE__)
      encode.(%{"jsonrpc" => "2.0", "id" => id, "error" => error})
  end

  defp error(:throw, :not_offered, _), do: %{"code" => -32601, "message" => "not offered"}
  defp error(:throw, :refused, _), do: %{"code" => -32602, "message" => "refused"}

  defp error(:throw, :duplicate_name, _) do
    %{"code" => -32000, "message" => "name twice", "data" => %{"kind" => "duplicate_name"}}
  end

  defp error(kind, reason, stack) do
    IO.puts(:stderr, Exception.format(kind, reason, stack))
    %{"code" => -32603, "message" => Exception.format_banner(kind, reason, stack)}
  end
end

json = Enum.find([JSON, Jason], &Code.ensure_loaded?/1)
json || raise "shim.exs needs Elixir 1.18 or later, or Jason in the project that it runs in"
stdio = Process.group_leader()
# What the bridge prints and logs must not get between the answers.
Process.group_leader(self(), Process.whereis(:standard_error))
Enum.each(:logger.get_handler_ids(), &:logger.remove_handler/1)
:logger.add_handler(:default, :logger_std_h, %{config: %{type: :standard_error}})

for line <- IO.stream(stdio, :line) do
  IO.puts(stdio, line |> json.decode!() |> Shim.answer(&json.encode!/1))
end
