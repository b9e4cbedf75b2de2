// Cases of permissions one by one: each action of a type needs its own permission, for users and for custom tokens.
import { actionsOf, borrowUser, makeToken } from '../accounts';
import { article, check, del, get, invalidQuery, made, named, plain, post, put } from '../build';
import type { Bench, Case, Step } from '../case';
import { ask } from '../graphql-build';
import { is } from '../pattern';

const at = '/articles/{a.documentId}';
const act = (path: string): Step => ({ send: 'POST', path, expect: {} });

/** In this order, so that each request is possible after those before it. `none`: one action is not enough. */
const REQUESTS: readonly (readonly [verb: string, request: Step])[] = [
  ['create', post('/articles', { title: '{mark}' }, {}, { save: 'made' })],
  ['create', post('/articles?locale=fr', { title: '{mark}' }, {}, { save: 'made' })],
  ['find', get('/articles')],
  ['findOne', get(at)],
  ['none', get('/articles?status=draft')],
  ['none', get(`${at}?status=draft`)],
  ['none', put('/articles/{b.documentId}?locale=de', { title: '{mark}' })],
  ['update', put(at, { summary: 's' })],
  ['update', put(`${at}?status=draft`, { summary: 't' })],
  ['discardDraft', act(`${at}/actions/discard-draft`)],
  ['publish', act(`${at}/actions/publish`)],
  ['unpublish', act(`${at}/actions/unpublish`)],
  ['delete', del('/articles/{b.documentId}?locale=fr')],
  ['delete', del('/articles/{b.documentId}')],
];
const SINGLE: readonly (readonly [verb: string, request: Step])[] = [
  ['find', get('/homepage')],
  ['update', put('/homepage', { headline: '{mark}' })],
  ['discardDraft', act('/homepage/actions/discard-draft')],
  ['publish', act('/homepage/actions/publish')],
  ['unpublish', act('/homepage/actions/unpublish')],
  ['delete', del('/homepage?locale=de')],
];
const VERBS = [
  ...new Set(REQUESTS.map(([verb]) => verb).filter((verb) => verb !== 'none')),
  ...['readDraft', 'createLocalization'],
];

/** Every request is a 403 except those of the granted verb. */
async function runEach(
  bench: Bench,
  requests: readonly (readonly [verb: string, request: Step])[],
  granted: string,
  as: string,
): Promise<void> {
  const isGranted = ([verb]: readonly [string, Step]): boolean => verb === granted;
  for (const [, request] of requests.filter((one) => !isGranted(one)))
    await bench.send({
      ...request,
      as,
      save: {},
      expect: { status: 403, error: { name: 'ForbiddenError' } },
    });
  for (const [, request] of requests.filter(isGranted)) {
    const { status } = await bench.send({ ...request, as, expect: {} });
    if (status === 201) bench.afterwards(del(`/articles/${bench.value('made.documentId')}?locale=*`));
  }
}

const LIFESPANS = {
  '1s': 1_000,
  '45s': 45_000,
  '30m': 1_800_000,
  '12h': 43_200_000,
  '2d': 172_800_000,
  '1w': 604_800_000,
  // A hundred years.
  '36525d': 3_155_760_000_000,
};
const PAIR = { a: article({ title: '{mark} en' }), b: article({ title: '{mark} en' }) };
const CHAIN = {
  h: named('/authors', '{mark} h'),
  c: named('/categories', '{mark} c'),
  a: article({
    category: '{c.documentId}',
    author: '{h.documentId}',
    zone: [{ __component: 'shared.ref', label: 'r', authors: ['{h.documentId}'] }],
  }),
};

