# A stand-in for ConduitMcp.Client, written from the two documents of ToolSet and Adapters.Anthropic. It is not the
# library: where the library is to be had, run the shim with that. It is here so that the shim can be run without it:
#
#     elixir -r standin.exs shim.exs
#
# Struct fields that the documents do not show (all but call_id, content and is_error) are named as shim.exs reads them.
defmodule ConduitMcp.Client.Tool do
  @enforce_keys [:server_id, :name]
  defstruct [:server_id, :name, :description, :input_schema]
end

defmodule ConduitMcp.Client.ToolCall do
  defstruct [:call_id, :server_id, :name, :arguments]
end

defmodule ConduitMcp.Client.ToolResult do
  defstruct content: [], structured_content: nil, is_error: false
end

defmodule ConduitMcp.Client.Error do
  defstruct [:kind, :message]
end

defmodule ConduitMcp.Client.ToolSet do
  defstruct by_name: %{}, by_tool: %{}, entries: []

  def new(entries) do
    Enum.each(Enum.frequencies_by(entries, &elem(&1, 0)), fn {name, times} ->
      if times > 1, do: raise(ArgumentError, "the exposed name #{inspect(name)} stands twice")
    end)

    by_tool = Map.new(entries, fn {name, tool} -> {{tool.server_id, tool.name}, name} end)
    %__MODULE__{by_name: Map.new(entries), by_tool: by_tool, entries: entries}
  end

  def entries(set), do: set.entries
  def names(set), do: Enum.map(set.entries, &elem(&1, 0))
  def size(set), do: length(set.entries)
  def resolve(set, name), do: Map.fetch(set.by_name, name)
  def exposed_name(set, server_id, tool_name), do: Map.fetch(set.by_tool, {server_id, tool_name})
end

defmodule ConduitMcp.Client.Naming do
  alias ConduitMcp.Client.ToolSet

  @longest 64

  # The report lists the pairs that were left out because the same server listed the same name before.
  def build(servers) do
    tools = for {server_id, tools} <- servers, tool <- tools, do: {{server_id, tool.name}, tool}
    kept = Enum.uniq_by(tools, &elem(&1, 0))

    {entries, _taken} =
      Enum.map_reduce(kept, MapSet.new(), fn {pair, tool}, taken ->
        name = pair |> candidates() |> Enum.find(&(not MapSet.member?(taken, &1)))
        {{name, tool}, MapSet.put(taken, name)}
      end)

    {ToolSet.new(entries), %{dropped: Enum.map(tools -- kept, &elem(&1, 0))}}
  end

  # The plain name where it says all, then names with a digest of the pair: no name depends on more than its pair and
  # on the names that are taken already.
  defp candidates({server_id, tool_name} = pair) do
    plain = "#{server_id}__#{tool_name}"
    clean = String.replace(plain, ~r/[^A-Za-z0-9_-]/u, "_")
    clean = if clean =~ ~r/\A[A-Za-z_]/, do: clean, else: "_" <> clean

    marked =
      Stream.map(Stream.iterate(0, &(&1 + 1)), fn round ->
        digest = :crypto.hash(:sha256, :erlang.term_to_binary({pair, round}))
        mark = "_" <> (digest |> Base.encode16(case: :lower) |> binary_part(0, 10))
        binary_part(clean, 0, min(byte_size(clean), @longest - byte_size(mark))) <> mark
      end)

    if clean == plain and byte_size(clean) <= @longest,
      do: Stream.concat([clean], marked),
      else: marked
  end
end

