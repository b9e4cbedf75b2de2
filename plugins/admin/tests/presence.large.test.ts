// Presence: who else has a document open, in two processes on one database.
import { get } from 'node:http';
import type { Kernel } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { administrator, ask, createAdminApp, PAGE, secondProcess, userWith } from './admin-app';

const OPEN = 'plugin::admin.app.open';
const ARTICLE = 'api::article.article';
const READER = [OPEN, `${ARTICLE}.findOne`, `${ARTICLE}.readDraft`];
const plugins = { admin: { config: { presence: { recheckSeconds: 1 }, sessions: { idleHours: 1 } } } };
const HOUR = 3_600_000;

interface Watcher {
  readonly status: number;
  /** The names that the last event says. */
  names(): readonly string[] | null;
  isOver(): boolean;
  close(): void;
}

function watch(base: string, at: string, cookie: string | null): Promise<Watcher> {
  const headers = { ...PAGE, ...(cookie === null ? {} : { cookie }) };
  return new Promise((resolve, reject) => {
    // `fetch` would open another connection after an abort, for which the end of the server waits.
    const sent = get(`${base}/admin/api/presence/${at}`, { headers, agent: false }, (answer) => {
      let names: readonly string[] | null = null;
      let over = false;
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        for (const [, data = ''] of text.matchAll(/^data: (.*)\n\n/gm))
          names = (JSON.parse(data) as { username: string }[]).map(({ username }) => username);
      });
      answer.on('error', () => undefined).on('close', () => (over = true));
      const { statusCode: status = 0 } = answer;
      resolve({ status, names: () => names, isOver: () => over, close: () => void sent.destroy() });
    });
    sent.on('error', reject);
  });
}

describe.each(testDatabases())('on %s', (database) => {
  let first: TestApp;
  let second: Kernel;
  let ada: string;
  beforeAll(async () => {
    first = await createAdminApp({ database, config: { plugins } });
    second = await secondProcess(first, plugins);
    ada = await administrator(first);
  });
  afterAll(async () => {
    await second?.stop();
    await first?.close();
  });

  const create = async (): Promise<string> => {
    const made = await first.documents(ARTICLE).create({ data: { title: 'Open' }, status: 'draft' } as never);
    return `${ARTICLE}/${made.documentId}`;
  };

  /** The other process learns of a new role a moment later. Until then, the session is unknown there. */
  async function watchInOther(at: string, cookie: string): Promise<Watcher> {
    let watcher = await watch(second.server.url, at, cookie);
    await until(async () => {
      if (watcher.status === 401) watcher = await watch(second.server.url, at, cookie);
      return watcher.status !== 401;
    });
    expect(watcher.status).toBe(200);
    return watcher;
  }

  it('names the others in every process, until they leave, log out or lose the right', async () => {
    const at = await create();
    const ann = await userWith(first, 'ann', READER);
    const one = await watch(first.url, at, ada);
    await until(() => one.names()?.length === 0);
    const two = await watchInOther(at, ann);
    await until(() => one.names()?.join() === 'ann' && two.names()?.join() === 'ada');

    // Another document has other viewers.
    const ben = await userWith(first, 'ben', READER);
    const elsewhere = await watchInOther(await create(), ben);
    await until(() => elsewhere.names()?.length === 0);
    const three = await watchInOther(at, ben);
    await until(() => one.names()?.toSorted().join() === 'ann,ben' && two.names()?.length === 2);
    three.close();
    await until(() => one.names()?.join() === 'ann');

    // The logout is in the other process.
    expect((await ask(first, '/admin/api/logout', { method: 'POST', cookie: ann })).status).toBe(204);
    await until(() => two.isOver() && one.names()?.length === 0);

    const permissions = first.documents('plugin::users-permissions.permission');
    const right = await permissions.findFirst({
      filters: { action: `${ARTICLE}.findOne`, role: { type: 'ben' } },
    });
    await permissions.delete({ documentId: right?.documentId ?? '' });
    await until(() => elsewhere.isOver());
    one.close();
  });

  it('keeps no session alive', async () => {
    const at = await create();
    const cookie = await userWith(first, 'idle', READER);
    const watcher = await watch(first.url, at, cookie);
    await until(() => watcher.names()?.length === 0);
    // A check comes before this time is over.
    const used_at = new Date(Date.now() - HOUR + 3_000).toISOString();
    const user = await first
      .documents('plugin::users-permissions.user')
      .findFirst({ filters: { username: 'idle' } });
    await first.kernel.database.knex('admin_sessions').where({ user: user?.id }).update({ used_at });
    await until(() => watcher.isOver());
    expect((await ask(first, '/admin/api/model', { cookie })).status).toBe(401);
  });

  it('says nothing to callers who may not read the document, and bounds the streams of a user', async () => {
    const at = await create();
    const statusOf = async (path: string, cookie: string | null): Promise<number> => {
      const watcher = await watch(first.url, path, cookie);
      watcher.close();
      return watcher.status;
    };
    expect(await statusOf(at, await userWith(first, 'blind', [OPEN]))).toBe(403);
    // Only the draft exists.
    const published = await userWith(first, 'published', [OPEN, `${ARTICLE}.findOne`]);
    expect(await statusOf(at, published)).toBe(404);
    expect(await statusOf(at, null)).toBe(401);
    expect(await statusOf(`${ARTICLE}/unknown`, ada)).toBe(404);
    expect(await statusOf('api::nothing.nothing/x', ada)).toBe(404);
    const open = await Promise.all(Array.from({ length: 20 }, () => watch(first.url, at, ada)));
    expect(open.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await statusOf(at, ada)).toBe(429);
    for (const watcher of open) watcher.close();
    await until(async () => (await statusOf(at, ada)) === 200);
  });
});

it('joins a page that names the default locale with one that names none', async () => {
  const localized = { pluginOptions: { i18n: { localized: true } } };
  const app = await createAdminApp({
    contentTypes: [
      {
        info: { singularName: 'story', pluralName: 'stories' },
        options: { draftAndPublish: true },
        ...localized,
        attributes: { title: { type: 'string', ...localized } },
      },
    ],
    config: { plugins: { ...plugins, i18n: { config: { locales: ['en', 'de'], defaultLocale: 'de' } } } },
  });
  try {
    const stories = app.documents('api::story.story');
    const { documentId } = await stories.create({ data: { title: 'Da' }, locale: 'de' } as never);
    await stories.update({ documentId, data: { title: 'There' }, locale: 'en' } as never);
    const at = `api::story.story/${documentId}`;
    const ada = await administrator(app);
    const bob = await userWith(app, 'bob', [
      OPEN,
      ...['findOne', 'readDraft'].map((verb) => `api::story.story.${verb}`),
    ]);
    const named = await watch(app.url, `${at}?locale=de`, ada);
    const unnamed = await watch(app.url, at, bob);
    const other = await watch(app.url, `${at}?locale=en`, ada);
    await until(() => named.names()?.join() === 'bob' && unnamed.names()?.join() === 'ada');
    await until(() => other.names()?.length === 0);
    for (const watcher of [named, unnamed, other]) watcher.close();
  } finally {
    await app.close();
  }
});
