// The contract of a route: input is converted, checked and typed; the path types its parameters.
import { anyOf, array, boolean, integer, object, oneOf, optional, record, string } from '../../check/checks';
import { startTestServer, type TestServer } from '../test-server';
import { route } from './route';

const page = object({ number: integer({ min: 1 }) });
const routes = [
  route({
    method: 'GET',
    path: '/orders/:year/:name',
    action: null,
    summary: 'typed',
    checks: {
      params: object({ year: integer({ min: 1900 }), name: string() }),
      query: object({
        page: optional(integer({ min: 1 }), 1),
        paid: optional(boolean()),
        tags: optional(array(integer())),
        deep: optional(page),
        size: optional(oneOf(1, 2)),
        most: optional(anyOf('a number, or "all"', integer(), oneOf('all'))),
        counts: optional(record(integer())),
      }),
      answer: object({ year: integer(), page: integer(), note: optional(string()) }, { open: true }),
    },
    handler: (_request, { params, query }) => ({
      json: { ...query, year: params.year },
    }),
  }),
  route({
    method: 'GET',
    path: '/plain/:a/x/:b',
    action: null,
    summary: 'without checks',
    handler: (_request, { params }) => {
      const both: string = params.a + params.b;
      // @ts-expect-error the path has no such parameter
      return { json: both + String(params.c) };
    },
  }),
  route({
    method: 'GET',
    path: '/key',
    action: null,
    summary: 'the key is wrong',
    handler: () => ({ json: 1, statusCode: 201 }),
  }),
  route({
    method: 'GET',
    path: '/wrong',
    action: null,
    summary: 'the handler does not match',
    checks: { answer: object({ likes: integer() }) },
    // @ts-expect-error `likes` is a number
    handler: () => ({ json: { likes: '1' } }),
  }),
];

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer({ routes });
});
afterAll(() => app.close());

const year = '/orders/2026/x';
const cases: [path: string, status: number, part: object][] = [
  [year, 200, { year: 2026, page: 1 }],
  [
    `${year}?page=2&paid=true&tags=1&tags=2&deep[number]=3`,
    200,
    { page: 2, paid: true, tags: [1, 2], deep: { number: 3 } },
  ],
  [`${year}?tags=1`, 200, { tags: [1] }],
  [`${year}?size=2&most=3&counts[a]=4`, 200, { size: 2, most: 3, counts: { a: 4 } }],
  [`${year}?most=all`, 200, { most: 'all' }],
  [`${year}?size=3`, 400, { error: { details: { key: 'size' } } }],
  [
    '/orders/1066/x',
    400,
    {
      error: {
        details: { key: 'year', path: 'year', source: 'path' },
        message: 'The path parameter year: expected a whole number of at least 1900, got 1066',
      },
    },
  ],
  ['/orders/x/x', 400, { error: { details: { key: 'year', source: 'path' } } }],
  [
    `${year}?page=x`,
    400,
    {
      error: {
        details: { key: 'page', param: 'page' },
        message: 'The query parameter page: expected a whole number of at least 1, got "x"',
      },
    },
  ],
  [`${year}?page=1e3`, 400, { error: { details: { key: 'page' } } }],
  [`${year}?page=`, 400, { error: { details: { key: 'page' } } }],
  [`${year}?paid=yes`, 400, { error: { details: { key: 'paid' } } }],
  [`${year}?deep[number]=0`, 400, { error: { details: { key: 'deep', path: 'deep.number' } } }],
  [
    `${year}?pgae=1`,
    400,
    { error: { message: 'The query parameter pgae: unknown key "pgae"; did you mean "page"?' } },
  ],
  ['/plain/1/x/2', 200, {}],
  ['/wrong', 500, {}],
  ['/key', 500, {}],
];
it.each(cases)('%s answers %i', async (path, status, part) => {
  const answer = await app.get(path);
  expect(answer.status).toBe(status);
  if (Object.keys(part).length > 0) expect(JSON.parse(answer.text)).toMatchObject(part);
});
