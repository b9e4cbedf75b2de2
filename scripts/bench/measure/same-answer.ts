// Proves that the limit does the same work: before a measurement both sides must give the same answer.
import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../app/processes';
import { encodeRequest, openConnection, type WireRequest } from './connection';

/** Keys that differ between two equal writes. */
const OF_THE_ROW = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt']);

export async function ask(server: Server, request: WireRequest): Promise<{ status: number; value: unknown }> {
  const connection = await openConnection(server.target);
  try {
    const { status, body } = await connection.send(encodeRequest(request, server.target));
    const text = body.toString();
    return { status, value: text === '' ? null : parse(text) };
  } finally {
    connection.close();
  }
}

/** The first difference, in words; null when the answers are equal after JSON.parse. */
export async function differenceOf(
  ours: Server,
  limit: Server,
  request: WireRequest,
): Promise<string | null> {
  const [a, b] = [await ask(ours, request), await ask(limit, request)];
  const what = `${request.method} ${request.path}`;
  if (a.status !== b.status)
    return `${what}: ours answers ${a.status} ${JSON.stringify(a.value).slice(0, 300)}, the limit ${b.status}`;
  const found = firstDifference(a.value, b.value, ['ours', 'the limit'], request.method !== 'GET');
  return found === null ? null : `${what}: ${found}`;
}

/** The first difference of two values, in words; null when they are equal. */
export function firstDifference(
  a: unknown,
  b: unknown,
  names: readonly [string, string],
  isWrite = false,
  path = '',
): string | null {
  if (isDeepStrictEqual(a, b)) return null;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b))
    return `${path || 'the answer'} is ${shown(a)} in ${names[0]}, ${shown(b)} in ${names[1]}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (isWrite && OF_THE_ROW.has(key)) continue;
    const found = firstDifference(a[key], b[key], names, isWrite, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const shown = (value: unknown): string =>
  value === undefined ? 'absent' : JSON.stringify(value).slice(0, 120);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
