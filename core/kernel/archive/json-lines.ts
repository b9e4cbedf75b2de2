// The lines of a member as bytes, and as JSON. A line that is no JSON object is named.

import { isPlainObject } from '../check/checks';
import { refuseInput } from './refusal';
import type { Member } from './tar-members';

/** Longer lines would not fit into memory. */
const LONGEST = 64 * 1024 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line break. */
  readonly bytes: Buffer;
}

/** A line of more than `longest` bytes is refused. */
export async function* linesOf(
  { name, bytes }: Pick<Member, 'name' | 'bytes'>,
  longest = LONGEST,
): AsyncIterable<Line> {
  let number = 0;
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      number += 1;
      yield { number, bytes: Buffer.concat([...rest, chunk.subarray(start, end)]) };
      rest = [];
      length = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > longest) refuseInput(`${name}, line ${number + 1}: it is too long.`);
  }
  if (length > 0) yield { number: number + 1, bytes: Buffer.concat(rest) };
}

export async function* jsonLines(member: Member): AsyncIterable<Readonly<Record<string, unknown>>> {
  for await (const line of linesOf(member)) {
    const value = jsonOf(line);
    if (value === undefined) refuseInput(`${member.name}, line ${line.number}: it is no JSON object.`);
    else if (value !== null) yield value;
  }
}

/** null: the line is empty. undefined: it is no JSON object. */
export function jsonOf({ bytes }: Line): Readonly<Record<string, unknown>> | null | undefined {
  const text = bytes.toString('utf8').trim();
  if (text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
