// Subscriptions over WebSockets (graphql-ws) and event streams (graphql-sse): what each subscriber sees, and how connections end.
import { execFileSync } from 'node:child_process';
import { createClient as createSseClient } from 'graphql-sse';
import { type Client, type CloseCode, createClient } from 'graphql-ws';
import { sign } from 'jsonwebtoken';
import WebSocket from 'ws';
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
const USER = 'plugin::users-permissions.user';
const ARTICLE = 'api::article.article';
const PAGE = 'api::page.page';
const WAITING = 4;
const PER_CONNECTION = 3;

const CONTENT: ContentTypeDefinition[] = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: { type: 'string' },
      body: { type: 'text' },
      secret: { type: 'string', private: true },
      author: { type: 'relation', relation: 'manyToOne', target: USER },
      page: { type: 'relation', relation: 'manyToOne', target: PAGE },
    },
  },
  {
    info: { singularName: 'page', pluralName: 'pages' },
    options: { draftAndPublish: true },
    attributes: {
      name: { type: 'string' },
      related: { type: 'relation', relation: 'oneToOne', target: PAGE },
    },
  },
];

const OWN = { where: { author: { id: '$user.id' } } };
const open = (database: 'sqlite' | 'mysql' | 'postgres', config: object = {}): Promise<TestApp> =>
  createTestApp({
    database,
    contentTypes: CONTENT,
    config: {
      server: { logs: { level: 'debug' } },
      plugins: {
        rest: true,
        'draft-and-publish': true,
        'users-permissions': {
          config: {
            jwtSecret: SECRET,
            ratelimit: { enabled: false },
            cacheSeconds: 60,
            roles: {
              authenticated: {
                actions: [
                  { action: `${ARTICLE}.find`, ...OWN },
                  { action: `${ARTICLE}.findOne`, ...OWN },
                ],
              },
              public: { actions: [`${PAGE}.find`] },
            },
          },
        },
        graphql: {
          config: {
            subscriptions: true,
            depthLimit: 2,
            maxWaitingEvents: WAITING,
            maxConnectionSubscriptions: PER_CONNECTION,
            recheckSeconds: 1,
            // A busy machine needs more than the default.
            callerFilterTime: 1000,
          },
        },
      },
      ...config,
    },
  });

interface Listening {
  /** Results, and the errors with which the subscription ended. */
  readonly results: unknown[];
  /** Waits for so many results, or for the end. */
  got(count: number): Promise<unknown[]>;
  readonly ended: Promise<unknown>;
  stop(): void;
}

/** Sinks of both clients have one form. */
interface Subscribing {
  subscribe(
    payload: { query: string; variables?: Record<string, unknown> },
    sink: { next(value: unknown): void; error(error: unknown): void; complete(): void },
  ): () => void;
}

