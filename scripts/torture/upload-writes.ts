// Uploads, replacements and deletions of files over HTTP, and their application.
import type { Kernel } from '../../core';
import type { Application } from './test-application';

export const FILES: Application = { plugins: [], enabled: { rest: true, upload: true }, files: {} };

/** Long enough for several chunks of a body. */
export const BYTES = 200_000;

/** Uploads, replaces and deletes files until the process is killed. */
export async function uploadOwnFiles(
  kernel: Kernel,
  loops: number,
  say: (...words: readonly (string | number)[]) => void,
): Promise<void> {
  const base = `${kernel.server.url}/api/upload`;
  const send = async (method: string, address: string, content?: string) => {
    const body = new FormData();
    if (content) body.append('files', new Blob([content.repeat(BYTES)], { type: 'text/plain' }), 'file.txt');
    const answer = await fetch(address, content ? { method, body } : { method });
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const loop = async () => {
    for (;;) {
      const [{ id }] = (await send('POST', base, 'a')) as [{ id: number }];
      say('file', id, 'stored');
      await send('POST', `${base}?id=${id}`, 'b');
      if (Math.random() < 0.5) continue;
      say('file', id, 'deleting');
      await send('DELETE', `${base}/files/${id}`);
      say('file', id, 'deleted');
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}
