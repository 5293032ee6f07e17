// Prints evidence as Markdown: a claim, the lines that show it with the bridge alone, and what they gave when run.

/** Runs `lines` and prints them under `claim`; what they return, or throw, is the output shown. */
export async function evidence(rule, claim, lines) {
  const body = String(lines).replace(/^async \(\) => \{\n?/, "").replace(/\n?\}$/, "");
  const source = body.replace(/^ {2}/gm, "").trimEnd();
  let output;
  try {
    output = JSON.stringify(await lines(), null, 2);
  } catch (error) {
    output = `throws ${error.name}: ${error.message}`;
  }
  console.log(`## ${rule}: ${claim}\n\n\`\`\`js\n${source}\n\`\`\`\n\nOutput:\n\n\`\`\`\n${output}\n\`\`\`\n`);
}
