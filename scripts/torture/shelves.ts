// The application of `imports`: that of pages, with files.
import { join } from 'node:path';
import type { Kernel } from '../../core';
import { PAGE, PAGES } from './pages';
import type { Application } from './test-application';

export const TOPIC = 'api::topic.topic';
export const FILE = 'plugin::upload.file';

export const SHELVES: Application = {
  ...PAGES,
  enabled: {
    ...PAGES.enabled,
    upload: { config: { provider: join(__dirname, 'import-steps.js') } },
    transfer: true,
  },
};

export const COUNTS = { topics: 40, pages: 300, files: 8 } as const;
/** Bytes of a file: several chunks of an archive. */
const BYTES = 150_000;

/** `kernel` listens. */
export async function fillShelves(kernel: Kernel): Promise<void> {
  const topics: string[] = [];
  for (let at = 0; at < COUNTS.topics; at += 1) {
    const { documentId } = await kernel.documents(TOPIC).create({ data: { name: `topic ${at}` } as never });
    topics.push(documentId);
  }
  for (let at = 0; at < COUNTS.pages; at += 1) {
    const near = [0, 1, 2].map((more) => topics[(at + more) % topics.length] ?? '');
    const data = {
      title: `page ${at}`,
      code: `code ${at}`,
      topic: near[0],
      topics: near,
      parts: [{ label: `part ${at}`, topic: near[1] }],
    };
    await kernel
      .documents(PAGE)
      .create({ data: data as never, status: at % 2 === 0 ? 'published' : 'draft' } as never);
  }
  for (let at = 0; at < COUNTS.files; at += 1) {
    const body = new FormData();
    body.append('files', new Blob([String(at).repeat(BYTES)], { type: 'text/plain' }), `file ${at}.txt`);
    const answer = await fetch(`${kernel.server.url}/api/upload`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`);
  }
}
