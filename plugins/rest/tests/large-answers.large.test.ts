// Answers with long relations are sent while they are read. Here an answer of more than 300 rows is large.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContentType, type ContentTypeDefinition, definePlugin } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';

const BOOK = 'api::book.book';
const TAG = 'api::tag.tag';
const TAGS = 1_500;
const NOTE = 'x'.repeat(8_000);
const contentTypes = [
  {
    info: { singularName: 'book', pluralName: 'books' },
    attributes: {
      title: { type: 'string' },
      tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'books' },
      best: { type: 'relation', relation: 'manyToOne', target: TAG, inversedBy: 'bestOf' },
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: {
      name: { type: 'string' },
      note: { type: 'text' },
      books: { type: 'relation', relation: 'manyToMany', target: BOOK, mappedBy: 'tags' },
      bestOf: { type: 'relation', relation: 'oneToMany', target: BOOK, mappedBy: 'best' },
      next: { type: 'relation', relation: 'oneToOne', target: TAG },
    },
  },
] as unknown as readonly ContentTypeDefinition[];

const opened: TestApp[] = [];
const unread: IncomingMessage[] = [];
const closeAll = async (): Promise<void> => {
  for (const response of unread.splice(0)) response.destroy();
  for (const app of opened.splice(0)) await app.close();
};
afterAll(closeAll);

interface Library {
  readonly app: TestApp;
  readonly book: string;
}

async function openLibrary(tags: number, options: TestAppOptions, note = NOTE): Promise<Library> {
  const { config, ...rest } = options;
  const app = await createTestApp({
    contentTypes,
    ...rest,
    config: { ...config, api: { limits: { maxRows: 300 }, ...(config?.api as object) } },
  });
  opened.push(app);
  const ids: string[] = [];
  while (ids.length < tags)
    await app.documents.transaction(async () => {
      for (let n = ids.length; ids.length < tags && ids.length < n + 100; ) {
        const data = {
          name: `tag ${ids.length}`,
          note,
          next: ids.length % 7 === 0 ? (ids[0] ?? null) : null,
        };
        ids.push((await app.documents(TAG).create({ data })).documentId);
      }
    });
  // Not in the order of their ids.
  const data = { title: 'long', tags: [...ids].reverse(), best: ids[0] };
  const { documentId } = await app.documents(BOOK).create({ data });
  await app.documents(BOOK).create({ data: { title: 'short', tags: ids.slice(0, 200) } });
  return { app, book: documentId };
}

const FORMAT = 'Strapi-Response-Format';
const names = (from: number, to: number): string[] => {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => `tag ${from + n * step}`);
};
const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

