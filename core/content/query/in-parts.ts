// Reads for more values than one list of a filter takes (`limits.arrayLimit`).

/** Calls `ask` for one part of the values after the other. A part has at most `most` values. Returns the answers in this order. */
export async function inParts<Value, Answer>(
  values: readonly Value[],
  most: number,
  ask: (part: readonly Value[]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < values.length; at += most) answers.push(await ask(values.slice(at, at + most)));
  return answers;
}
