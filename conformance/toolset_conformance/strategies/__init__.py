"""Hypothesis strategies for the layer between MCP tools and the Messages API; valid MCP (2025-06-18) by default.

They are for port authors' own tests as well::

    from hypothesis import given
    from toolset_conformance import strategies

    @given(strategies.servers())
    def test_my_names_are_valid(servers):
        ...

What a strategy yields is a JSON value in the shape that ``docs/protocol.md`` gives. Where the right answer is known by
how the input was built, the strategy yields both, as a pair.
"""

from toolset_conformance.strategies.calls import ID_FAMILIES, OTHER_BLOCKS, other_blocks, tool_use_ids
from toolset_conformance.strategies.drawing import JSON, Object, several
from toolset_conformance.strategies.items import (
    ACCEPTED_IMAGES,
    AUDIO,
    KINDS,
    OTHER_IMAGES,
    audio_items,
    base64_data,
    content_items,
    contents,
    embedded_blobs,
    embedded_images,
    embedded_texts,
    image_items,
    link_items,
    other_image_items,
    text_items,
)
from toolset_conformance.strategies.names import HOST_NAMES, long_names, plain_ids, plain_names, server_ids, tool_names
from toolset_conformance.strategies.pairs import Pair
from toolset_conformance.strategies.schemas import schemas
from toolset_conformance.strategies.text import (
    BIDI,
    CONTROLS,
    LONG,
    MAX_BYTES,
    OTHER_INVISIBLE,
    TAGS,
    TRICKY,
    UNLIKE,
    VISIBLE,
    ZERO_WIDTH,
    descriptions,
    long_descriptions,
    read_texts,
    texts,
    visible_texts,
)
from toolset_conformance.strategies.tools import entries, plain_servers, servers, tools
from toolset_conformance.strategies.values import LARGEST, json_objects, json_values

__all__ = [
    "ACCEPTED_IMAGES",
    "AUDIO",
    "BIDI",
    "CONTROLS",
    "HOST_NAMES",
    "ID_FAMILIES",
    "JSON",
    "KINDS",
    "LARGEST",
    "LONG",
    "MAX_BYTES",
    "OTHER_BLOCKS",
    "OTHER_IMAGES",
    "OTHER_INVISIBLE",
    "TAGS",
    "TRICKY",
    "UNLIKE",
    "VISIBLE",
    "ZERO_WIDTH",
    "Object",
    "Pair",
    "audio_items",
    "base64_data",
    "content_items",
    "contents",
    "descriptions",
    "embedded_blobs",
    "embedded_images",
    "embedded_texts",
    "entries",
    "image_items",
    "json_objects",
    "json_values",
    "link_items",
    "long_descriptions",
    "long_names",
    "other_blocks",
    "other_image_items",
    "plain_ids",
    "plain_names",
    "plain_servers",
    "read_texts",
    "schemas",
    "server_ids",
    "servers",
    "several",
    "text_items",
    "texts",
    "tool_names",
    "tool_use_ids",
    "tools",
    "visible_texts",
]