export const quireEachActionCases: readonly Case[] = [
  check('quire.access.each-action', PAIR, [], {
    async run(bench) {
      for (const verb of VERBS) {
        await borrowUser(bench, verb, actionsOf('article', verb));
        await bench.send(
          put('/articles/{b.documentId}?locale=fr', { title: '{mark} fr' }, { status: 'any' }),
        );
        await runEach(bench, REQUESTS, verb, verb);
        await bench.send(put(at, { summary: null }, { status: 200 }));
      }
    },
  }),
  check('quire.access.each-action', {}, [], {
    name: 'of a single type',
    lock: 'homepage',
    keeps: ['/homepage', '/homepage?locale=fr', '/homepage?locale=de'],
    async run(bench) {
      for (const verb of VERBS.filter((one) => one !== 'create' && one !== 'findOne')) {
        for (const query of ['', '?locale=de'])
          await bench.send(put(`/homepage${query}`, { headline: '{mark}' }, { status: 200 }));
        await borrowUser(bench, verb, actionsOf('homepage', verb));
        await runEach(bench, SINGLE, verb, verb);
      }
    },
  }),
  check('quire.access.each-action', PAIR, [], {
    name: 'of custom tokens',
    needs: ['tokens'],
    async run(bench) {
      for (const verb of VERBS) {
        await makeToken(bench, verb, { type: 'custom', actions: actionsOf('article', verb) });
        await bench.send(
          put('/articles/{b.documentId}?locale=fr', { title: '{mark} fr' }, { status: 'any' }),
        );
        await runEach(bench, REQUESTS, verb, verb);
        await bench.send(put(at, { summary: null }, { status: 200 }));
      }
    },
  }),
  check('quire.access.token-relations', CHAIN, [], {
    async run(bench) {
      const actions = [
        ...actionsOf('article', 'find', 'findOne', 'update', 'create'),
        ...actionsOf('category', 'find'),
      ];
      await makeToken(bench, 'some', { type: 'custom', actions });
      const hidden = { category: { name: '{mark} c' }, author: is.absent };
      const steps: Step[] = [
        get(`${at}?populate=*`, { data: hidden }),
        get(`${at}?populate[0]=author&populate[1]=category`, { data: hidden }),
        get('/articles?filters[documentId]={a.documentId}&populate=*', { data: [hidden] }),
        get(`${at}?populate[category][populate][articles][populate]=*`, {
          data: { category: { articles: is.both(is.length(1), is.each({ author: is.absent })) } },
        }),
        get(`${at}?populate[zone][on][shared.ref][populate]=*`, {
          data: { zone: [{ label: 'r', authors: is.absent }] },
        }),
        invalidQuery('/articles?filters[author][name]=x'),
        invalidQuery('/articles?filters[$or][0][category][articles][author][id][$null]=true'),
        invalidQuery('/articles?sort=author.name'),
        invalidQuery(`${at}?populate[category][populate][articles][filters][author][name]=x`),
        put(at, { author: null }, { status: 400 }),
        post('/articles', { title: '{mark}', author: '{h.documentId}' }, { status: 400 }),
        put(`${at}?populate=*`, { summary: 's' }, { data: hidden }),
        get(`${at}?populate=author`, { data: { author: { name: '{mark} h' } } }, { as: 'full' }),
      ];
      for (const step of steps) await bench.send(step.as === undefined ? { ...step, as: 'some' } : step);
    },
  }),
  check(
    'quire.access.inverse',
    { g: named('/groups'), p: plain({ group: '{g.documentId}' }), q: plain() },
    [],
    {
      name: 'of custom tokens',
      needs: ['tokens'],
      async run(bench) {
        const may = [...actionsOf('group', 'find', 'update'), ...actionsOf('plain', 'find')];
        await makeToken(bench, 'reading', { type: 'custom', actions: may });
        await makeToken(bench, 'writing', {
          type: 'custom',
          actions: [...may, ...actionsOf('plain', 'update')],
        });
        const write = (as: string, plains: unknown, status: number): Step =>
          put('/groups/{g.documentId}', { plains }, { status }, { as });
        for (const plains of [[], ['{q.documentId}'], { disconnect: ['{p.documentId}'] }])
          await bench.send(write('reading', plains, 403));
        await bench.send(write('reading', ['{p.documentId}'], 200));
        await bench.send(get('/groups/{g.documentId}?populate=plains', { data: { plains: is.length(1) } }));
        await bench.send(write('writing', [], 200));
        await bench.send(get('/groups/{g.documentId}?populate=plains', { data: { plains: [] } }));
      },
    },
  ),
  check('quire.access.token-expired', {}, [], {
    name: 'each unit of a lifespan',
    async run(bench) {
      for (const [lifespan, milliseconds] of Object.entries(LIFESPANS)) {
        await makeToken(bench, 'one', { name: `${bench.mark} ${lifespan}`, type: 'read-only', lifespan });
        const { expiresAt, createdAt, lifespan: shown } = Object(bench.value('oneToken'));
        const left = Date.parse(expiresAt) - Date.parse(createdAt);
        if (shown !== milliseconds || Math.abs(left - milliseconds) > 20_000)
          bench.fail(`a token of ${lifespan}`, milliseconds, bench.value('oneToken'));
      }
    },
  }),
  check('quire.access.token-expired', {}, [], {
    async run(bench) {
      // An hour is long enough for the requests on a slow machine. Only the short token expires.
      await makeToken(bench, 'long', { type: 'read-only', lifespan: '1h' });
      await makeToken(bench, 'short', { type: 'read-only', lifespan: 1_000 });
      const may = (as: string, status: number): Step => get('/plains', { status }, { as });
      const regenerate = async (alias: string): Promise<void> => {
        const token = `${alias}Token`;
        const old = Date.parse(String(bench.value(`${token}.expiresAt`)));
        await bench.send({
          ...{ send: 'POST', path: `/api-tokens/{${token}.documentId}/actions/regenerate` },
          expect: { status: 200 },
          save: { [token]: 'body.data' },
        });
        bench.keep(alias, { token: bench.value(`${token}.accessKey`) });
        if (!(Date.parse(String(bench.value(`${token}.expiresAt`))) > old))
          bench.fail('a new secret restarts the lifespan', `after ${old}`, bench.value(token));
      };
      const end = async (): Promise<void> => {
        const left = Date.parse(String(bench.value('shortToken.expiresAt'))) - Date.now();
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, left) + 50));
        const expect = { status: 401, error: { name: 'UnauthorizedError', message: 'Token expired' } };
        await bench.send({ ...may('short', 401), expect });
      };
      await bench.send(may('long', 200));
      await end();
      await regenerate('long');
      await bench.send(may('long', 200));
      await regenerate('short');
      await end();
    },
  }),
  check(
    'quire.access.read-only-routes',
    { a: article(), r: made('/restaurants', { Name: '{mark}' }) },
    [
      ...[
        ...['/users', '/users-permissions/roles', '/upload/files', '/articles?status=draft', '/homepage'],
        ...[at, `${at}?status=draft&populate=*`],
      ].map((path) => get(path, { status: [200, 404] })),
      ...['publish', 'unpublish', 'discard-draft'].map(
        (name): Step => ({
          send: 'POST',
          path: `${at}/actions/${name}`,
          expect: { status: 403 },
        }),
      ),
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark}' }, { status: 403 }),
      ...['/users', '/users-permissions/roles', '/i18n/locales', '/api-tokens', '/upload'].map(
        (path): Step => ({
          ...{ send: 'POST', path, body: {}, expect: { status: 403 } },
        }),
      ),
      ask('{ articles_connection(status: DRAFT) { aggregate { count } nodes { title } } }', {
        body: { errors: is.absent },
      }),
      ask('mutation { deleteArticle(documentId: "{a.documentId}") { documentId } }', {
        body: { errors: is.list },
      }),
      get(at, { status: 200 }),
    ].map((step) => ({ ...step, as: 'read-only' })),
  ),
];
