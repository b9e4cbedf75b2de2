// A faulty part of a registry: the log names the plugin that added the part, also behind routes of other plugins.

import type { ScalarType } from '../../content/attributes/attribute-type';
import { type TextOptions, textType } from '../../content/attributes/families/text';
import type { OneValueOperator } from '../../content/attributes/filter-operator';
import { MODULES } from '../../create-kernel';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { errorSourceOf } from '../errors/error-source';
import { definePlugin } from './plugin';
import { createRegistries } from './registries';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' }, odd: { type: 'odd' } },
};
const text = textType({ name: 'odd', limit: 10 });

let fault = '';
/** At the selected place, throws an error or returns 7. */
const at = <T>(place: string, fine: () => T): T => {
  if (fault === place) throw new Error('boom');
  return fault === `nonsense of ${place}` ? (7 as T) : fine();
};

const faulty = definePlugin({
  name: 'faulty',
  register(own) {
    const odd: ScalarType<TextOptions> = {
      ...text,
      parse: (input, options, place) => {
        const stored = at('the parse of a type', () => text.parse(input, options, place));
        return fault === 'an object of a type' ? ({} as never) : stored;
      },
      check: (value, options, place) => at('the check of a type', () => text.check(value, options, place)),
      prepare: async (value) => at('the prepare of a type', () => value),
      filter: {
        kind: 'text',
        parse: (raw) => at('the filter of a type', () => ({ value: String(raw) })),
      },
    };
    const operator: OneValueOperator = {
      name: '$odd',
      description: 'Is odd',
      takes: 'one',
      on: ['text'],
      value: 'own',
      sql: ({ stored, value }) =>
        at('an operator', () => ({ text: `${stored} = ${value.text}`, params: value.params })),
      graphql: null,
      openapi: { type: 'string' },
    };
    own.attributes.add(odd);
    own.operators.add(operator);
    own.params.add({
      name: 'odd',
      description: 'Does nothing',
      on: ['find'],
      parse: (raw) => {
        if (fault === 'a promise of a parameter') return Promise.resolve(raw);
        return at('the parse of a parameter', () => raw);
      },
      apply: () => at('the apply of a parameter', () => undefined),
      transform: () => at('the transform of a parameter', () => undefined),
      openapi: { type: 'string' },
    });
    own.operations.add({ name: 'oddify', run: async () => at('an operation', () => undefined) });
    own.policies.add('odd', () => at('a policy', () => true));
    own.middlewares.add('odd', async (_request, next) => at('a middleware', next));
    own.hooks.http.route((route) => {
      if (route.path !== '/attached') return;
      route.addPolicy(() => at('an attached policy', () => true));
      route.addMiddleware(async (_request, next) => at('an attached middleware', next));
    });
  },
});

const host = definePlugin({
  name: 'host',
  register({ routes }) {
    const route = { method: 'GET', action: null, summary: 'x' } as const;
    const handler = () => at('a handler', () => ({ json: 1 }));
    routes.add({ ...route, path: '/named', policies: ['odd'], middlewares: ['odd'], handler });
    routes.add({ ...route, path: '/attached', handler });
  },
});

