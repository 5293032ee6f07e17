/** MCP tools for the Messages API: names, definitions, calls, results. Pure functions, no network. */

export { build } from "./naming.mjs";
export { ToolSet, DuplicateNameError } from "./toolset.mjs";
export { tools } from "./definitions.mjs";
export { toolCalls } from "./calls.mjs";
export { toolResult, ClientError } from "./results.mjs";
export { userTurn, request } from "./turn.mjs";
export { InvalidValueError } from "./values.mjs";
