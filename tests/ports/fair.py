"""Correct ports that take every free choice otherwise: a ``required`` case that one of them fails is a wrong case."""

from __future__ import annotations

from typing import Any, ClassVar

from toolset_conformance import DuplicateName

from ports import fair_calls, fair_definitions, fair_results


class FairPort(fair_definitions.FairDefinitions, fair_calls.FairCalls, fair_results.FairResults):
    """Written from the rules alone, without a look at the reference. It obeys each ``required`` part and breaks each
    ``recommended`` one that it can. The attributes are declared, with all their ways, in the classes it is made of.

    - NAME-5, NAME-7, NAME-8, NAME-9: names are digests of 64 characters that begin with a hyphen, salted anew in every
      process. Only what NAME-8 calls plain is kept: other tools, other schemas and the second of two tool names that
      are alike but for case are left out, and ``dropped`` is empty all the same; a server that lists a tool whose
      name has other characters is left out as a whole.
    - ORDER-1: the tools of a server id that stands twice are gathered at its first place.
    - Given pairs: a name against NAME-1 is kept; a pair under two names answers to the last; the error for a name
      given twice has another kind (SET-2).
    - LOOKUP-4: what is no string is refused. Answers of ``toolset`` and ``tool_calls`` have further keys at each level.
    - TOOLS-3: in schemas, descriptions are cleaned and capped, what the Messages API refuses is taken out, integers
      become floats, keys stand in reverse. TOOLS-4: no ``description`` where it would be empty.
    - DESC-5, DESC-6, DESC-11: TAB, LF and CR go, the other hidden characters stay, the cap is taken before the
      cleaning, a mark ends a shortened text within the cap.
    - CHOICE-2, CHOICE-3: ``auto`` in every request, also where a forced choice was asked; one tool more than the set.
    - CALLS-4, CALLS-6 to CALLS-10: no ``input`` is an empty object; order reversed; of blocks with one id the first is
      answered; arguments as floats with reversed keys; rejections are an empty string; odd blocks refuse the whole.
    - RESULT-4 to RESULT-7: ``is_error: false`` is written; an error keeps its images; a client error does not give its
      message, nor its data; no content is an empty list; an empty text stays; what is no result of a tool is refused.
    - CALLS-2, CALLS-5: a last call in a turn that was cut off is left for the next; a block without a type is refused.
    - MAP-9: what is for the user alone is left out.
    - MAP-4, MAP-5, MAP-6, MAP-8, MAP-10 to MAP-12: audio and blobs are called images; a link without a type is
      ``(unknown)``; a space follows the header; the count is that of the encoded text; near types become placeholders;
      unknown content goes without a word.
    - STRUCT-2, STRUCT-5, STRUCT-6: preferred structured content stands before all the content; JSON is sorted,
      indented, escaped, with floats; anything but an object with keys counts as none.
    - TURN-2: results come before rejections, all reversed.
    """

    name: ClassVar[str] = "fair"
    version: ClassVar[str] = "1"
    capabilities: ClassVar[tuple[str, ...]] = ("cancelled", "error_data")

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "methods": [], "note": "of no account"}


class FairPortB(FairPort):
    """A second way for each choice.

    - Names are the bare MCP names in small letters; where two clash none stays; names that cannot be bare are left out;
      all is reported. A set with an odd id or name, or with one that stands twice, is refused. Given pairs: a name
      against NAME-1 is refused, of a pair under two names the first stays. What is no string is not found.
    - Schemas as they are; ``description`` is an empty string where there is none; lines kept, other hidden characters
      removed, VS16 too; shortened to the least that DESC-10 allows, without a mark.
    - Requests without ``tool_choice``, without ``tools`` where there are none; a forced choice is refused.
    - Blocks that cannot be answered are skipped, no content list is no call, a missing ``input`` is rejected, all
      blocks with one id are answered. Rejections are a string. Arguments are the very object that was given.
    - No ``is_error: false``; no content where there is none, nor for client errors; empty texts left out; images in
      errors become placeholders.
    - Near image types are mended, ``image/jpg`` too; ``[audio: ...]``; ``<n>`` counts padding; a line break after the
      header; blobs are told by their uri; unknown content is a text.
    - Preferred structured content stands alone; JSON is compact, without escapes; every value counts but null.
    - The turn mixes results and rejections; words alone are its content as a text.
    - What is one text is a string; definitions say ``type: "custom"``, the cache marker its time.
    """

    name = "fair-b"

    odd_set = "refused"
    odd_server = "stays"
    no_type = "ignored"
    toolset_name = "said again"
    audience = "everybody"

    naming = "bare"
    clash = "none stays"
    same_server_again = "left out"
    report = "full"
    bad_given_name = "refused"
    pair_given_twice = "first only"
    duplicate_error = DuplicateName
    not_a_string = "not found"
    further_keys = False

    line_ends = "kept"
    other_hidden = "removed"
    shortening = "to the least"
    no_description = "empty"
    schema = "as it is"
    no_schema: ClassVar[dict[str, Any]] = {"type": "object"}
    tool_defaults = "written"
    choice = "left out"
    forced_choice = "refused"
    request_tools = "left out where empty"

    call_order = "as they come"
    no_blocks = "nothing"
    no_answer = "skipped"
    no_input = "rejected"
    same_id_again = "answered"
    rejection = "Not sent: no such tool, or no object as its input."
    numbers = "kept"
    turn_order = "mixed"
    turn_text = "string"

    one_text = "string"
    not_an_error = "left out"
    empty_content = "left out"
    client_error = "left out"
    empty_text = "left out"
    error_image = "placeholder"
    near_type = "all mended"
    byte_count = "with padding"
    audio_word = "audio"
    link_without_type = ""
    after_header = "\n"
    blob_text = "[resource: {uri}, {n} bytes]"
    unknown_content = "text"
    prefer = "alone"
    odd_structured = "used"
    json_style = "compact"
    structured_numbers = "kept"