describe('a fault of a part in a request', () => {
  let app: TestApp;
  let documentId = '';
  beforeAll(async () => {
    app = await createTestApp({ contentTypes: [note], plugins: [faulty, host] });
    ({ documentId } = await app.documents('api::note.note').create({ data: { text: 'a' } }));
  });
  afterEach(() => {
    fault = '';
  });
  afterAll(() => app.close());

  const create = 'POST /api/notes';
  const equal = 'GET /api/notes?filters[odd][$eq]=a';
  const compared = 'GET /api/notes?filters[text][$odd]=a';
  const cases: [place: string, request: string, status: number, part: string, message?: string][] = [
    ['the parse of a type', create, 500, 'the attribute type "odd"'],
    ['an object of a type', create, 500, 'the attribute type "odd"', 'from parse(). Return a string'],
    ['the check of a type', create, 500, 'the attribute type "odd"'],
    ['the prepare of a type', create, 500, 'the attribute type "odd"'],
    ['the filter of a type', equal, 500, 'the attribute type "odd"'],
    [
      'nonsense of the filter of a type',
      equal,
      500,
      'the attribute type "odd"',
      'Return { value } or { reason }.',
    ],
    ['an operator', compared, 500, 'the filter operator "$odd"'],
    ['nonsense of an operator', compared, 500, 'the filter operator "$odd"', 'returned 7 from sql(). Return'],
    ['the parse of a parameter', 'GET /api/notes?odd=1', 500, 'the parameter "odd"'],
    [
      'a promise of a parameter',
      'GET /api/notes?odd=1',
      500,
      'the parameter "odd"',
      'returned a promise from parse()',
    ],
    ['the apply of a parameter', 'GET /api/notes?odd=1', 500, 'the parameter "odd"'],
    ['the transform of a parameter', 'GET /api/notes?odd=1', 500, 'the parameter "odd"'],
    ['an operation', 'POST /api/notes/ID/actions/oddify', 500, 'the operation "oddify"'],
    ['a policy', 'GET /named', 403, 'the policy "odd"'],
    ['nonsense of a policy', 'GET /named', 403, 'the policy "odd"', 'Return true or false.'],
    ['a middleware', 'GET /named', 500, 'the middleware "odd"'],
    ['nonsense of a middleware', 'GET /named', 500, 'the middleware "odd"', 'Return an answer'],
    ['an attached policy', 'GET /attached', 403, 'a policy of GET /attached'],
    ['an attached middleware', 'GET /attached', 500, 'a middleware of GET /attached'],
  ];
  it.each(cases)('%s: %s answers %i', async (place, request, status, part, message = 'boom') => {
    const [method = 'GET', path = '/'] = request.replace('ID', documentId).split(' ');
    const before = app.logs.length;
    fault = place;
    const sent =
      method === 'POST' ? app.agent.post(path).send({ data: { text: 'a', odd: 'b' } }) : app.agent.get(path);
    expect((await sent).status).toBe(status);
    fault = '';
    const lines = app.logs.slice(before).filter(({ plugin }) => plugin === 'faulty');
    expect(lines).toHaveLength(1);
    expect([lines[0]?.hook, lines[0]?.at]).toContain(part);
    expect(JSON.stringify(lines).replaceAll('\\"', '"')).toContain(message);
    await app.agent
      .post('/api/notes')
      .send({ data: { text: 'still', odd: 'c' } })
      .expect(201);
    await app.agent.get('/named').expect(200);
  });

  it('an error of a handler behind a middleware of another plugin names the plugin of the handler', async () => {
    for (const path of ['/named', '/attached']) {
      for (fault of ['a handler', 'nonsense of a handler']) {
        await app.agent.get(path).expect(500);
        expect(app.logs.at(-1)).toMatchObject({ plugin: 'host' });
      }
    }
  });
});

it.each([
  ['column', () => 7, 'Return a column'],
  ['column', () => at('boom', () => ({})), 'boom'],
])('a fault of a type at startup names its plugin: %s', async (member, fn, message) => {
  fault = message;
  const plugin = definePlugin({
    name: 'faulty',
    register: ({ attributes }) => attributes.add({ ...text, [member]: fn }),
  });
  const error: unknown = await createTestApp({ contentTypes: [note], plugins: [plugin] }).then(
    (app) => app.close(),
    (thrown: unknown) => thrown,
  );
  fault = '';
  expect(errorSourceOf(error)).toEqual({ plugin: 'faulty', at: 'the attribute type "odd"' });
  expect(String(error)).toContain(message);
});

const parts = (fn: () => unknown) => ({
  commands: { name: 'odd', description: 'Is odd', usage: ['quire odd'], run: fn },
  doctor: { name: 'odd', description: 'Is odd', documents: { of: () => true, check: fn } },
  security: { name: 'odd', description: 'Is odd', check: fn },
});

it.each([
  ['command', 'commands', 'run', 'the exit code'],
  ['check', 'doctor', 'documents.check', 'a list of findings'],
  ['security check', 'security', 'check', 'a list of sentences'],
] as const)('a fault of a %s names its plugin', async (kind, registry, member, expected) => {
  for (const [fn, message] of [
    [() => at('boom', () => undefined), 'boom'],
    [async () => '7', `returned 7 from ${member}(). Return ${expected}.`],
  ] as const) {
    const entries = createRegistries(MODULES)[registry].as('faulty') as unknown as {
      add(part: object): void;
      get(name: string): Record<string, unknown>;
    };
    entries.add(parts(fn)[registry]);
    const part = entries.get('odd');
    const call = (member === 'documents.check' ? part.documents : part) as Record<string, () => unknown>;
    fault = 'boom';
    const error: unknown = await new Promise((resolve) =>
      resolve(call[member.split('.').at(-1) ?? '']?.()),
    ).catch((thrown: unknown) => thrown);
    fault = '';
    expect(errorSourceOf(error)).toEqual({ plugin: 'faulty', at: `the ${kind} "odd"` });
    expect(String(error)).toContain(message);
  }
});
