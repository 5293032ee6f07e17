// A stand-in for the client of @modelcontextprotocol/sdk, for bridges that take a client as an object.

/** The two methods that bridges call. Like the real client, it gives a result without `content` an empty one. */
export function fakeClient({ tools, onCall }) {
  return {
    listTools: async () => ({ tools }),
    callTool: async ({ name, arguments: input }) => ({ content: [], ...(await onCall(name, input)) }),
  };
}

/** `clientError({kind, message})`: what the real client throws, made of the SDK's own `McpError` and `ErrorCode`. */
export function clientErrors({ McpError, ErrorCode }) {
  const codes = {
    timeout: ErrorCode.RequestTimeout,
    transport: ErrorCode.ConnectionClosed,
    protocol: ErrorCode.InternalError,
    unknown_tool: ErrorCode.InvalidParams, // what servers answer for a tool that they do not have
  };
  // "rejected": the client itself does not make the call; the SDK throws plain errors for that.
  return ({ kind, message }) => (kind in codes ? new McpError(codes[kind], message) : new Error(message));
}
