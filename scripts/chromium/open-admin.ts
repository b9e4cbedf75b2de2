// An application with the admin and a browser in which an administrator is logged in. It notes what pages write to the console.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createTestApp, type TestApp, type TestAppOptions } from '../../core/testing';
import { administrator } from '../../plugins/admin/tests/admin-app';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
type ContextOptions = Parameters<Browser['newContext']>[0];

export interface AdminInChromium {
  readonly app: TestApp;
  readonly browser: Browser;
  /** `http://localhost:…` */
  readonly base: string;
  /** The session of the administrator. */
  readonly cookie: string;
  readonly problems: readonly string[];
  newPage(options?: ContextOptions): Promise<Page>;
  /** Notes the errors of a page. */
  watch(page: Page): void;
  close(): Promise<void>;
}

/** The cookie of a session, as the browser keeps it. */
export function stateOf(cookie: string): State {
  const [name = '', value = ''] = cookie.split('=');
  const common = { domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false } as const;
  return { cookies: [{ ...common, name, value, sameSite: 'Strict' }], origins: [] };
}

export async function openAdmin(
  launch: () => Promise<Browser>,
  options: TestAppOptions,
  plugins: Readonly<Record<string, unknown>> = {},
): Promise<AdminInChromium> {
  const app = await createTestApp({
    ...options,
    config: {
      ...options.config,
      plugins: {
        rest: true,
        'draft-and-publish': true,
        'users-permissions': { config: { ratelimit: { enabled: false } } },
        admin: true,
        ...plugins,
      },
    },
  });
  const browser = await launch();
  const cookie = await administrator(app, 'grace');
  const state = stateOf(cookie);
  const problems: string[] = [];
  const watch = (page: Page): void => {
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      // The browser itself reports each refused request.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
        problems.push(line.text());
    });
  };
  return {
    app,
    browser,
    base: app.url.replace('127.0.0.1', 'localhost'),
    cookie,
    problems,
    watch,
    async newPage(more = {}) {
      const page = await (await browser.newContext({ storageState: state, ...more })).newPage();
      watch(page);
      return page;
    },
    async close() {
      await browser.close();
      await app.close();
    },
  };
}
