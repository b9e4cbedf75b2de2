// Cases of routes of plugins: their input is converted and checked, and mistakes in them stop the start.
import { HOOKED } from '../application-plugins';
import { check, get, inAnyOrder } from '../build';
import type { Case, Step } from '../case';
import { exactly, is, type Pattern } from '../pattern';

const BOOK = { title: 't' };
const shelf = (path: string, body: unknown, expect: Step['expect']): Step => ({
  ...{ send: 'POST', path: `/conformance/shelves/${path}`, body, expect },
});
const takes = (path: string, input: Pattern, body: object = BOOK): Step =>
  shelf(path, body, { status: 200, body: input });
const refuses = (path: string, key: string, place: string, message: string): Step => {
  const source = path.includes('?') ? 'query' : 'path';
  return shelf(path, BOOK, {
    status: 400,
    error: {
      ...{ name: 'ValidationError', message: is.matching(message) },
      details: { key, path: place, source, param: source === 'query' ? key : is.absent },
    },
  });
};
const refusesBody = (body: unknown, ...paths: (readonly string[])[]): Step =>
  shelf('3/map', body, {
    status: 400,
    error: {
      ...{ name: 'ValidationError', message: paths.length === 1 ? is.text : '2 errors occurred' },
      details: {
        errors: exactly(
          paths.map((path) => ({
            path,
            message: is.matching(path.length === 0 ? '^\\w' : `^${path.join('.')}: `),
          })),
        ),
      },
    },
  });

const refused = (name: string, routes: string, ...lines: string[]): Case => ({
  ...{ rows: ['quire.routes.refused'], name, saying: inAnyOrder(lines) },
  refuses: {
    config: {
      api: {
        rest: {
          types: {
            'api::plain.plain': {
              actions: { find: { policies: ['absent', 'conformance-lt'], middlewares: ['absent'] } },
            },
          },
        },
      },
    },
    extension: `(_extension, app) => {
      const add = (path, more = {}) =>
        app.routes.add({ method: 'GET', path, action: null, summary: path, handler: () => ({ json: {} }), ...more });
      ${routes}
    }`,
  },
});

export const quireRouteCases: readonly Case[] = [
  check(
    'quire.routes.contract',
    {},
    [
      takes('3/map', {
        params: { shelf: 3, kind: 'map' },
        query: { notify: false },
        body: { title: 't', count: 1 },
      }),
      takes(
        '12/book?notify=true&sizes=1.5&sizes=-2&only=12&level=low&deep[count]=4',
        {
          params: { shelf: 12, kind: 'book' },
          query: { notify: true, sizes: [1.5, -2], only: '12', level: 'low', deep: { count: 4 } },
          body: { title: 'u', count: 3 },
        },
        { title: 'u', count: 3 },
      ),
      takes('3/map?notify=false&sizes=1&level=-12', { query: { notify: false, sizes: [1], level: -12 } }),
      // Each value of a list has its own kind, and so has each value of an object with free keys.
      ...([1, 2.5, true, 'x'] as const).map((step) => takes(`3/map?step=${step}`, { query: { step } })),
      takes('3/map?by[a]=1&by[bc]=-2', { query: { by: is.exactly({ a: 1, bc: -2 }) } }),
      takes('3/map', { body: { by: is.exactly({ 'a b': 1 }) } }, { ...BOOK, by: { 'a b': 1 } }),
      refuses('3/map?step=3', 'step', 'step', 'one of 1, 2\\.5, true, "x", got "3"'),
      refuses('3/map?by=1', 'by', 'by', 'expected an object'),
      refuses('3/map?by[a]=x', 'by', 'by.a', 'by\\.a: .*got "x"'),
      refuses('3/map?by[a]=1&by[B]=1', 'by', 'by.B', 'by\\.B: expected small letters'),
      refusesBody({ ...BOOK, by: [1] }, ['by']),
      refusesBody({ ...BOOK, by: { a: '1', b: 2, c: null } }, ['by', 'a'], ['by', 'c']),
      refuses('0/map', 'shelf', 'shelf', '^The path parameter shelf: .*at least 1, got 0$'),
      refuses('x/map', 'shelf', 'shelf', 'got "x"'),
      refuses('1.5/map', 'shelf', 'shelf', 'got 1\\.5'),
      refuses('3/atlas', 'kind', 'kind', 'one of "book", "map", got "atlas"'),
      refuses('0/atlas', 'shelf', 'shelf', 'shelf: .*; kind: '),
      refuses('3/map?notify=1', 'notify', 'notify', '^The query parameter notify: expected true or false'),
      refuses('3/map?sizes=1&sizes=x&level=high', 'sizes', 'sizes[1]', 'sizes\\[1\\]: .*; level: '),
      refuses('3/map?deep[count][]=4', 'deep', 'deep.count', 'deep\\.count: '),
      refuses('3/map?level[]=4', 'level', 'level', 'level: '),
      refuses('3/map?notify[]=true', 'notify', 'notify', 'notify: '),
      refuses('3/map?deep[count]=x', 'deep', 'deep.count', 'deep\\.count: '),
      refuses('3/map?other=1', 'other', 'other', 'unknown key "other"'),
      refusesBody({}, ['title']),
      refusesBody({ title: '' }, ['title']),
      refusesBody({ title: 't', count: '2' }, ['count']),
      refusesBody({ title: 't', more: 1 }, ['more']),
      refusesBody({ title: 5, count: 1.5 }, ['title'], ['count']),
      refusesBody([], []),
      get('/openapi.json', {
        body: {
          paths: {
            '/api/conformance/answers/asked': {
              get: {
                parameters: is.shuffled(
                  { name: 'one', required: true },
                  { name: 'other', required: is.absent },
                ),
              },
            },
          },
        },
      }),
    ],
    { deploy: HOOKED },
  ),
  refused(
    'unknown parts',
    "add('/api/own', { policies: ['conformance-denie'], middlewares: ['absent'] });",
    'conformance-extension → GET /api/own: unknown policy "conformance-denie"; did you mean "conformance-deny"',
    'conformance-extension → GET /api/own: unknown middleware "absent"',
    'rest → GET /api/plains: unknown policy "absent"; registered: conformance-deny, conformance-let',
    'rest → GET /api/plains: unknown policy "conformance-lt"; did you mean "conformance-let"',
    'rest → GET /api/plains: unknown middleware "absent"',
  ),
  refused(
    'paths',
    "add('/api/tags'); add('/api/groups/:other/'); add('api/y'); add('/api/z/:a/:a');",
    'GET api/y: the path must start with "/"',
    'GET /api/z/:a/:a: a parameter occurs twice',
    'GET /api/tags: .* already serves GET /api/tags; change one of the paths',
    '/api/groups/:.*: .* already serves GET /api/groups/:.*; change one of the paths',
  ),
];
