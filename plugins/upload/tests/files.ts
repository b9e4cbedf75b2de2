// Files for tests, and requests that upload them.
import sharp from 'sharp';
import type { TestApp } from '../../../core/testing/create-test-app';

export interface Sent {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

export const image = async (
  width: number,
  height: number,
  format: Format = 'png',
  name?: string,
): Promise<Sent> => ({
  name: name ?? `picture.${format === 'jpeg' ? 'jpg' : format}`,
  type: `image/${format}`,
  bytes: await sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .toFormat(format)
    .toBuffer(),
});

export const text = (content: string, name = 'note.txt'): Sent => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
});

/** POST /api/upload. A field may be a list: it is sent several times. */
export function upload(
  { agent }: TestApp,
  files: readonly Sent[],
  fields: Readonly<Record<string, string | readonly string[]>> = {},
  query = '',
) {
  const request = agent.post(`/api/upload${query}`);
  for (const [key, value] of Object.entries(fields))
    for (const each of [value].flat()) request.field(key, each as string);
  for (const { name, type, bytes } of files)
    request.attach('files', bytes, { filename: name, contentType: type });
  return request;
}

/** Uploads one file and returns its record. */
export async function uploaded(app: TestApp, file: Sent, info: object = {}) {
  const { status, body } = await upload(app, [file], { fileInfo: JSON.stringify(info) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body[0];
}
