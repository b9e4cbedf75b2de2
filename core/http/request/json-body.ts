// Reads a JSON body without koa-body, whose parsers are slow for small writes (core/decisions/0009-round-trips.md).
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BrotliDecompress, Unzip } from 'node:zlib';
import { coreErrors } from '../../errors/core-errors';
import { refuseNulInBody } from './nul';

/** `application/json`, `application/vnd.api+json` and similar. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const [type = ''] = contentType.split(';', 1);
  return /^\s*application\/(?:json|[^/\s]+\+json)\s*$/i.test(type);
}

export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const encoding = request.headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw coreErrors.BODY_TOO_LARGE();
    return parseJson(await readText(request, request, limit));
  }
  const unpacked = unpacking(encoding);
  request.pipe(unpacked);
  try {
    return parseJson(await readText(unpacked, request, limit));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'errno' in error)
      throw coreErrors.BODY_SYNTAX(`the body is not valid ${encoding}`);
    throw error;
  } finally {
    request.unpipe(unpacked);
    unpacked.destroy();
    drop(request);
  }
}

/** Reads and drops the rest of the body: the next request follows it on the connection. */
const drop = (request: IncomingMessage): void => void request.resume();

export const brokenOff = () => coreErrors.BODY_SYNTAX('the body broke off');

function unpacking(encoding: string): Unzip | BrotliDecompress {
  const zlib: typeof import('node:zlib') = require('node:zlib');
  if (encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate') return zlib.createUnzip();
  if (encoding === 'br') return zlib.createBrotliDecompress();
  throw coreErrors.BODY_UNSUPPORTED_TYPE(
    `with encoding ${encoding.slice(0, 40)}`,
    'it plain, or with gzip, deflate or br',
  );
}

function readText(source: Readable, request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (error: unknown): void => {
      source.off('data', take).off('end', end).off('error', fail);
      request.off('close', cut);
      source.on('error', () => undefined);
      drop(request);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) stop(coreErrors.BODY_TOO_LARGE());
      else chunks.push(chunk);
    };
    const end = (): void => {
      request.off('close', cut);
      const [only] = chunks;
      resolve((only && chunks.length === 1 ? only : Buffer.concat(chunks, length)).toString('utf8'));
    };
    const cut = (): void => {
      if (!request.readableEnded) stop(brokenOff());
    };
    const fail = (error: unknown): void => stop(source === request ? brokenOff() : error);
    source.on('data', take).on('end', end).on('error', fail);
    request.on('close', cut);
  });
}

/** An object or a list; an empty body is an empty object. */
function parseJson(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
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

function isTooDeep(json: string): boolean {
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
