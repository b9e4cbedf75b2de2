// A process with `server.readOnly` beside a process that writes, with the plugins that write at a start or by a timer.
import sharp from 'sharp';
import { createKernel } from '../../core/create-kernel';
import type { Kernel } from '../../core/kernel/app/app';
import { createTestApp, type TestApp } from '../../core/testing/create-test-app';
import { testDatabases } from '../../core/testing/databases';

const TYPE = (attributes: object) => ({
  info: { singularName: 'thing', pluralName: 'things' },
  pluginOptions: { i18n: { localized: true } },
  attributes,
});
const NAME = { name: { type: 'string' } };
const TOKEN = 't'.repeat(64);
const PLUGINS = {
  rest: true,
  i18n: true,
  upload: {
    enabled: true,
    config: { onDemand: true, presets: { card: { width: 100, height: 100, fit: 'cover' } } },
  },
  'rate-limit': { enabled: true, config: { store: 'database' } },
  jobs: true,
  audit: true,
  admin: true,
  graphql: true,
  webhooks: {
    enabled: true,
    config: {
      webhooks: [{ name: 'one', url: 'https://example.com/', events: ['create'], secretFrom: 'HOOK' }],
    },
  },
  'users-permissions': true,
  'api-tokens': {
    enabled: true,
    config: { tokens: [{ name: 'all', type: 'full-access', secretFrom: 'TOKEN' }] },
  },
};
const env = { JWT_SECRET: 'x1Y2'.repeat(16), TOKEN, HOOK: 'h'.repeat(20) };

describe.each(testDatabases())('a process that only reads, on %s', (database) => {
  let app: TestApp;
  let reader: Kernel | null = null;
  let lines: Record<string, unknown>[] = [];

  const start = async (changes: object = {}): Promise<Kernel> => {
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test', ...env },
      overrides: {
        ...changes,
        database: app.kernel.config.database,
        server: { port: 0, readOnly: true, logs: { level: 'warn', format: 'json' } },
        plugins: PLUGINS,
      } as never,
      writeLog: (line) => lines.push(JSON.parse(line)),
    });
    await kernel.listen();
    return kernel;
  };
  const send = async (kernel: Kernel, method: string, path: string, body?: object) => {
    const answer = await fetch(kernel.server.url + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };

  beforeAll(async () => {
    app = await createTestApp({
      database,
      env,
      contentTypes: [TYPE(NAME)] as never,
      config: { plugins: PLUGINS } as never,
    });
  });
  afterEach(async () => {
    await reader?.server.close({ force: true });
    await reader?.stop();
    reader = null;
  });
  afterAll(() => app?.close());

  it('reads what the other writes, is ready, and refuses writes', async () => {
    lines = [];
    reader = await start();
    expect((await send(reader, 'GET', '/_ready')).status).toBe(204);
    const made = await send(app.kernel, 'POST', '/api/things', { data: { name: 'a' } });
    const { documentId } = made.body.data;
    const path = `/api/things/${documentId}`;
    expect((await send(reader, 'GET', path)).body.data.name).toBe('a');
    const query = { query: '{ things { name } }' };
    expect((await send(reader, 'POST', '/graphql', query)).body.data.things).toEqual([{ name: 'a' }]);
    const refusal = {
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'This process only reads. Send writes to a process that may write.',
      details: {},
    };
    for (const [method, at, body] of [
      ['POST', '/api/things', { data: { name: 'b' } }],
      ['PUT', path, { data: { name: 'b' } }],
      ['DELETE', path, undefined],
      [
        'POST',
        '/api/auth/local/register',
        { username: 'user', email: 'u@example.com', password: 'Secret-12345' },
      ],
    ] as const)
      expect(await send(reader, method, at, body)).toMatchObject({ status: 503, body: { error: refusal } });
    const mutation = { query: 'mutation { createThing(data: { name: "c" }) { documentId } }' };
    expect((await send(reader, 'POST', '/graphql', mutation)).body.errors[0].message).toBe(refusal.message);
    expect(
      (await send(reader, 'GET', '/api/things')).body.data.map(({ name }: { name: string }) => name),
    ).toEqual(['a']);
    await reader.server.close({ force: true });
    await reader.stop();
    reader = null;
    // Each refused request of REST has a line; no timer and no plugin adds another one.
    const failures = lines.filter(({ error }) => error !== undefined);
    expect(failures.map(({ message }) => message)).toEqual([
      'POST /api/things failed',
      `PUT ${path} failed`,
      `DELETE ${path} failed`,
      'POST /api/auth/local/register failed',
    ]);
  });

  it('has connections that refuse writes', async () => {
    reader = await start();
    const { knex } = reader.database;
    // Neither is known as a write before it runs.
    const write =
      reader.database.dialect.name === 'postgres'
        ? () => knex.raw('SELECT 1 AS number INTO late')
        : async () => {
            const stream = knex('quire_meta').insert({ name: 'late', value: 'late' }).stream();
            for await (const _row of stream);
          };
    // A stream may end without its error, so what counts is that nothing is stored.
    const failure = await Promise.resolve()
      .then(write)
      .catch((error: unknown) => error);
    if (failure) expect(String(failure)).toMatch(/read.?only|only reads/i);
    expect(await app.kernel.database.knex('quire_meta').where({ name: 'late' })).toEqual([]);
  });

  it('shows the file in the place of an image that is not stored', async () => {
    const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('files', new Blob([image], { type: 'image/png' }), 'lake.png');
    const headers = { authorization: `Bearer ${TOKEN}` };
    const uploaded = await fetch(`${app.url}/api/upload`, { method: 'POST', headers, body: form });
    const [{ url, formats }] = (await uploaded.json()) as [
      { url: string; formats: { small: { url: string } } },
    ];
    reader = await start();
    for (const path of [formats.small.url, `${url}?preset=card`]) {
      const shown = async (at: string) => {
        const answer = await fetch(at + path);
        const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        return [answer.status, width, answer.headers.get('cache-control') === 'no-store'];
      };
      expect(await shown(reader.server.url)).toEqual([200, 800, true]);
      const [status, width, isUnkept] = await shown(app.url);
      expect([status, width === 800, isUnkept]).toEqual([200, false, false]);
      expect(await shown(reader.server.url)).toEqual([200, width, false]);
    }
  });

  it('refuses subscriptions with a bus that is faster than a replica', async () => {
    await expect(
      createTestApp({
        database,
        env,
        contentTypes: [TYPE(NAME)] as never,
        config: {
          server: { readOnly: true, bus: 'redis' },
          plugins: { graphql: { enabled: true, config: { subscriptions: true } } },
        } as never,
      }),
    ).rejects.toThrow('Subscriptions of a process that only reads would lose events');
  });

  it('changes no table, and writes nothing that is missing', async () => {
    const locale = { plugins: { ...PLUGINS, i18n: { enabled: true, config: { locales: ['en', 'de'] } } } };
    await expect(
      createKernel({
        dir: app.dir,
        env: { NODE_ENV: 'test', ...env },
        overrides: {
          ...locale,
          database: app.kernel.config.database,
          server: { port: 0, readOnly: true },
        } as never,
      }).then((kernel) => kernel.start().finally(() => kernel.stop())),
    ).rejects.toThrow('The database lacks what a start writes');
    await expect(
      createTestApp({
        database,
        env,
        contentTypes: [TYPE(NAME)] as never,
        config: { server: { readOnly: true } } as never,
      }),
    ).rejects.toThrow('The tables of the database are not those of this application');
  });
});
