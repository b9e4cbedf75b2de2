// `limits.answerBytes` bounds an answer to a read: whole, or in pieces.
import { get } from 'node:http';
import type { ContentType, ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestDatabase, testDatabases } from '../../../core/testing';

const MOST = 1_000_000;
const BOOK = 'api::book.book' as ContentType['uid'];
const contentTypes = [
  {
    info: { singularName: 'book', pluralName: 'books' },
    attributes: {
      note: { type: 'text' },
      next: { type: 'relation', relation: 'manyToMany', target: BOOK },
      parts: { type: 'component', component: 'shared.part', repeatable: true },
    },
  },
] as unknown as readonly ContentTypeDefinition[];
const components = {
  'shared.part': {
    info: { displayName: 'Part' },
    attributes: { book: { type: 'relation', relation: 'oneToOne', target: BOOK } },
  },
} as const;

async function openBooks(database: TestDatabase, maxRows: number) {
  const app = await createTestApp({
    database,
    contentTypes,
    components,
    config: { api: { limits: { answerBytes: MOST, maxRows } }, server: { logs: { level: 'warn' } } },
  });
  const ids: string[] = [];
  await app.documents.transaction(async () => {
    for (let n = 0; n < 40; n++)
      ids.push((await app.documents(BOOK).create({ data: { note: 'ä'.repeat(4_000) } })).documentId);
    for (const documentId of ids) await app.documents(BOOK).update({ documentId, data: { next: ids } });
    const parts = Array.from({ length: 300 }, () => ({ book: ids[0] }));
    await app.documents(BOOK).update({ documentId: ids[1] ?? '', data: { parts } });
  });
  return { app, first: ids[0] ?? '' };
}

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let first: string;
  beforeAll(async () => {
    ({ app, first } = await openBooks(database, 20_000));
  });
  afterAll(() => app.close());

  const refused = {
    status: 400,
    name: 'ValidationError',
    message: expect.stringContaining(`more than ${MOST} bytes (limits.answerBytes of config/api)`),
    details: { limit: MOST, name: 'limits.answerBytes', source: 'query' },
  };

  it.each([
    ['relations', 'pagination[limit]=5&populate=next'],
    ['nested relations', `filters[documentId]=FIRST&populate[next][populate][next]=true`],
    ['relations of entries', 'populate[parts][populate]=book'],
  ])('refuses %s', async (_case, query) => {
    const { status, body } = await app.agent.get(`/api/books?${query.replace('FIRST', first)}`);
    expect(status).toBe(400);
    expect(body.error).toEqual(refused);
  });

  it('counts bytes, not characters', async () => {
    // 160 documents with 4,000 characters of two bytes.
    const query = 'fields=note&pagination[limit]=40';
    expect((await app.agent.get(`/api/books?${query}`)).status).toBe(200);
    const { status } = await app.agent.get(
      `/api/books?pagination[limit]=4&${query}&populate[next][fields]=note`,
    );
    expect(status).toBe(400);
  });

  it('answers with fewer bytes', async () => {
    const { status, body } = await app.agent.get(`/api/books/${first}?populate[next][fields]=note`);
    expect(status).toBe(200);
    expect(body.data.next).toHaveLength(40);
  });

  it('ends the connection of an answer in pieces, and logs the limit', async () => {
    // 360 links: more rows than an answer has that is not sent in pieces.
    const { app } = await openBooks(database, 110);
    const path = '/api/books?pagination[limit]=9&populate[next][fields]=note';
    const outcome = await new Promise<string>((resolve) => {
      get(`${app.url}${path}`, { agent: false }, (response) => {
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        response.on('error', () => resolve(`${response.statusCode} cut off ${length <= MOST}`));
        response.on('end', () => resolve(`${response.statusCode} with ${length} bytes`));
      });
    });
    expect(outcome).toBe('200 cut off true');
    expect(app.logs.slice(-1)).toEqual([
      expect.objectContaining({
        level: 'warn',
        code: 'ANSWER_TOO_LARGE',
        message: expect.stringContaining('limits.answerBytes'),
      }),
    ]);
    await app.close();
  });

  it('answers a write that is done', async () => {
    const big = 'x'.repeat(MOST + 10_000);
    const { status, body } = await app.agent.post('/api/books').send({ data: { note: big } });
    expect(status).toBe(201);
    expect(body.data.note).toBe(big);
    const read = await app.agent.get(`/api/books/${body.data.documentId}`);
    expect(read.body.error).toEqual(refused);
    await app.documents(BOOK).delete({ documentId: body.data.documentId });
  });
});