defmodule ConduitMcp.Client.Adapters.Anthropic do
  alias ConduitMcp.Client.{Error, ToolCall, ToolResult, ToolSet}
  import Bitwise

  @description_cap 4096
  @image_types ~w(image/jpeg image/png image/gif image/webp)

  def tools(set, opts \\ []) do
    tools =
      for {name, tool} <- ToolSet.entries(set) do
        %{
          "name" => name,
          "description" => tool.description |> to_string() |> visible() |> cap(@description_cap),
          "input_schema" => tool.input_schema || %{"type" => "object"}
        }
      end

    case opts[:cache_control] do
      :last -> List.update_at(tools, -1, &Map.put(&1, "cache_control", %{"type" => "ephemeral"}))
      nil -> tools
    end
  end

  def tool_calls(%{"content" => blocks}, set) when is_list(blocks), do: tool_calls(blocks, set)
  def tool_calls(%{} = _nothing_called, _set), do: {[], []}

  def tool_calls(blocks, set) when is_list(blocks) do
    uses = for %{"type" => "tool_use", "id" => id} = block when is_binary(id) <- blocks, do: block
    # The Messages API takes one result for an id: of blocks that share one, the first is answered.
    answers = uses |> Enum.uniq_by(& &1["id"]) |> Enum.map(&tool_use(&1, set))
    Enum.split_with(answers, &is_struct(&1, ToolCall))
  end

  defp tool_use(%{"id" => id} = block, set) do
    case {ToolSet.resolve(set, block["name"]), block["input"]} do
      {{:ok, tool}, %{} = input} ->
        %ToolCall{call_id: id, server_id: tool.server_id, name: tool.name, arguments: input}

      {{:ok, _tool}, _input} ->
        error_block(id, "The input of a tool must be an object.")

      {:error, _input} ->
        error_block(id, "There is no tool of the name #{inspect(block["name"])}.")
    end
  end

  def tool_result(id, outcome, opts \\ [])

  def tool_result(id, %Error{kind: kind, message: message}, _opts) do
    error_block(id, if(blank?(message), do: "The tool call failed: #{kind}.", else: message))
  end

  def tool_result(id, %ToolResult{is_error: true} = result, opts) do
    # The Messages API takes text alone in an error result, and refuses an empty one.
    texts =
      result
      |> blocks(Keyword.get(opts, :structured, :auto), &placeholder("image", &1["mimeType"], &2))
      |> Enum.reject(&blank?(&1["text"]))

    error_block(id, if(texts == [], do: "The tool reported an error without a text.", else: texts))
  end

  def tool_result(id, %ToolResult{} = result, opts) do
    block = %{"type" => "tool_result", "tool_use_id" => id}

    content = blocks(result, Keyword.get(opts, :structured, :auto), &image/2)

    case Enum.reject(content, &(&1["type"] == "text" and blank?(&1["text"]))) do
      [] -> block
      content -> Map.put(block, "content", content)
    end
  end

  defp error_block(id, content) do
    %{"type" => "tool_result", "tool_use_id" => id, "is_error" => true, "content" => content}
  end

  defp blocks(%ToolResult{content: content, structured_content: nil}, _how, image),
    do: content(content, image)

  defp blocks(%ToolResult{content: content} = result, :auto, _image) when content in [[], nil],
    do: [json(result.structured_content)]

  defp blocks(%ToolResult{content: content}, how, image) when how in [:auto, :ignore],
    do: content(content, image)

  # What an error says is not dropped, whatever is preferred.
  defp blocks(%ToolResult{is_error: true, content: [_ | _]} = result, :prefer, image),
    do: blocks(result, :append, image)

  defp blocks(%ToolResult{content: content} = result, :append, image),
    do: content(content, image) ++ [json(result.structured_content)]

  defp blocks(%ToolResult{content: content} = result, :prefer, image) do
    images = content |> content(image) |> Enum.filter(&(&1["type"] == "image"))
    [json(result.structured_content) | images]
  end

  # Content that is no list is one item, or none; no text block may be empty: the Messages API refuses it.
  defp content(nil, _image), do: []
  defp content(%{} = item, image), do: content([item], image)

  defp content(items, image) when is_list(items),
    do: items |> Enum.map(&item(&1, image)) |> Enum.reject(&(&1["text"] == ""))

  defp content(value, image), do: content([value], image)

  defp item(%{"type" => "text", "text" => said}, _image) when is_binary(said), do: text(said)

  defp item(%{"type" => "image", "data" => data} = item, image) when is_binary(data),
    do: image.(item, data)

  defp item(%{"type" => "audio", "data" => data} = item, _image) when is_binary(data),
    do: placeholder("audio", item["mimeType"], data)

  defp item(%{"type" => "resource_link", "name" => name, "uri" => uri} = item, _image)
       when is_binary(name) and is_binary(uri) do
    mime = if is_binary(item["mimeType"]), do: " (#{item["mimeType"]})", else: ""
    text("[resource] #{name} <#{uri}>" <> mime)
  end

  defp item(%{"type" => "resource", "resource" => %{"uri" => uri} = resource}, image)
       when is_binary(uri) do
    case resource do
      %{"text" => said} when is_binary(said) ->
        text("[resource: #{uri}]\n#{said}")

      %{"blob" => blob} when is_binary(blob) ->
        mime = resource["mimeType"]
        read = if text_type(mime), do: decoded(blob)

        cond do
          accepted(mime) -> image.(resource, blob)
          read != nil and String.valid?(read) -> text("[resource: #{without(uri, blob)}]\n#{read}")
          true -> placeholder("resource #{without(uri, blob)}", mime, blob)
        end

      _broken ->
        text("[resource: #{uri}]")
    end
  end

  # What is unknown or broken is told by what can be read of it.
  defp item(%{"resource" => %{"text" => said}}, _image) when is_binary(said), do: text(said)

  defp item(%{"text" => said}, _image) when said not in [nil, ""],
    do: if(is_binary(said), do: text(said), else: json(said))

  defp item(%{"uri" => uri} = item, _image) when is_binary(uri),
    do: text("[resource] #{item["name"] || item["title"]} <#{uri}>")

  defp item(%{"name" => name}, _image) when is_binary(name),
    do: text("[content that cannot be shown: #{name}]")

  defp item(%{"type" => type}, _image) when is_binary(type),
    do: text("[content that cannot be shown: #{type}]")

  defp item(said, _image) when is_binary(said), do: text(said)

  defp item(value, _image) when is_map(value) or value == nil,
    do: text("[content that cannot be shown]")

  defp item(value, _image), do: json(value)

  defp image(item, data) do
    type = accepted(item["mimeType"])

    if type && decoded(data) not in [nil, ""] do
      %{
        "type" => "image",
        "source" => %{"type" => "base64", "media_type" => type, "data" => base64(data)}
      }
    else
      placeholder("image", item["mimeType"], data)
    end
  end

  # Base64 as the Messages API takes it: as it is, or mended where it is a data: uri, has the alphabet for addresses or
  # no padding.
  defp base64(data) do
    data = Regex.replace(~r/\Adata:[^,]*;base64,/, data, "")
    mended = data |> String.replace("-", "+") |> String.replace("_", "/")
    over = mended |> String.replace(~r/[\r\n]/, "") |> String.length() |> rem(4)
    if over == 0, do: mended, else: mended <> String.duplicate("=", 4 - over)
  end

  defp decoded(data) do
    case data |> base64() |> String.replace(~r/[\r\n]/, "") |> Base.decode64() do
      {:ok, bytes} -> bytes
      :error -> nil
    end
  end

  @text_type ~r/\A\s*(text\/|application\/([^;]*\+)?(json|xml|yaml|javascript)\s*(;|\z))/i
  defp text_type(mime), do: is_binary(mime) and mime =~ @text_type

  defp accepted(mime) when is_binary(mime) do
    type = mime |> String.split(";") |> hd() |> String.trim() |> String.downcase()
    if type in @image_types, do: type
  end

  defp accepted(_missing), do: nil

  defp placeholder(kind, mime, data) do
    text(
      "[#{kind}: #{if(is_binary(mime), do: mime, else: "unknown type")}, #{size(data)}]"
    )
  end

  # A data: uri may hold the blob itself; any other holds a few letters of it by chance.
  defp without("data:" <> _ = uri, blob) when blob != "", do: String.replace(uri, blob, "...")
  defp without(uri, _blob), do: uri

  defp text(said), do: %{"type" => "text", "text" => said}
  defp json(value), do: text(Enum.find([JSON, Jason], &Code.ensure_loaded?/1).encode!(value))
  defp blank?(said), do: String.trim(to_string(said)) == ""

  defp size(data) do
    case decoded(data) do
      nil -> "no base64"
      bytes -> "#{byte_size(bytes)} bytes"
    end
  end

  defp visible(said), do: for(<<c::utf8 <- said>>, not hidden(c), into: "", do: <<c::utf8>>)

  # Bidirectional controls, zero-width and tag characters, controls but TAB, LF and CR, and other invisible ones.
  defp hidden(c) when c in [0x09, 0x0A, 0x0D], do: false
  defp hidden(c) when c in 0x00..0x1F or c in 0x7F..0x9F, do: true
  defp hidden(c) when c in 0x200B..0x200F or c in 0x2028..0x202E or c in 0x2060..0x206F, do: true

  defp hidden(c) when c in 0xE0000..0xE0FFF or c in 0xFE00..0xFE0E or c in 0xFFF9..0xFFFB,
    do: true

  defp hidden(c) when c in 0x180B..0x180F or c in 0x1BCA0..0x1BCA3 or c in 0x1D173..0x1D17A,
    do: true

  defp hidden(c),
    do: c in [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0]

  defp cap(said, most) when byte_size(said) <= most, do: said

  defp cap(said, most) do
    # A byte 10xxxxxx continues the character before it: there is no cutting in front of it.
    continues = (:binary.at(said, most) &&& 0xC0) == 0x80
    if continues, do: cap(said, most - 1), else: binary_part(said, 0, most)
  end
end

# Older versions of Elixir bring no JSON, and a script alone has no Jason: Debian's erlang-jiffy will do.
if not Enum.any?([JSON, Jason], &Code.ensure_loaded?/1) do
  Code.ensure_loaded?(:jiffy) ||
    raise "needs Elixir 1.18 or later, or Jason, or erlang-jiffy on the code path"

  defmodule Jason do
    def decode!(text), do: :jiffy.decode(text, [:return_maps, :use_nil])
    def encode!(value), do: value |> :jiffy.encode([:use_nil]) |> IO.iodata_to_binary()
  end
end
