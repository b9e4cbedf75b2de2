// The lines of a member, as JSON. A line that is no JSON object is named.

import { isPlainObject } from '../check/checks';
import { refuseInput } from './refusal';
import type { Member } from './tar-members';

/** Longer lines would not fit into memory. */
const LONGEST = 64 * 1024 * 1024;

export async function* jsonLines({ name, bytes }: Member): AsyncIterable<Readonly<Record<string, unknown>>> {
  let number = 0;
  let rest: Buffer[] = [];
  let length = 0;
  const read = (line: Buffer): Readonly<Record<string, unknown>> | null => {
    number += 1;
    const text = line.toString('utf8').trim();
    if (text === '') return null;
    try {
      const value: unknown = JSON.parse(text);
      if (isPlainObject(value)) return value;
    } catch {
      // named below
    }
    return refuseInput(`${name}, line ${number}: it is no JSON object.`);
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const value = read(Buffer.concat([...rest, chunk.subarray(start, end)]));
      if (value) yield value;
      rest = [];
      length = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST) refuseInput(`${name}, line ${number + 1}: it is too long.`);
  }
  const value = read(Buffer.concat(rest));
  if (value) yield value;
}
