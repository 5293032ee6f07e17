/** The matchers that look at a value in all its depth, and at lists as wholes: those that speak of conversations. */

import { isObject } from "./values.mjs";

/** The matchers by name; `fits` and `equal` are those of the matchers that they stand among. */
export function listMatchers(fits, equal) {
    const onList = (test) => (argument, got) => Array.isArray(got) && test(argument, got);
    const inside = (value) => (isObject(value) || Array.isArray(value) ? Object.values(value) : []);
    const somewhere = (pattern, got) => fits(pattern, got) || inside(got).some((item) => somewhere(pattern, item));
    const begins = (list, start) =>
        Array.isArray(list) && start.length <= list.length && start.every((item, at) => equal(item, list[at]));
    const areFirst = (marks) => marks.lastIndexOf(true) < marks.filter(Boolean).length;
    return {
        $somewhere: somewhere,
        $nowhere: (pattern, got) => !somewhere(pattern, got),
        $first: onList((pattern, got) => areFirst(got.map((item) => fits(pattern, item)))),
        $among: onList((parts, got) => fits(parts.fits, got.filter((item) => fits(parts.where, item)))),
        $grows: onList((key, got) => got.every((item, at) => begins(item?.[key], got[at - 1]?.[key] ?? []))),
        $same: onList((key, got) => got.every((item) => equal(item?.[key] ?? null, got[0]?.[key] ?? null))),
        $results: onList((results, got) =>
            Object.entries(results).every(([id, pattern]) => {
                const found = got.flatMap(messagesOf).flatMap((message) => resultsOf(message, id));
                return found.length > 0 && found.every((block) => fits(pattern, block));
            }),
        ),
        $answered: onList((answers, got) =>
            Object.entries(answers).every(([id, pattern]) => isAnswered(id, (block) => fits(pattern, block), got)),
        ),
    };
}

function blocksOf(message, role, type) {
    const blocks = isObject(message) && message.role === role && Array.isArray(message.content) ? message.content : [];
    return blocks.filter((block) => isObject(block) && block.type === type);
}

const messagesOf = (request) => (Array.isArray(request?.messages) ? request.messages : []);
const resultsOf = (message, id) =>
    blocksOf(message, "user", "tool_result").filter((block) => block.tool_use_id === id);

/** Whether a request holds the call, and each that does has its one answer, which fits, in the message after it. */
function isAnswered(id, isRight, requests) {
    const found = requests.flatMap((request) => {
        const messages = messagesOf(request);
        const answers = messages.map((message) => resultsOf(message, id));
        const calls = messages.map((message) =>
            blocksOf(message, "assistant", "tool_use").some((block) => block.id === id),
        );
        const isRightAt = (at) =>
            answers.flat().length === 1 && answers[at + 1]?.length === 1 && isRight(answers[at + 1][0]);
        return calls.flatMap((isCall, at) => (isCall ? [isRightAt(at)] : []));
    });
    return found.length > 0 && found.every(Boolean);
}
