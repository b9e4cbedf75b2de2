// Cases of the form of errors, and of requests that no route reads: wrong JSON, large bodies and large heads.
import { check, get, IS_JSON, plain, put, UNKNOWN } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const WRONG: readonly Step[] = [
  get('/plains?pagination[page]=1&pagination[start]=1'),
  get(`/plains/${UNKNOWN}`),
  get('/nothing-is-here'),
  put('/plains/{a.documentId}', { n: 'not a number' }),
  { send: 'POST', path: '/plains', text: '{', headers: { 'content-type': 'application/json' } },
];

export const quireErrorCases: readonly Case[] = [
  check('quire.errors.shape', {}, [
    get(`/plains/${UNKNOWN}`, {
      status: 404,
      body: is.exactly({
        data: null,
        error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
      }),
    }),
  ]),
  // Only development names the missing permission.
  check(
    'quire.errors.shape',
    {},
    ['/plains', '/plains/none', '/setting'].map((path) =>
      get(
        path,
        {
          status: 403,
          body: is.exactly({
            data: null,
            error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
          }),
        },
        { as: 'anonymous' },
      ),
    ),
    { name: 'of a forbidden request', needs: ['auth'] },
  ),
  check('errors.json', { a: plain() }, [], {
    // The specification does not name the conditions of errors: what is refused must be JSON.
    async run(bench) {
      for (const step of WRONG) {
        const answer = await bench.send({ ...step, expect: { status: 'any' } });
        const type = answer.headers['content-type'];
        if (answer.status >= 400 && answer.text !== '' && !IS_JSON.test(type ?? ''))
          bench.fail(`the error ${answer.status} is no JSON`, String(IS_JSON), type);
      }
    },
  }),
  check(
    'quire.errors.content-type',
    { a: plain() },
    WRONG.map(
      (step): Step => ({
        ...step,
        expect: {
          status: 'refused',
          headers: { 'content-type': is.matching(IS_JSON.source) },
          body: { error: is.object },
        },
      }),
    ),
  ),
  check('quire.errors.json', {}, [
    {
      send: 'POST',
      path: '/plains',
      text: '{"data":{',
      headers: { 'content-type': 'application/json' },
      expect: { status: 400, error: { name: 'SyntaxError' } },
    },
  ]),
  check('quire.errors.large', {}, [], {
    async run(bench) {
      await bench.send({
        send: 'POST',
        path: '/plains',
        body: { data: { body: 'x'.repeat(1_200_000) } },
        expect: { status: 413, error: { name: 'PayloadTooLargeError' } },
      });
    },
  }),
  check('quire.errors.head-size', {}, [
    get(
      '/plains',
      {
        status: 431,
        error: { status: 431, message: is.text, details: is.object },
        headers: { 'content-type': is.matching('^application/json') },
      },
      { headers: { 'x-long': 'x'.repeat(200_000) } },
    ),
    get('/plains', { status: 200 }, { headers: { 'x-long': 'x'.repeat(2_000) } }),
  ]),
  check('quire.errors.path-encoding', {}, [
    get('/plains/%ZZ', { status: 400, error: is.object }, { verbatim: true }),
  ]),
];
