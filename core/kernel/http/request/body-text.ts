// Reads a body as text: JSON and forms. Packed bodies are unpacked; both forms count against the limit.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BrotliDecompress, Unzip } from 'node:zlib';
import { coreErrors } from '../../errors/core-errors';

export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const encoding = request.headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw coreErrors.BODY_TOO_LARGE();
    return collect(request, request, limit);
  }
  const unpacked = unpacking(encoding);
  request.pipe(unpacked);
  try {
    return await collect(unpacked, request, limit);
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

function collect(source: Readable, request: IncomingMessage, limit: number): Promise<string> {
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
      const text = (only && chunks.length === 1 ? only : Buffer.concat(chunks, length)).toString('utf8');
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    };
    const cut = (): void => {
      if (!request.readableEnded) stop(brokenOff());
    };
    const fail = (error: unknown): void => stop(source === request ? brokenOff() : error);
    source.on('data', take).on('end', end).on('error', fail);
    request.on('close', cut);
  });
}
