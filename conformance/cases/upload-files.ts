// Files that the upload cases send: texts, and pictures of a given size.
import { deflateSync } from 'node:zlib';
import type { Answer, Bench, Expectation, Step } from './case';
import { is } from './pattern';

/** A PNG of one colour, or black with a white right half. */
export function png(width: number, height: number, halves = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3, halves ? 0 : 120);
  if (halves) row.fill(255, 1 + (width * 3) / 2);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Buffer | string;
}

/** A multipart body, with its content type. */
export function multipart(parts: readonly Part[]): { readonly type: string; readonly body: Buffer } {
  const boundary = `conformance${Math.random().toString(36).slice(2)}`;
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const picture = (width: number, height: number): Part => ({
  ...{ name: 'files', filename: 'picture.png', type: 'image/png' },
  content: png(width, height),
});
/** Large enough for a thumbnail. */
export const PICTURE = picture(300, 200);
/** Large enough for all formats of the specification. It costs ten times as much. */
export const LARGE_PICTURE = picture(800, 600);
export const TEXT: Part = {
  name: 'files',
  filename: 'note.txt',
  type: 'text/plain',
  content: 'n'.repeat(2500),
};
export const part = (filename: string, type: string, content: Buffer | string): Part => ({
  name: 'files',
  filename,
  type,
  content,
});
export const fileInfo = (info: unknown): Part => ({
  name: 'fileInfo',
  content: typeof info === 'string' ? info : JSON.stringify(info),
});

/** A request with these parts. */
export function sends(parts: readonly Part[], expect: Expectation, more: Partial<Step> = {}): Step {
  const { type, body } = multipart(parts);
  return {
    send: 'POST',
    path: '/upload',
    bytes: body,
    headers: { 'content-type': type },
    expect,
    ...more,
  };
}

/** Uploads a file, keeps the record under a name, and deletes the file after the case. */
export async function upload(
  bench: Bench,
  alias: string,
  file: Part = PICTURE,
  info: object = {},
): Promise<void> {
  const expect = { status: [200, 201], body: is.length(1) };
  await bench.send(sends([file, fileInfo(info)], expect, { save: { [alias]: 'body.0' } }));
  removes(bench, alias);
}

export const removes = (bench: Bench, alias: string): void =>
  bench.afterwards({ send: 'DELETE', path: `/upload/files/${bench.value(`${alias}.id`)}` });

/** Width and height of a PNG. */
export const sidesOf = ({ bytes }: Answer): readonly number[] =>
  bytes.toString('latin1', 12, 16) === 'IHDR' ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [];