/** The answer as it arrives; `end` resolves to the text, or rejects when the connection closes before the end. */
async function open(url: string): Promise<{ readonly response: IncomingMessage; end(): Promise<string> }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false }, resolve).on('error', reject);
  });
  unread.push(response);
  response.pause();
  // A connection may close while the test does not read.
  response.on('error', () => undefined);
  return {
    response,
    async end() {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      return text;
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let book: string;
  const long = (): string => `${app.url}/api/books/${book}?populate=tags`;
  beforeAll(async () => {
    ({ app, book } = await openLibrary(TAGS, { database }));
  });
  afterAll(closeAll);

  it('sends one document with all targets, in the order of the links', async () => {
    const { status, headers, body } = await app.agent.get(
      `/api/books/${book}?populate[tags]=true&populate[best]=true`,
    );
    expect(status).toBe(200);
    expect(headers['content-length']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.meta).toEqual({});
    expect([body.data.title, body.data.best.name]).toEqual(['long', 'tag 0']);
    expect(namesOf(body.data.tags)).toEqual(names(TAGS - 1, 0));
    expect(body.data.tags[0].note).toBe(NOTE);
  });

  it.each([
    ['populate[tags][filters][name][$ne]=tag 3', [...names(TAGS - 1, 4), ...names(2, 0)]],
    ['populate[tags][sort]=id', names(0, TAGS - 1)],
    ['populate[tags][populate][next]=true&populate[tags][fields]=name', names(TAGS - 1, 0)],
    // A page may have 300 rows: more documents fit by their text. The last documents have more rows than the first.
    ['populate[tags][fields]=name', names(TAGS - 1, 0)],
    ['populate[tags][fields]=name&populate[tags][populate][books][fields]=title', names(TAGS - 1, 0)],
  ])('sends %s', async (query, expected) => {
    const { status, body } = await app.agent.get(`/api/books/${book}?${query}`);
    expect(status).toBe(200);
    expect(namesOf(body.data.tags)).toEqual(expected);
    if (query.includes('next'))
      for (const { name, next } of body.data.tags)
        expect(next?.name).toBe(Number(name.slice(4)) % 7 === 0 && name !== 'tag 0' ? 'tag 0' : undefined);
  });

  it('sends a list with its total', async () => {
    const { status, headers, body } = await app.agent.get(
      '/api/books?populate=tags&sort=title:desc&pagination[pageSize]=2',
    );
    expect(status).toBe(200);
    expect(headers.etag).toBeUndefined();
    expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 2, pageCount: 1, total: 2 } });
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['short', 'long']);
    expect(namesOf(body.data[0].tags)).toEqual(names(0, 199));
    expect(namesOf(body.data[1].tags)).toEqual(names(TAGS - 1, 0));
  });

  it('sends a small answer whole, with an ETag', async () => {
    const { headers } = await app.agent.get('/api/books?populate=tags&filters[title]=short');
    expect(headers.etag).toBeDefined();
    expect(headers['content-length']).toBeDefined();
  });

  it('answers HEAD with the same headers and without a body', async () => {
    for (let n = 0; n < 6; n++) {
      const { status, headers, text } = await app.agent.head(`/api/books/${book}?populate=tags`);
      expect([status, text]).toEqual([200, undefined]);
      expect(headers['content-length']).toBeUndefined();
    }
  });

  it('answers 404 for a missing document and 400 for a wrong query', async () => {
    expect((await app.agent.get('/api/books/none?populate=tags')).status).toBe(404);
    expect((await app.agent.get(`/api/books/${book}?populate[tags][sort]=nope`)).status).toBe(400);
  });

  it('keeps the limit where the whole text is needed', async () => {
    const answer = await app.agent.get(`/api/books/${book}?populate=tags`).set(FORMAT, 'v4');
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('more than 300 rows');
  });

  it('shows one state of the database, however slowly the client reads', async () => {
    const { end } = await open(long());
    const last = await app.agent.get('/api/tags?filters[name]=tag 0');
    const { documentId } = last.body.data[0];
    const data = { name: 'changed' };
    expect((await app.agent.put(`/api/tags/${documentId}`).send({ data })).status).toBe(200);
    expect(
      (await app.agent.put(`/api/books/${book}`).send({ data: { tags: { disconnect: [documentId] } } }))
        .status,
    ).toBe(200);
    expect(namesOf(JSON.parse(await end()).data.tags)).toEqual(names(TAGS - 1, 0));
    const now = await app.agent.get(`/api/books/${book}?populate=tags`);
    expect(namesOf(now.body.data.tags)).toEqual(names(TAGS - 1, 1));
  });

  it('ends the work of a client that goes before the first piece', async () => {
    const { read } = app.kernel.documents;
    const type = app.kernel.schema.types.get(BOOK) as ContentType;
    const words = { populate: { tags: { fields: ['name'] } } };
    const { limits } = read.prepare(type, words, 'findOne');
    const asked = read.prepare(type, { ...words, limits: { ...limits, maxRows: 300 } }, 'findOne');
    const gone = new Error('gone');
    for (let n = 0; n < 6; n++) {
      const controller = new AbortController();
      // The bytes of the root.
      const hold = (bytes: number): void => {
        if (bytes > 0) controller.abort(gone);
      };
      const control = { signal: controller.signal, hold, hasRoomFor: () => true };
      await expect(Promise.resolve(read.sendOne(asked, book, control))).rejects.toBe(gone);
    }
  });

  it('sends four large answers at a time; a client that goes makes room', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(long())));
    const fifth = await app.agent.get(`/api/books/${book}?populate=tags`);
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([503, '1']);
    answers[0]?.response.destroy();
    let status = 503;
    for (let n = 0; n < 100 && status === 503; n++) {
      await pause(20);
      ({ status } = await app.agent.get(`/api/books/${book}?populate=tags`));
    }
    expect(status).toBe(200);
  });
});

