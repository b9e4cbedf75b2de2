// Cases of middlewares of routes, of the kinds of answers that a handler returns, and of the names of path parameters.
import { HOOKED } from '../application-plugins';
import { check, get, IS_JSON, made, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is } from '../pattern';

const route = (path: string, expect: Expectation): Step => get(`/conformance/${path}`, expect);
const STEPS = 'x-steps';
const OWN_HEADERS = { 'x-frame-options': 'DENY', 'x-own': 'yes', 'x-content-type-options': 'nosniff' };
const USUAL_HEADERS = { 'x-frame-options': 'SAMEORIGIN', 'x-own': is.absent };
/** Answers of a handler: the text, the type and other headers. */
const ANSWERS: readonly (readonly [
  name: string,
  text: string,
  type: string,
  headers: Expectation['headers'],
])[] = [
  ['html', '<p>é</p>', 'text/html; charset=utf-8', { ...USUAL_HEADERS, 'content-length': '9' }],
  ['text', '{"é":1}', 'application/json; charset=utf-8', { ...USUAL_HEADERS, 'content-length': '8' }],
  ['undefined', 'null', 'application/json; charset=utf-8', USUAL_HEADERS],
  ['stream', 'aé', 'text/plain', OWN_HEADERS],
  ['typed', 'a,b', 'text/csv', OWN_HEADERS],
  ['typed-stream', 'a', 'text/csv', USUAL_HEADERS],
];

const answers: Case = {
  rows: ['quire.routes.contract'],
  name: 'of each kind of answer',
  deploy: HOOKED,
  async run(bench) {
    for (const [name, text, type, headers] of ANSWERS) {
      const expect = { status: 200, headers: { ...headers, 'content-type': type } };
      const answer = await bench.send(route(`answers/${name}`, expect));
      if (answer.text !== text) bench.fail(`the answer ${name} has another text`, text, answer.text);
      await bench.send({ ...route(`answers/${name}`, { ...expect, empty: true }), send: 'HEAD' });
    }
    await bench.send(
      route('answers/empty', { status: 202, empty: true, headers: { 'content-length': '0' } }),
    );
  },
};

export const quireRouteStepCases: readonly Case[] = [
  answers,
  check(
    'quire.routes.contract',
    { h: made('/holders', {}) },
    [
      route('visible', {
        status: 200,
        body: {
          shown: [is.keys('id', 'documentId')],
          populated: { status: 400, message: 'Invalid key deeps' },
          written: { status: 400, message: 'Invalid key name' },
        },
      }),
    ],
    { name: 'without an action', deploy: HOOKED },
  ),
  check(
    'quire.rest.settings',
    { h: made('/holders', {}) },
    [
      route('steps/order', {
        status: 200,
        headers: { [STEPS]: 'function configured named attached later attached' },
      }),
      route('steps/instead', { status: 202, body: { instead: true }, headers: { [STEPS]: is.absent } }),
      route('steps/caught', { status: 200, body: { caught: true } }),
      // Only the named actions of the type have them.
      get('/holders?filters[documentId]={h.documentId}', {
        list: ['h'],
        headers: { [STEPS]: 'second named' },
      }),
      get('/holders/{h.documentId}', { status: 200, headers: { [STEPS]: is.absent } }),
      get('/deeps', { status: 200, headers: { [STEPS]: is.absent } }),
      put('/holders/{h.documentId}', {}, { status: 403, error: { name: 'ForbiddenError' } }),
      post('/holders', {}, { status: 201 }),
    ],
    { name: 'policies and middlewares of actions', deploy: HOOKED },
  ),
  check(
    'quire.rest.settings',
    {},
    [
      route('answers/cached', { headers: { 'cache-control': 'max-age=5' } }),
      route('answers/text', { headers: { 'cache-control': 'no-store' } }),
      get('/conformance/answers/text', { headers: { 'cache-control': is.absent } }, { as: 'anonymous' }),
      ...[['full', 'private, max-age=7'] as const, ['anonymous', 'max-age=7'] as const].map(([as, value]) =>
        get('/conformance/answers/kept?n=1', { headers: { 'cache-control': value } }, { as }),
      ),
      get(
        '/conformance/answers/kept?n=x',
        {
          status: 400,
          headers: { 'cache-control': 'no-store', 'content-type': is.matching(IS_JSON.source) },
        },
        { as: 'anonymous' },
      ),
    ],
    { name: 'the caches of answers', deploy: HOOKED },
  ),
  check(
    'quire.routes.contract',
    {},
    [
      route('names/a/b', { body: is.exactly({ first: 'a', second: 'b' }) }),
      { ...route('names/a/b', { body: is.exactly({ one: 'a', other: 'b' }) }), send: 'PUT' },
      { ...route('names/a/b', { body: is.exactly({ second: 'a', first: 'b' }) }), send: 'DELETE' },
      { ...route('names/a/b', { body: is.exactly({ first: 'a', third: 'b' }) }), send: 'PATCH' },
      {
        ...route('names/a/b', { status: 405, headers: { allow: 'HEAD, GET, PUT, PATCH, DELETE' } }),
        send: 'POST',
      },
      route('NAMES/a/b/', { body: { first: 'a', second: 'b' } }),
      route('names/caf%C3%A9/a%2Fb', { body: { first: 'café', second: 'a/b' } }),
      ...['names/a//b', 'names//b', '/names/a/b'].map((path) => route(path, { status: 404 })),
      route('promised/kept', { status: 200, body: is.exactly({ name: 'a' }) }),
      // Only successful answers are compared.
      route('promised/refused', { status: 404, body: is.exactly({ other: 1 }) }),
      route('promised/nothing', { status: 204, empty: true }),
      route('promised/written', { status: 200, body: is.exactly({ name: 'a', sizes: [1] }) }),
    ],
    { name: 'names of parameters, and answers', deploy: HOOKED },
  ),
];
