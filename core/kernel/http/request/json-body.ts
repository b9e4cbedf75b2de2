// Reads a JSON body. Packages for this are slow for small writes (core/decisions/0009-round-trips.md).
import type { IncomingMessage } from 'node:http';
import { coreErrors } from '../../errors/core-errors';
import { readText } from './body-text';
import { refuseNulInBody } from './nul';

/** `application/json`, `application/vnd.api+json` and similar. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const [type = ''] = contentType.split(';', 1);
  return /^\s*application\/(?:json|[^/\s]+\+json)\s*$/i.test(type);
}

export async function readJson(
  request: IncomingMessage,
  limit: number,
  keep?: (text: string) => void,
): Promise<unknown> {
  const text = await readText(request, limit);
  keep?.(text);
  return parseJson(text);
}

/** An object or a list; an empty body is an empty object. */
function parseJson(json: string): unknown {
  if (json === '') return {};
  if (!/^[ \t\r\n]*[[{]/.test(json))
    throw coreErrors.BODY_SYNTAX('invalid JSON, only supports object and array');
  if (isTooDeep(json)) throw coreErrors.BODY_SYNTAX(`the body is nested more than ${DEEPEST} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw coreErrors.BODY_SYNTAX(error instanceof Error ? error.message : 'invalid JSON');
  }
  if (json.includes('\\u0000')) refuseNulInBody(value);
  if (mayNamePrototype(json) && namesPrototype(value))
    throw coreErrors.BODY_SYNTAX('a key of the body would change the prototype of an object');
  return value;
}

/** Code that walks a value recurses per level, and SQLite reads no deeper JSON. */
const DEEPEST = 1_000;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

export function isTooDeep(json: string): boolean {
  // Each level has two brackets.
  if (json.length <= 2 * DEEPEST) return false;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE)
      for (i++; i < json.length && json.charCodeAt(i) !== QUOTE; i++)
        if (json.charCodeAt(i) === BACKSLASH) i++;
    // `[` and `{`, `]` and `}` differ in one bit.
    const bracket = code | 0x20;
    if (bracket === 0x7b) depth++;
    else if (bracket === 0x7d) depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** A key may contain escapes. */
const mayNamePrototype = (json: string): boolean =>
  json.includes('__proto__') || json.includes('constructor') || json.includes('\\u');

/** `__proto__`, or `constructor` with a `prototype`: keys that may change prototypes in careless code. */
function namesPrototype(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key === '__proto__') return true;
      if (
        key === 'constructor' &&
        typeof inner === 'object' &&
        inner !== null &&
        Object.hasOwn(inner, 'prototype')
      )
        return true;
      waiting.push(inner);
    }
  }
  return false;
}
