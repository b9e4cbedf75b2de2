// The requests of a page: when all are answered, and which of them were refused.
import type { Page, Request } from 'playwright-core';

export interface Watched {
  /** Ends when the page has drawn the answers of all its requests. */
  settled(): Promise<void>;
  /** Of the requests since the last call. A document that has no text in a locale is no refusal. */
  refused(): readonly string[];
}

/** The answer about other people in a document has no end. */
const isEndless = (request: Request): boolean => request.url().includes('/presence/');

/** Two frames, and the tasks that they have begun. */
const DRAWN =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

export function watchRequests(page: Page): Watched {
  const open = new Set<Request>();
  let refused: string[] = [];
  const end = (request: Request): void => void open.delete(request);
  page.on('request', (request) => {
    if (!isEndless(request)) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (response) => {
    const isAbsent = response.status() === 404 && response.url().includes('/admin/api/documents/');
    if (response.status() >= 400 && !isAbsent)
      refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    async settled() {
      for (let calm = 0; calm < 2; calm = open.size === 0 ? calm + 1 : 0) await page.evaluate(DRAWN);
    },
    refused() {
      const found = refused;
      refused = [];
      return found;
    },
  };
}
