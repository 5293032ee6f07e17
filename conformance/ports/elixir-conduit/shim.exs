# ConduitMcp.Client as a port. In a project that has the library, once it is compiled (mix compile):
#
#     toolset-conformance run --command "mix run --no-compile --no-start shim.exs"
#
# It goes in by documented functions alone. Of the structs' fields, the documents show call_id, content and is_error; the
# other names are a reading of ours, and stand in Fields and nowhere else. A wrong one is a KeyError that names it.
defmodule Fields do
  alias ConduitMcp.Client.{Error, Tool, ToolCall, ToolResult}

  def tool(server, %{"name" => name} = tool) do
    own = [description: tool["description"], input_schema: tool["inputSchema"]]
    struct!(Tool, [server_id: server, name: name] ++ own)
  end

  def pair(tool) when is_struct(tool, Tool),
    do: %{"server" => Map.fetch!(tool, :server_id), "tool" => Map.fetch!(tool, :name)}

  def call(call) when is_struct(call, ToolCall) do
    %{
      "call_id" => Map.fetch!(call, :call_id),
      "server" => Map.fetch!(call, :server_id),
      "tool" => Map.fetch!(call, :name),
      "arguments" => Map.fetch!(call, :arguments)
    }
  end

  def outcome(%{"result" => result}) do
    is_error = Map.get(result, "isError", false)
    structured = result["structuredContent"]
    others = Map.drop(result, ~w(content structuredContent isError _meta))

    # The documents show no way to hand over what is no result of a tool; as a ToolResult it would be an empty one.
    if others != %{} and result["content"] == nil and structured == nil, do: throw(:refused)

    struct!(ToolResult,
      content: Map.get(result, "content", []),
      structured_content: structured,
      is_error: is_error
    )
  end

  def outcome(%{"error" => %{"kind" => kind, "message" => message}}),
    do: struct!(Error, kind: String.to_atom(kind), message: message)
end

defmodule Shim do
  alias ConduitMcp.Client.{Adapters.Anthropic, Naming, ToolSet}

  def call("describe", _params) do
    Application.load(:conduit_mcp)
    version = Application.spec(:conduit_mcp, :vsn)
    name = if version, do: "ConduitMcp.Client", else: "ConduitMcp.Client (stand-in)"
    version = to_string(version || "0")
    %{"name" => name, "version" => version, "language" => "elixir", "protocol" => 1}
  end

  # The form of the report of Naming.build/2 is not documented, so "dropped" is left out.
  def call("toolset", %{"toolset" => given}) do
    set = set(given)

    entries =
      for {name, tool} <- ToolSet.entries(set), do: Map.put(Fields.pair(tool), "name", name)

    %{"entries" => entries, "names" => ToolSet.names(set), "size" => ToolSet.size(set)}
  end

  def call("resolve", %{"toolset" => given, "name" => name}) do
    case ToolSet.resolve(set(given), name) do
      {:ok, tool} -> Fields.pair(tool)
      :error -> nil
    end
  end

  def call("exposed_name", %{"toolset" => given, "server" => server, "tool" => tool}) do
    case ToolSet.exposed_name(set(given), server, tool) do
      {:ok, name} -> name
      :error -> nil
    end
  end

  def call("tools", %{"toolset" => given, "options" => options}) do
    # Without the option the library's own default is asked: an option of nil would be another question.
    opts = for {"cache_control", "last"} <- options, do: {:cache_control, :last}
    Anthropic.tools(set(given), opts)
  end

  def call("tool_calls", %{"toolset" => given, "response" => response}) do
    {calls, rejected} = Anthropic.tool_calls(response, set(given))
    %{"calls" => Enum.map(calls, &Fields.call/1), "rejected" => rejected}
  end

  def call("tool_result", %{"tool_use_id" => id, "outcome" => outcome, "options" => options}) do
    how = for {"structured", name} <- options, do: {:structured, String.to_atom(name)}
    Anthropic.tool_result(id, Fields.outcome(outcome), how)
  end

  # The documents show the next user turn and the request as examples only: there is no function to test.
  def call(_method, _params), do: throw(:not_offered)

  defp set(%{"servers" => servers}) do
    {set, _report} =
      Naming.build(
        for s <- servers, do: {s["id"], Enum.map(s["tools"], &Fields.tool(s["id"], &1))}
      )

    set
  end

  defp set(%{"entries" => entries}) do
    pairs = for e <- entries, do: {e["name"], Fields.tool(e["server"], e["tool"])}

    try do
      ToolSet.new(pairs)
    rescue
      ArgumentError -> throw(:duplicate_name)
    end
  end

  def answer(%{"id" => id, "method" => method, "params" => params}, encode) do
    encode.(%{"jsonrpc" => "2.0", "id" => id, "result" => method |> call(params) |> plain()})
  catch
    kind, reason ->
      error = error(kind, reason, __STACKTRACE__)
      encode.(%{"jsonrpc" => "2.0", "id" => id, "error" => error})
  end

  # JSON would write atoms as strings; the documents promise maps with string keys, and JSON values in them.
  defp plain(map) when is_map(map), do: Map.new(map, fn {key, value} -> {text(key), plain(value)} end)
  defp plain(list) when is_list(list), do: Enum.map(list, &plain/1)
  defp plain(value) when is_number(value) or value in [nil, true, false], do: value
  defp plain(value), do: text(value)
  defp text(value) when is_binary(value), do: value
  defp text(value), do: raise(ArgumentError, "a string is promised, and this is none: #{inspect(value)}")

  defp error(:throw, :not_offered, _), do: %{"code" => -32601, "message" => "not offered"}
  defp error(:throw, :refused, _), do: %{"code" => -32602, "message" => "no result of a tool"}

  defp error(:throw, :duplicate_name, _) do
    %{"code" => -32000, "message" => "name twice", "data" => %{"kind" => "duplicate_name"}}
  end

  defp error(kind, reason, stack) do
    IO.puts(:stderr, Exception.format(kind, reason, stack))
    %{"code" => -32603, "message" => Exception.format_banner(kind, reason, stack)}
  end
end

Code.ensure_loaded?(ConduitMcp.Client.ToolSet) ||
  raise "ConduitMcp.Client is not there: run this in a project that has it, compiled"

json = Enum.find([JSON, Jason], &Code.ensure_loaded?/1)
json || raise "shim.exs needs Elixir 1.18 or later, or Jason in the project that it runs in"
stdio = Process.group_leader()
# What the library prints and logs must not get between the answers.
Process.group_leader(self(), Process.whereis(:standard_error))
Enum.each(:logger.get_handler_ids(), &:logger.remove_handler/1)
:logger.add_handler(:default, :logger_std_h, %{config: %{type: :standard_error}})

for line <- IO.stream(stdio, :line) do
  IO.puts(stdio, line |> json.decode!() |> Shim.answer(&json.encode!/1))
end
