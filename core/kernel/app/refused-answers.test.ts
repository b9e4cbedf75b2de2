// Wrong answers of taps about callers, and wrong callers in calls of app.documents: a 500, and the log says what to return or to pass.
import { limitRows } from '../../content/model/compiled/visibility';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import type { AnyPlugin } from './plugin';

// biome-ignore lint/suspicious/noExplicitAny: code without types can return and pass anything
type Untyped = any;

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
const PRINCIPAL = 'Return a principal { kind, id, label } of texts, or undefined.';
const VERDICT = 'Return a verdict such as { allowed: false, status: 403 }';
const CALLER = '`caller` of a call of app.documents is no caller. Pass `request.caller`';
const VISIBILITY = '`visibility` of a call of app.documents is no visibility.';

let fault: { readonly hook: string; readonly answer: (given: Untyped) => unknown } | undefined;
let app: TestApp;

const shop = {
  name: 'shop',
  register(own: Untyped) {
    const taps = own.hooks.request;
    const answer = (hook: string, given?: unknown) => (fault?.hook === hook ? fault.answer(given) : given);
    taps.authenticate(() => answer('request.authenticate'));
    taps.authorize(() => answer('request.authorize'));
    taps.visibility((visibility: unknown) => answer('request.visibility', visibility));
    own.routes.add({
      method: 'GET',
      path: '/api/own',
      action: null,
      summary: 'Reads notes',
      handler: async (request: Untyped) => {
        const words = (answer('documents', request) ?? {}) as object;
        return { json: await own.documents('api::note.note').findMany(words) };
      },
    });
  },
} as unknown as AnyPlugin;

beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [note],
    plugins: [shop],
    config: { server: { anonymous: 'full' } },
  });
});
afterAll(() => app.close());
afterEach(() => {
  fault = undefined;
});

const rows: readonly (readonly [hook: string, answer: (given: Untyped) => unknown, message: string])[] = [
  ['request.authenticate', () => ({ id: 5 }), `returned an object with the keys id. ${PRINCIPAL}`],
  ['request.authenticate', () => ({ kind: 'user', id: 5, label: 'x' }), PRINCIPAL],
  ['request.authenticate', () => null, `returned null. ${PRINCIPAL}`],
  ['request.authorize', () => ({ allowed: true }), `returned an object with the keys allowed. ${VERDICT}`],
  ['request.authorize', () => ({ alowed: true }), `returned an object with the keys alowed. ${VERDICT}`],
  ['request.authorize', () => ({ allowed: false, status: 999 }), VERDICT],
  [
    'request.visibility',
    (given) => limitRows(given, (() => null) as Untyped, undefined as Untyped),
    'limitRows needs a visibility, values and a filter',
  ],
  ['documents', ({ principal }) => ({ caller: principal }), CALLER],
  ['documents', () => ({ caller: { kind: 'user', id: '5', label: 'x' } }), CALLER],
  ['documents', (request) => ({ caller: request }), CALLER],
  ['documents', () => ({ visibility: 'open' }), VISIBILITY],
  ['documents', () => ({ visibility: null }), VISIBILITY],
];

test.each(rows)('a wrong answer or argument of %s (%#)', async (hook, answer, message) => {
  fault = { hook, answer };
  const path = hook === 'documents' ? '/api/own' : '/api/notes';
  await app.agent.get(path).expect(500);
  const line = JSON.stringify(app.logs.at(-1));
  expect(line).toContain(message);
  expect(line).toContain('"plugin":"shop"');
});

test.each([
  ['request.caller', (request: Untyped) => ({ caller: request.caller })],
  ['request.visibility', (request: Untyped) => ({ visibility: request.visibility })],
  ['neither', () => ({})],
])('a call of app.documents with %s', async (_what, answer) => {
  fault = { hook: 'documents', answer };
  await app.agent.get('/api/own').expect(200, []);
});