function listen(client: Subscribing, query: string, variables: Record<string, unknown> = {}): Listening {
  const results: unknown[] = [];
  let note: () => void = () => undefined;
  let stop: () => void = () => undefined;
  let isOver = false;
  const ended = new Promise<unknown>((resolve) => {
    const over = (error: unknown): void => {
      isOver = true;
      resolve(error);
      note();
    };
    stop = client.subscribe(
      { query, variables },
      {
        next(value) {
          results.push(value);
          note();
        },
        error: over,
        complete: () => over(null),
      },
    );
  });
  return {
    results,
    ended,
    stop,
    async got(count) {
      while (results.length < count && !isOver) await new Promise<void>((resolve) => (note = resolve));
      return results;
    },
  };
}

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  const clients: Client[] = [];
  const users = new Map<string, { jwt: string; id: number; documentId: string }>();
  beforeAll(async () => {
    app = await open(database);
    for (const name of ['alice', 'bob', 'carol']) {
      const { body } = await app.agent
        .post('/api/auth/local/register')
        .send({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' })
        .expect(200);
      users.set(name, { jwt: body.jwt, id: body.user.id, documentId: body.user.documentId });
    }
  });
  afterAll(async () => {
    for (const client of clients) await client.dispose();
    await app.close();
  });

  let begun = 0;
  /** Clients of graphql-ws get no message when their subscription begins. */
  const settled = async (count = 1): Promise<void> => {
    begun += count;
    const lines = () => app.logs.filter(({ message }) => message === 'a subscription begins').length;
    while (lines() < begun) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  const connect = (token?: string, more: object = {}): Client => {
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      onNonLazyError: () => undefined,
      ...(token === undefined ? {} : { connectionParams: { Authorization: `Bearer ${token}` } }),
      ...more,
    });
    clients.push(client);
    return client;
  };
  const tokenOf = (name: string): string => users.get(name)?.jwt ?? '';
  const idOf = (name: string): string => users.get(name)?.documentId ?? '';
  const article = (author: string, title: string, more: object = {}) =>
    app.documents(ARTICLE).create({ data: { title, author: idOf(author), ...more } });
  const changed = (event: string, title: string | null) => ({
    data: { articleChanged: { event, document: title === null ? null : { title } } },
  });
  const CHANGES =
    'subscription($filters: ArticleFiltersInput, $id: ID) { articleChanged(filters: $filters, documentId: $id) { event document { title } } }';

  it('sends each write of documents that the subscriber may read, in order, after its commit', async () => {
    const mine = await article('alice', 'a0');
    const changes = listen(connect(tokenOf('alice')), CHANGES);
    await settled();
    const data = (title: string) => ({ documentId: mine.documentId, data: { title } });
    await article('bob', 'hidden');
    await app.documents
      .transaction(async () => {
        await app.documents(ARTICLE).update(data('rolled back'));
        throw new Error('back');
      })
      .catch(() => undefined);
    for (const n of [1, 2, 3]) await app.documents(ARTICLE).update(data(`a${n}`));
    await app.documents(ARTICLE).delete({ documentId: mine.documentId });
    const results = await changes.got(4);
    changes.stop();
    // A document may have changed again before its event is read.
    expect(results.map((each) => (each as ReturnType<typeof changed>).data.articleChanged.event)).toEqual([
      'update',
      'update',
      'update',
      'delete',
    ]);
    expect(results.at(-1)).toEqual(changed('delete', null));
    expect(JSON.stringify(results)).not.toMatch(/hidden|rolled back/);
  });

  it('sends the document as it is, and its absence once it leaves the filter or the row rule', async () => {
    const mine = await article('alice', 'in');
    const changes = listen(connect(tokenOf('alice')), CHANGES, { filters: { title: { startsWith: 'in' } } });
    await settled();
    const update = async (data: object, count: number): Promise<void> => {
      await app.documents(ARTICLE).update({ documentId: mine.documentId, data });
      await changes.got(count);
    };
    await update({ title: 'out' }, 1);
    await app.documents(ARTICLE).update({ documentId: mine.documentId, data: { title: 'still out' } });
    await update({ title: 'in again' }, 2);
    await update({ author: idOf('bob') }, 3);
    changes.stop();
    expect(changes.results).toEqual([
      changed('update', null),
      changed('update', 'in again'),
      changed('update', null),
    ]);
  });

  it('sends changes of one document', async () => {
    const [one, other] = [await article('alice', 'one'), await article('alice', 'other')];
    const changes = listen(connect(tokenOf('alice')), CHANGES, { id: one.documentId });
    await settled();
    for (const { documentId } of [other, one])
      await app.documents(ARTICLE).update({ documentId, data: { title: 'seen' } });
    expect(await changes.got(1)).toEqual([changed('update', 'seen')]);
    changes.stop();
  });

  it('shows published documents as they are published, and drafts only to callers that may read drafts', async () => {
    const query = (status: string) =>
      `subscription { pageChanged(status: ${status}) { event document { name } } }`;
    const changes = listen(connect(), query('PUBLISHED'));
    const drafts = listen(connect(), query('DRAFT'));
    await settled();
    const pages = app.documents(PAGE) as unknown as Record<
      string,
      (args: object) => Promise<{ documentId: string }>
    >;
    const { documentId } = (await pages.create?.({ data: { name: 'p' }, status: 'draft' })) ?? {};
    await pages.publish?.({ documentId });
    await changes.got(1);
    await pages.update?.({ documentId, data: { name: 'draft only' }, status: 'draft' });
    await pages.unpublish?.({ documentId });
    const results = await changes.got(2);
    changes.stop();
    expect(results).toMatchObject([
      { data: { pageChanged: { event: 'publish' } } },
      { data: { pageChanged: { event: 'unpublish', document: null } } },
    ]);
    expect(JSON.stringify(results)).not.toContain('draft only');
    await drafts.ended;
    expect(drafts.results).toMatchObject([
      { errors: [{ message: 'Forbidden access', path: ['pageChanged'] }] },
    ]);
  });

  it('sends events as a stream to requests that accept one', async () => {
    const client = createSseClient({
      url: `${app.url}/graphql`,
      headers: { authorization: `Bearer ${tokenOf('alice')}` },
      retryAttempts: 0,
    });
    const changes = listen(client as unknown as Subscribing, CHANGES);
    await settled();
    await article('bob', 'hidden');
    await article('alice', 'streamed');
    expect(await changes.got(1)).toEqual([changed('create', 'streamed')]);
    changes.stop();
    const refused = listen(createSseClient({ url: `${app.url}/graphql` }) as unknown as Subscribing, CHANGES);
    await refused.ended;
    expect(refused.results).toMatchObject([{ errors: [{ message: 'Forbidden access' }] }]);
    const plain = await app.agent.post('/graphql').send({ query: 'subscription { pageChanged { event } }' });
    expect([plain.status, plain.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('text/event-stream'),
    ]);
  });

  // The rest does not depend on the database.
  if (database !== testDatabases()[0]) return;

  it.each([
    ['without the permission', CHANGES, 'Forbidden access'],
    ['on a private field', 'subscription { pageChanged { document { secret } } }', 'Cannot query field'],
    [
      'with a bad filter',
      'subscription { pageChanged(filters: { name: { between: ["a"] } }) { event } }',
      'name',
    ],
    [
      'of two fields',
      'subscription { a: pageChanged { event } b: pageChanged { event } }',
      'one top level field',
    ],
    [
      'that is too deep',
      'subscription { pageChanged { document { related { related { name } } } } }',
      'depth of 2',
    ],
    ['that is a query', '{ pages { name } }', 'send the query with POST'],
  ])('refuses a subscription %s', async (_title, query, message) => {
    const changes = listen(connect(), query);
    const error = await changes.ended;
    expect(JSON.stringify([changes.results, error])).toContain(message);
    expect(changes.results).not.toContainEqual(expect.objectContaining({ data: expect.anything() }));
  });

  it('limits the subscriptions of a connection', async () => {
    const client = connect();
    const query = 'subscription { pageChanged { event } }';
    const all = Array.from({ length: PER_CONNECTION }, () => listen(client, query));
    await settled(PER_CONNECTION);
    const more = listen(client, query);
    await more.ended;
    expect(more.results).toMatchObject([
      { errors: [{ message: expect.stringContaining('maxConnectionSubscriptions') }] },
    ]);
    all[0]?.stop();
    // The server has ended the first one, once another may begin.
    const began = settled();
    for (let isRefused = true; isRefused; )
      isRefused = await Promise.race([began.then(() => false), listen(client, query).ended.then(() => true)]);
    await began;
  });

  /** The code and the reason with which the server ends a connection. */
  const closing = (token: string) => {
    let note: (event: { code: CloseCode; reason: string }) => void = () => undefined;
    const closed = new Promise<{ code: CloseCode; reason: string }>((resolve) => (note = resolve));
    const client = connect(token, { on: { closed: (event: never) => note(event) } });
    return { client, closed };
  };

  it.each([
    ['unknown', 'not-a-token'],
    ['expired', () => sign({ id: users.get('alice')?.id, iat: 1, exp: 2 }, SECRET)],
  ])('closes a connection with an %s token', async (_title, token) => {
    const { client, closed } = closing(typeof token === 'string' ? token : token());
    listen(client, CHANGES);
    expect(await closed).toMatchObject({ code: 4403, reason: 'Missing or invalid credentials' });
  });

  it('ends a connection when its token expires', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { client, closed } = closing(sign({ id: users.get('bob')?.id, iat: now, exp: now + 2 }, SECRET));
    const changes = listen(client, CHANGES);
    await settled();
    expect(await closed).toMatchObject({ code: 4403, reason: 'Missing or invalid credentials' });
    expect(changes.results).toEqual([]);
  });

  it('ends the connection of a blocked user before the next event', async () => {
    const { client, closed } = closing(tokenOf('carol'));
    const mine = await article('carol', 'mine');
    const changes = listen(client, CHANGES);
    await settled();
    await app.documents(USER).update({ documentId: idOf('carol'), data: { blocked: true } });
    await app.documents(ARTICLE).update({ documentId: mine.documentId, data: { title: 'after' } });
    expect(await closed).toMatchObject({ code: 4403, reason: 'Invalid credentials' });
    expect(changes.results).toEqual([]);
  });

  const stream = (jwt: string): Subscribing =>
    createSseClient({
      url: `${app.url}/graphql`,
      headers: { authorization: `Bearer ${jwt}` },
      retryAttempts: 0,
    }) as unknown as Subscribing;
  it.each([
    ['over a WebSocket', 'with the next write', (jwt: string): Subscribing => connect(jwt)],
    ['over a WebSocket', 'without a write', (jwt: string): Subscribing => connect(jwt)],
    ['over an event stream', 'with the next write', stream],
    ['over an event stream', 'without a write', stream],
  ])('sends no event after the role lost its permission, and says why: %s, %s', async (way, when, of) => {
    const name = `role ${way} ${when}`.replaceAll(' ', '-');
    const { body } = await app.agent
      .post('/api/auth/local/register')
      .send({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' })
      .expect(200);
    const author = body.user.documentId;
    const { documentId } = await app.documents(ARTICLE).create({ data: { title: 'mine', author } });
    const changes = listen(of(body.jwt), CHANGES);
    await settled();
    const [role] = await app
      .documents('plugin::users-permissions.role')
      .findMany({ filters: { type: 'public' } });
    await app.documents(USER).update({ documentId: author, data: { role: role?.documentId } });
    if (when === 'with the next write') {
      await app.documents(ARTICLE).update({ documentId, data: { title: 'after' } });
      await app.documents(ARTICLE).delete({ documentId });
    }
    await changes.ended;
    expect(changes.results).toMatchObject([
      { errors: [{ message: 'Forbidden access', extensions: { code: 'FORBIDDEN' } }] },
    ]);
  });

  it('ends a client that reads too slowly, and says why', async () => {
    const { documentId } = await article('alice', 'large', { body: 'x'.repeat(1_000_000) });
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise<string>((resolve) =>
      socket.once('close', (code, reason) => resolve(`${code} ${reason}`)),
    );
    const say = (message: object): void => socket.send(JSON.stringify(message));
    socket.once('open', () =>
      say({ type: 'connection_init', payload: { headers: { authorization: `bearer ${tokenOf('alice')}` } } }),
    );
    await new Promise((resolve) => socket.once('message', resolve));
    say({
      type: 'subscribe',
      id: '1',
      payload: { query: 'subscription { articleChanged { document { body } } }' },
    });
    await settled();
    const changes = listen(connect(tokenOf('alice')), CHANGES);
    await settled();
    socket.pause();
    for (let n = 0; n < 24; n++) {
      await app.documents(ARTICLE).update({ documentId, data: { title: `large ${n}` } });
      // Both subscriptions get a change at the same time.
      await changes.got(n + 1);
    }
    changes.stop();
    socket.resume();
    expect(await closed).toBe(`1013 Too slow: more than ${WAITING} events wait (maxWaitingEvents)`);
    await app.documents(ARTICLE).delete({ documentId });
  });

  it('ends the stream of a blocked user with a reason', async () => {
    const { body } = await app.agent
      .post('/api/auth/local/register')
      .send({ username: 'dora', email: 'dora@example.com', password: 'Passw0rd!' });
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${body.jwt}`,
      },
      body: JSON.stringify({ query: CHANGES }),
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    await settled();
    await app.documents(USER).update({ documentId: body.user.documentId, data: { blocked: true } });
    expect(await answer.text()).toContain('"message":"Invalid credentials"');
  });
});

it('closes its connections when the server stops, and refuses pages of foreign origins', async () => {
  const app = await open('sqlite', {
    middlewares: [{ name: 'cors', config: { origin: ['https://a.example'] } }],
  });
  const socket = (origin: string, path = '/graphql') =>
    new WebSocket(`${app.url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { origin });
  const opened = (one: WebSocket) =>
    new Promise<string>((resolve) => {
      one.once('open', () => resolve('open'));
      one.once('error', ({ message }) => resolve(message));
    });
  try {
    const own = socket(app.url);
    expect(await opened(own)).toBe('open');
    expect(await opened(socket('https://a.example'))).toBe('open');
    expect(await opened(socket('https://b.example'))).toContain('403');
    expect(await opened(socket(app.url, '/other'))).toContain('404');
    const closed = new Promise<string>((resolve) =>
      own.once('close', (code, reason) => resolve(`${code} ${reason}`)),
    );
    own.send(JSON.stringify({ type: 'connection_init' }));
    await new Promise((resolve) => own.once('message', resolve));
    await app.kernel.stop();
    expect(await closed).toBe('1001 Going away');
  } finally {
    await app.close();
  }
});

/** In a process of its own: jest keeps a registry of modules that no test can see. */
const LOADED = `
  const { createTestApp } = require('./dist/core/testing');
  (async () => {
    const app = await createTestApp({ config: { plugins: { graphql: JSON.parse(process.argv[1]) } } });
    const query = 'subscription { pageChanged { event } }';
    const answer = await app.agent.post('/graphql').send({ query });
    const loaded = Object.keys(require.cache).filter((file) => /node_modules.(ws|graphql-ws).dist|node_modules.ws.index/.test(file));
    const upgrades = app.kernel.server.node.listenerCount('upgrade');
    console.log(JSON.stringify([answer.body.errors[0].message, upgrades, loaded.length > 0]));
    await app.close();
  })();
`;

it.each([
  ['off by default, and then loads nothing', true, ['Subscriptions are disabled', 0, false]],
  ['loaded when it is on', { config: { subscriptions: true } }, ['over a WebSocket', 1, true]],
])('is %s', (_title, graphql, expected) => {
  const output = execFileSync(process.execPath, ['-e', LOADED, JSON.stringify(graphql)], {
    encoding: 'utf8',
  });
  const [message, ...counts] = JSON.parse(output) as [string, number, boolean];
  expect([message, ...counts]).toEqual([expect.stringContaining(String(expected[0])), ...expected.slice(1)]);
});
