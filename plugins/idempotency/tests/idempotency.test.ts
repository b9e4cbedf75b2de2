import { createKernel, definePlugin, type Kernel } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const article = {
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: { title: { type: 'string', required: true } },
};

/** Writes of the title `slow` wait here. */
let waiting: { readonly reached: Promise<void>; go(): void; reach(): void; readonly gone: Promise<void> };
const gate = () => {
  let go = (): void => undefined;
  let reach = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  waiting = { reached, go, reach, gone };
};
const slow = definePlugin({
  name: 'slow',
  register({ hooks }) {
    hooks.documents.prepare(async ({ data }) => {
      if ((data as { title?: unknown })?.title !== 'slow') return;
      waiting.reach();
      await waiting.gone;
    });
  },
});

const TOKENS = { ONE_TOKEN: '1'.repeat(64), TWO_TOKEN: '2'.repeat(64) };
const PLUGINS = {
  rest: true,
  graphql: true,
  upload: true,
  idempotency: true,
  'api-tokens': {
    config: {
      tokens: Object.keys(TOKENS).map((name) => ({ name, type: 'full-access', secretFrom: name })),
    },
  },
};

interface Sent {
  readonly key?: string;
  readonly token?: string;
  readonly path?: string;
  readonly body?: unknown;
}

const post = async (
  kernel: Kernel,
  { key, token, path = '/api/articles', body = { data: { title: 'a' } } }: Sent,
) => {
  const answer = await fetch(`${kernel.server.url}${path}`, {
    method: 'POST',
    headers: {
      ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  const { status, headers } = answer;
  return { status, text: await answer.text(), replayed: headers.get('idempotency-replayed') };
};

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let second: Kernel;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [article],
      plugins: [slow],
      env: TOKENS,
      config: { plugins: PLUGINS },
    });
    second = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test', ...TOKENS },
      overrides: {
        database: app.kernel.config.database,
        server: { port: 0, anonymous: 'full' },
        plugins: PLUGINS,
      } as never,
      plugins: [slow],
      writeLog: () => undefined,
    });
    await second.listen();
  });
  afterAll(async () => {
    await second?.stop();
    await app?.close();
  });

  let keys = 0;
  const newKey = (): string => `key-${database}-${++keys}`;
  const count = async (): Promise<number> => app.documents('api::article.article').count({});

  it('a repeated request gets the stored answer, also from another process', async () => {
    const key = newKey();
    const before = await count();
    const first = await post(app.kernel, { key });
    expect([first.status, first.replayed]).toEqual([201, null]);
    for (const kernel of [app.kernel, second])
      expect(await post(kernel, { key })).toEqual({ ...first, replayed: 'true' });
    expect(await count()).toBe(before + 1);
  });

  it('many at once write once', async () => {
    const key = newKey();
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post(n % 2 === 0 ? app.kernel : second, { key })),
    );
    expect(answers.filter(({ status, replayed }) => status === 201 && replayed === null)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await count()).toBe(before + 1);
  });

  it('another body, path or query is a 422', async () => {
    const key = newKey();
    await post(app.kernel, { key });
    const body = { data: { title: 'b' } };
    expect((await post(app.kernel, { key, body })).status).toBe(422);
    expect((await post(app.kernel, { key, path: '/api/articles?fields=title' })).status).toBe(422);
  });

  it('a running one is a 409, also in another process', async () => {
    gate();
    const key = newKey();
    const body = { data: { title: 'slow' } };
    const running = post(app.kernel, { key, body });
    await waiting.reached;
    // SQLite has one writer, which the running request holds: its claim is read, and nothing is written.
    expect((await post(second, { key, body })).status).toBe(409);
    waiting.go();
    expect((await running).status).toBe(201);
    expect(await post(second, { key, body })).toMatchObject({ status: 201, replayed: 'true' });
  });

  it('a refused request stores nothing: the key is free', async () => {
    const key = newKey();
    expect((await post(app.kernel, { key, body: { data: {} } })).status).toBe(400);
    expect(await post(app.kernel, { key })).toMatchObject({ status: 201, replayed: null });
  });

  it('a key counts for its caller only', async () => {
    const key = newKey();
    const [one, two] = Object.values(TOKENS);
    const answers = [
      await post(app.kernel, { key, token: one }),
      await post(app.kernel, { key, token: two }),
      await post(app.kernel, { key }),
    ];
    expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual(Array(3).fill([201, null]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(3);
    expect(await post(app.kernel, { key, token: one })).toEqual({ ...answers[0], replayed: 'true' });
  });

  it('a claim whose request was killed ends with its time', async () => {
    const key = newKey();
    await post(app.kernel, { key });
    const { dialect } = app.kernel.database;
    const set = (text: string) =>
      app.kernel.database.transaction((tx) => tx.run(`UPDATE idempotency_keys SET ${text}`));
    await set(`${dialect.id('answer')} = NULL`);
    expect((await post(second, { key })).status).toBe(409);
    await set(`${dialect.id('until')} = 0`);
    expect(await post(second, { key })).toMatchObject({ status: 201, replayed: null });
  });

  it('a GraphQL mutation and an upload run once', async () => {
    const mutation = { query: 'mutation { createArticle(data: { title: "g" }) { documentId } }' };
    const [key, fileKey] = [newKey(), newKey()];
    const before = await count();
    const sent = { key, path: '/graphql', body: mutation };
    const first = await post(app.kernel, sent);
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text).data.createArticle.documentId).toBeTruthy();
    expect(await post(second, sent)).toEqual({ ...first, replayed: 'true' });
    expect(await count()).toBe(before + 1);

    const form = (content: string): FormData => {
      const data = new FormData();
      data.append('files', new Blob([content], { type: 'text/plain' }), 'note.txt');
      return data;
    };
    const upload = { key: fileKey, path: '/api/upload' };
    const stored = await post(app.kernel, { ...upload, body: form('one') });
    expect(stored.status).toBe(201);
    expect(await post(second, { ...upload, body: form('one') })).toEqual({ ...stored, replayed: 'true' });
    expect((await post(second, { ...upload, body: form('two') })).status).toBe(422);
  });

  it.each(['', 'ä', 'a b', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const sent = post(app.kernel, { key: Buffer.from(key).toString('latin1') });
    expect((await sent).status).toBe(400);
  });

  it('the table contains neither keys nor answers', async () => {
    const key = newKey();
    await post(app.kernel, { key, body: { data: { title: 'only for its caller' } } });
    const rows = await app.kernel.database.transaction((tx) => tx.all('SELECT * FROM idempotency_keys'));
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key}|only for its caller`));
  });
});
