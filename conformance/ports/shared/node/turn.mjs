// One contract for every bridge: a turn. MCP servers with canned results and one answer of the model go in; the tool
// definitions, the calls that reached the servers and the answers to the model come out. The port's methods follow.
import { notOffered, refused } from "./serve.mjs";

/** The result of call `n`, with a mark that tells, found again in a tool_result, which call was answered there. */
const markedResult = (n) => ({ content: [{ type: "text", text: `<result of call ${n}>` }] });
const markIn = (block) => Number(/<result of call (\d+)>/.exec(JSON.stringify(block.content ?? null))?.[1] ?? 0);

/** Servers that answer by `onCall(server id, tool name, arguments)`, which returns or throws. */
function withAnswers(servers, onCall) {
  return servers.map(({ id, tools }) => ({ id, tools, onCall: (name, args) => onCall(id, name, args) }));
}

/** The tool without the promise of an output that the stand-in's marked results would break. */
const withoutOutputSchema = ({ outputSchema: _, ...tool }) => tool;

/** The servers of a tool set whose names the bridge gives; the other form is not offered. */
export function serversOf(toolset) {
  return toolset.servers ?? notOffered("a tool set of given exposed names");
}

/** The servers with plain schemas, for calls that only ask who is reached: a bridge may check a call's input. */
function plainServersOf(toolset) {
  const plain = (tool) => ({ ...tool, inputSchema: { type: "object" } });
  return serversOf(toolset).map(({ id, tools }) => ({ id, tools: tools.map(plain) }));
}

/** An assistant message that calls each name once, with the ids toolu_0, toolu_1, ... */
function calling(names, input = {}) {
  return { role: "assistant", content: names.map((name, i) => ({ type: "tool_use", id: `toolu_${i}`, name, input })) };
}

function broken(what) {
  throw new Error(what);
}

/**
 * The methods of a port whose bridge is driven by `turn({servers, response, cacheControl})`. Each server is
 * `{id, tools, onCall}`; `response` is the model's answer as the suite gave it, or a function from the definitions to it,
 * undefined where only the definitions are asked for; `cacheControl` is "last" or undefined. The turn resolves to
 * `{tools, results}`: the definitions and the tool_result blocks that answer the response. `clientError({kind, message})`
 * makes what the bridge's MCP client throws for a call that gave no result.
 */
export function turnMethods(turn, clientError) {
  async function calls(servers, response) {
    const made = [];
    const unpromised = servers.map(({ id, tools }) => ({ id, tools: tools.map(withoutOutputSchema) }));
    const answered = withAnswers(unpromised, (server, tool, args) => {
      made.push({ server, tool, arguments: args });
      return markedResult(made.length);
    });
    const ids = new Map();
    const rejected = [];
    for (const block of (await turn({ servers: answered, response })).results) {
      const n = markIn(block);
      if (n && !ids.has(n)) ids.set(n, block.tool_use_id);
      else rejected.push(block); // an error, or a second answer to one call
    }
    return { calls: made.map((call, i) => ({ call_id: ids.get(i + 1) ?? null, ...call })), rejected };
  }

  async function tools(servers, cacheControl) {
    return (await turn({ servers: withAnswers(servers, () => markedResult(0)), cacheControl })).tools;
  }

  let theName; // under which the bridge exposes the one tool that tool_result calls

  return {
    tools: ({ toolset, options }) => tools(serversOf(toolset), options.cache_control),

    tool_calls: ({ toolset, response }) => calls(serversOf(toolset), response),

    /** Which tool a name stands for is seen by calling every name once: no bridge is taken at its word. */
    async toolset({ toolset }) {
      let names;
      const callAll = (definitions) => {
        names = definitions.map((definition) => definition.name);
        return names.length ? calling(names) : [{ type: "text", text: "There are no tools." }];
      };
      const { calls: reached } = await calls(plainServersOf(toolset), callAll);
      const byId = new Map(reached.map((call) => [call.call_id, call]));
      const entries = names.map((name, i) => {
        const { server = null, tool = null } = byId.get(`toolu_${i}`) ?? {}; // null: no call came through
        return { name, server, tool };
      });
      return { entries };
    },

    /** What a call by that name reaches. */
    async resolve({ toolset, name }) {
      if (typeof name !== "string") refused("a model's names are strings");
      const [call] = (await calls(plainServersOf(toolset), calling([name]))).calls;
      return call ? { server: call.server, tool: call.tool } : null;
    },

    async tool_result({ tool_use_id, outcome, options }) {
      if (options.structured) notOffered("a choice of how structuredContent is used");
      const failure = outcome.error && clientError(outcome.error);
      const onCall = () => {
        if (failure) throw failure;
        return outcome.result;
      };
      const servers = [{ id: "server", tools: [{ name: "tool", inputSchema: { type: "object" } }], onCall }];
      theName ??= (await turn({ servers })).tools[0].name;
      const content = [{ type: "tool_use", id: tool_use_id, name: theName, input: {} }];
      let results;
      try {
        ({ results } = await turn({ servers, response: { role: "assistant", content } }));
      } catch (error) {
        if (failure && error === failure) notOffered("an answer to a client error: it is thrown to the caller");
        throw error;
      }
      return results[0] ?? broken("the bridge made no tool_result block");
    },
  };
}