class FairPortC(FairPort):
    """A third way for the choices that have one.

    - Names are places in the set, ``0``, ``1``, ...; nothing is left out, a pair listed twice has two names and answers
      to the first; there is no report. Given pairs: a name against NAME-1 is left out; any error for one given twice.
    - A text of its own stands for a missing description; TAB, LF and CR become spaces; a long text ends at a word.
    - Requests with ``tool_choice`` ``none`` and without ``tools``.
    - Calls and rejections sorted by id; rejections are two text blocks; longer integers become strings; what lies
      outside the documents' types is an error of no kind.
    - No content is an empty string, an empty text says so, a client error is an empty list.
    - ``IMAGE/PNG`` is mended and ``image/jpg`` is not; ``<n>`` is right; ``()`` for a link without a type; nothing
      between header and text; one wording for all blobs; unknown content is refused.
    - Preferred structured content follows the images, but in an error the text is preferred to it; what is no object
      with keys is refused.
    - Keys of blocks and definitions that may be null are null.
    """

    name = "fair-c"

    odd_server = "stays"
    no_type = "ignored"
    cut_off = "answered"
    capabilities = ()

    naming = "position"
    same_server_again = "where it is"
    report = "none"
    bad_given_name = "left out"
    pair_given_twice = "first name"
    duplicate_error = ValueError
    not_a_string = "not found"

    line_ends = "spaces"
    other_hidden = "removed"
    shortening = "at a space"
    no_description = "own text"
    schema = "as it is"
    no_schema: ClassVar[dict[str, Any]] = {"type": "object", "additionalProperties": False}
    tool_defaults = "null"
    choice = "none"
    request_tools = "left out"

    call_order = "by id"
    no_blocks = "error"
    no_answer = "error"
    rejection: ClassVar[Any] = [{"type": "text", "text": "Not sent."}, {"type": "text", "text": "No such tool."}]
    numbers = "strings"
    turn_order = "as they come"

    api_defaults = "written"
    not_an_error = "false"
    empty_content = "empty string"
    client_error = "empty list"
    empty_text = "own text"
    near_type = "mended"
    byte_count = "right"
    link_without_type = " ()"
    after_header = ""
    blob_text = "(binary content left out)"
    unknown_content = "refused"
    prefer = "after images"
    prefer_in_errors = "the text"
    odd_structured = "refused"
    json_style = "plain"
    structured_numbers = "strings"


class FairPortD(FairPort):
    """A fourth way for the few choices that have one; the rest is that of :class:`FairPort`.

    - Names are joined with the tool first, cleaned and cut, so odd tools stay; of tools that clash the last stays, and
      the others are reported. A server id that stands twice has its last place.
    - A description loses every character of the classes Cf and Cc; a long one is cut at the last sentence that fits.
    - Blocks without an id are answered without one; rejections are an empty list; there is no user turn and no request.
    - No content says so; a client error gives its message in two blocks; the header has more after it.
    - Preferred structured content precedes the images; null is a value too.
    """

    name = "fair-d"

    odd_server = "stays"

    naming = "tool first"
    clash = "last stays"
    same_server_again = "to the last"
    report = "full"
    duplicate_error = DuplicateName

    hidden = "by class"
    shortening = "at a sentence"
    choice = "not offered"

    no_blocks = "nothing"
    no_answer = "null id"
    rejection: ClassVar[Any] = []
    turn_order = "not offered"

    not_an_error = "left out"
    empty_content = "own text"
    client_error = "message"
    after_header = " (its text)\n\n"
    prefer = "before images"
    odd_structured = "null too"
