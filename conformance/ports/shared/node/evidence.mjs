// Prints evidence: a claim, and what lines that use the bridge alone gave when they were run.

/** Runs `lines` and prints what they return, or throw, under the rule and the claim. */
export async function evidence(rule, claim, lines) {
  let output;
  try {
    output = JSON.stringify(await lines(), null, 2) ?? "undefined";
  } catch (error) {
    output = `throws ${error.name}: ${error.message}`;
  }
  console.log(`${rule}: ${claim}\n${output.replace(/^/gm, "    ")}`);
}