it.each(testDatabases())(
  'sends whole what has not too many rows, while others are sent, on %s',
  async (database) => {
    const config = { api: { limits: { maxRows: 100_000 } }, database: { transactionTimeout: 300_000 } };
    const { app, book } = await openLibrary(200, { database, config }, 'x'.repeat(1_000));
    const { body } = await app.agent.get(`/api/books/${book}?populate[tags][fields]=name`);
    const tags = body.data.tags.map(({ documentId }: { documentId: string }) => documentId);
    for (let n = 0; n < 58; n++) await app.documents(BOOK).create({ data: { title: `more ${n}`, tags } });
    const url = `${app.url}/api/books?pagination[pageSize]=100&populate[tags][fields]`;
    const sent: IncomingMessage[] = [];
    for (let n = 0; n < 4; n++) sent.push((await open(`${url}=note`)).response);
    const { response, end } = await open(`${url}=name`);
    expect([response.statusCode, sent.map(({ statusCode }) => statusCode)]).toEqual([
      200,
      [200, 200, 200, 200],
    ]);
    expect(response.headers.etag).toBeDefined();
    expect(JSON.parse(await end()).data.map((each: { tags: unknown[] }) => each.tags.length)).toEqual(
      Array.from({ length: 60 }, () => 200),
    );
    // This format is never sent in pieces, so it is read once.
    const statementsOf = async (format: string): Promise<number> => {
      const before = app.kernel.database.stats().statements;
      const { status } = await app.agent.get(`${url}=name`.slice(app.url.length)).set(FORMAT, format);
      expect(status).toBe(200);
      return app.kernel.database.stats().statements - before;
    };
    // The other answers read pages until the buffers of their connections are full.
    const leastOf = async (format: string, enough: number): Promise<number> => {
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 50 && least > enough; n++) least = Math.min(least, await statementsOf(format));
      return least;
    };
    // Servers merge statements, or not, by their times.
    if (database === 'sqlite') expect([await leastOf('v4', 2), await leastOf('v5', 2)]).toEqual([2, 2]);
    await closeAll();
  },
  120_000,
);

describe('on the first database', () => {
  const database = testDatabases()[0];
  afterEach(closeAll);

  it('sends no pieces over a pool of one connection', async () => {
    const config = { database: { pool: { max: 1 } } };
    const { app, book } = await openLibrary(350, { database, config });
    expect((await app.agent.get(`/api/books/${book}?populate=tags`)).status).toBe(400);
  });

  it('refuses more targets than ten times the rows', async () => {
    const { app, book } = await openLibrary(20, { database });
    const ids: string[] = [];
    await app.documents.transaction(async () => {
      for (let n = 0; n < 3_001; n++) ids.push((await app.documents(TAG).create({ data: {} })).documentId);
    });
    await app.documents(BOOK).update({ documentId: book, data: { tags: ids } });
    const { status, body } = await app.agent.get(`/api/books/${book}?populate=tags`);
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('at tags: more than 3000 rows'),
    ]);
  });

  it('closes the connection when a client reads for longer than a transaction may take', async () => {
    const config = { database: { transactionTimeout: 3_000 } };
    const { app, book } = await openLibrary(TAGS, { database, config });
    const url = `${app.url}/api/books/${book}?populate=tags`;
    const { response, end } = await open(url);
    expect(response.statusCode).toBe(200);
    await pause(3_500);
    await expect(end()).rejects.toThrow('aborted');
    expect(app.logs).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the stream of an answer failed' }),
    );
    const others = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    expect(others.map((each) => each.response.statusCode)).toEqual([200, 200, 200, 200]);
  });

  const tap = definePlugin({
    name: 'tap',
    register: (app) => app.hooks.documents.loaded(async () => undefined),
  });
  const lateTap = definePlugin({
    name: 'late-tap',
    register: () => undefined,
    boot: async (app) => app.hooks.documents.loaded(async () => undefined),
  });
  const folder = mkdtempSync(join(tmpdir(), 'quire-koa-'));
  const koaMiddleware = join(folder, 'through.js');
  writeFileSync(koaMiddleware, 'module.exports = () => (_ctx, next) => next();');
  afterAll(() => rmSync(folder, { recursive: true }));
  const through = { middlewares: [(_request: unknown, next: () => unknown) => next()] };
  it.each<[string, TestAppOptions]>([
    ['a tap on documents.loaded', { plugins: [tap] }],
    ['a tap of the startup', { plugins: [lateTap] }],
    [
      'a middleware of the route',
      { config: { api: { rest: { types: { [BOOK]: { actions: { findOne: through } } } } } } },
    ],
    ['a koa middleware', { config: { middlewares: [{ resolve: koaMiddleware }] } }],
  ])(
    'keeps the limit with %s',
    async (_name, options) => {
      const { app, book } = await openLibrary(350, { database, ...options });
      const { status } = await app.agent.get(`/api/books/${book}?populate=tags`);
      expect(status).toBe(400);
    },
    120_000,
  );
});
