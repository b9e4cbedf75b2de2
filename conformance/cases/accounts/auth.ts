// Cases of "Authentication", and of every row that needs a user with few permissions.
import { may } from '../access-build';
import { borrowUser, grantPublic, makeUser } from '../accounts';
import { ABSENT, check, DENIED, del, get, made, named, plain, post, put } from '../build';
import type { Bench, Case, Step } from '../case';
import { is } from '../pattern';

const PLAIN = (verb: string): string => `api::plain.plain.${verb}`;
/** A permission that no deployment grants to every user. */
const HIDDEN = (verb: string): string => `api::hidden.hidden.${verb}`;
const as = (step: Step, who: string): Step => ({ ...step, as: who });

const graphql = (query: string, expect: Step['expect']): Step => ({
  send: 'POST',
  from: 'root',
  path: '{graphql}',
  body: { query },
  ...(expect ? { expect } : {}),
});
const four = (path: string, status: readonly number[]): Step[] => [
  get(path, { status }),
  post(path, { name: '{mark}' }, { status }),
  put(`${path}/{a.documentId}`, { name: '{mark}' }, { status }),
  del(`${path}/{a.documentId}`, { status }),
];
const registered = async (bench: Bench): Promise<void> => {
  const input = `{ username: "${bench.mark}", email: "${bench.mark}@conform.test", password: "Pass-${bench.mark}-1" }`;
  await bench.send({
    ...graphql(`mutation { register(input: ${input}) { jwt user { username email } } }`, {
      body: {
        data: { register: { jwt: is.text, user: { username: '{mark}', email: '{mark}@conform.test' } } },
      },
    }),
    as: 'anonymous',
    save: { registration: 'body.data.register' },
  });
  const found = await bench.send(
    get(
      '/users?filters[username][$eq]={mark}',
      { body: [{ email: '{mark}@conform.test' }] },
      { save: { found: 'body.0' } },
    ),
  );
  if (found.status === 200) bench.afterwards({ send: 'DELETE', path: `/users/${bench.value('found.id')}` });
};

export const authCases: readonly Case[] = [
  check(
    'service.private.default',
    { a: named('/hiddens') },
    four('/hiddens', DENIED).map((step) => as(step, 'anonymous')),
    { lock: 'public role' },
  ),
  {
    rows: ['service.public.granted'],
    given: { a: named('/hiddens') },
    lock: 'public role',
    async run(bench) {
      await grantPublic(bench, [HIDDEN('find'), HIDDEN('findOne')]);
      await bench.send(get('/hiddens', { status: 200 }, { as: 'anonymous' }));
      await bench.send(get('/hiddens/{a.documentId}', { status: 200 }, { as: 'anonymous' }));
      await bench.send(post('/hiddens', { name: '{mark}' }, { status: DENIED }, { as: 'anonymous' }));
    },
  },
  may(
    'service.private.user-token',
    [PLAIN('find')],
    [get('/plains', { status: 200 }), get('/groups', { status: DENIED })],
  ),
  check(['service.private.api-token', 'auth.api-token'], { a: plain() }, [
    get('/plains', { status: 200 }, { as: 'read-only' }),
    get('/plains/{a.documentId}', { status: 200 }, { as: 'read-only' }),
    post('/plains', { name: '{mark}' }, { status: DENIED }, { as: 'read-only' }),
    put('/plains/{a.documentId}', { name: '{mark}' }, { status: DENIED }, { as: 'read-only' }),
    del('/plains/{a.documentId}', { status: DENIED }, { as: 'read-only' }),
  ]),
  may(
    ['auth.user-jwt', 'auth.header.rest'],
    [HIDDEN('findOne'), HIDDEN('update')],
    [
      get('/hiddens/{a.documentId}', { status: 200 }),
      put('/hiddens/{a.documentId}', { name: '{mark} 2' }, { status: 200 }),
      as(get('/hiddens/{a.documentId}', { status: DENIED }), 'anonymous'),
    ],
    { a: named('/hiddens') },
    { lock: 'public role' },
  ),
  check('auth.header.invalid', {}, [
    {
      send: 'GET',
      path: '/plains',
      as: 'anonymous',
      headers: { authorization: 'Bearer nonsense' },
      expect: { status: 'any' },
      record: ['status', 'body.error.name'],
    },
  ]),
  may(
    'auth.role.action',
    [PLAIN('find'), PLAIN('update')],
    [
      get('/plains', { status: 200 }),
      get('/plains/{a.documentId}', { status: DENIED }),
      post('/plains', { name: '{mark}' }, { status: DENIED }),
      put('/plains/{a.documentId}', { n: 3 }, { status: 200 }),
      del('/plains/{a.documentId}', { status: DENIED }),
    ],
    { a: plain() },
  ),
  may(
    'auth.role.find',
    [PLAIN('find')],
    [get('/plains', { status: 200 }), get('/plains/{a.documentId}', { status: DENIED })],
    { a: plain() },
  ),
  may(
    'auth.role.find-one',
    [PLAIN('findOne')],
    [get('/plains/{a.documentId}', { status: 200 }), get('/plains', { status: DENIED })],
    { a: plain() },
  ),
  may(
    'auth.role.graphql-find',
    [PLAIN('find')],
    [
      graphql('{ plains { name } }', { body: { errors: is.absent, data: { plains: is.list } } }),
      graphql('{ plain(documentId: "{a.documentId}") { name } }', { body: { errors: is.list } }),
    ],
    { a: plain() },
  ),
  may(
    'auth.role.graphql-find-one',
    [PLAIN('findOne')],
    [
      graphql('{ plain(documentId: "{a.documentId}") { name } }', {
        body: { errors: is.absent, data: { plain: { name: '{mark}' } } },
      }),
      graphql('{ plains { name } }', { body: { errors: is.list } }),
    ],
    { a: plain() },
  ),
  may(
    'auth.header.graphql',
    [HIDDEN('find')],
    [
      graphql('{ hiddens { name } }', { body: { errors: is.absent } }),
      as(graphql('{ hiddens { name } }', { body: { errors: is.list } }), 'anonymous'),
    ],
    {},
    { lock: 'public role' },
  ),
  may(
    ['auth.role.populate', 'rest.populate.needs-find'],
    ['api::peek.peek.find', 'api::peek.peek.findOne'],
    [
      get('/peeks/{p.documentId}?populate=hid', { status: 200, data: { hid: is.absent } }),
      get('/peeks/{p.documentId}?populate=*', { status: 200, data: { hid: is.absent, hids: is.absent } }),
      as(get('/peeks/{p.documentId}?populate=*', { data: { hid: { name: '{mark}' } } }), 'full'),
    ],
    {
      h: named('/hiddens'),
      p: made('/peeks', { name: '{mark}', hid: '{h.documentId}', hids: ['{h.documentId}'] }),
    },
  ),
  may(
    ['auth.role.populate', 'rest.populate.needs-find'],
    ['api::peek.peek.findOne', 'api::hidden.hidden.find'],
    [get('/peeks/{p.documentId}?populate=hid', { data: { hid: { name: '{mark}' } } })],
    { h: named('/hiddens'), p: made('/peeks', { name: '{mark}', hid: '{h.documentId}' }) },
    { name: 'granted' },
  ),
  may(
    ['auth.role.create-localization', 'rest.locale.create-permission', 'errors.create-localization'],
    ['find', 'findOne', 'create', 'update'].map((verb) => `api::restaurant.restaurant.${verb}`),
    [
      put('/restaurants/{r.documentId}', { Name: '{mark} 2' }, { status: 200 }),
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }, { status: 403, error: is.object }),
      as(get('/restaurants/{r.documentId}?locale=fr', ABSENT), 'full'),
    ],
    { r: made('/restaurants', { Name: '{mark}' }) },
  ),
  may(
    ['auth.role.create-localization', 'rest.locale.create-permission'],
    ['find', 'findOne', 'create', 'update', 'createLocalization'].map(
      (verb) => `api::restaurant.restaurant.${verb}`,
    ),
    [
      put(
        '/restaurants/{r.documentId}?locale=fr',
        { Name: '{mark} fr' },
        { status: 200, data: { locale: 'fr' } },
      ),
    ],
    { r: made('/restaurants', { Name: '{mark}' }) },
    { name: 'granted' },
  ),
  { rows: ['auth.graphql.register', 'auth.register.record'], run: registered },
  {
    rows: ['auth.graphql.login'],
    async run(bench) {
      await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
      await bench.send({
        ...graphql(
          'mutation { login(input: { identifier: "{user.email}", password: "{user.password}" }) { jwt } }',
          { body: { data: { login: { jwt: is.text } } } },
        ),
        as: 'anonymous',
        save: { again: 'body.data.login.jwt' },
      });
      bench.keep('later', { token: bench.value('again') });
      await bench.send({ send: 'GET', path: '/users/me', as: 'later', expect: { status: 200 } });
    },
  },
  check(
    'auth.sandbox.headers',
    {},
    [
      {
        send: 'GET',
        from: 'root',
        path: '{graphql}',
        headers: { accept: 'text/html' },
        expect: { status: 200, headers: { 'content-type': is.matching('html') } },
      },
    ],
    {
      async run(bench) {
        const root = { send: 'GET', from: 'root' } as const;
        const page = await bench.send({ ...root, path: '{graphql}', headers: { accept: 'text/html' } });
        const scripts = [...page.text.matchAll(/<script[^>]+src="(\/[^"]+)"/g)].map(([, path = '']) => path);
        const texts = [page.text];
        for (const path of scripts) texts.push((await bench.send({ ...root, path })).text);
        if (texts.some((text) => /headers ?editor|http headers/i.test(text))) return;
        if (/<script[^>]+src="(https?:)?\/\//.test(page.text))
          bench.notApplicable('the page loads scripts from another host, which the suite does not read');
        bench.fail('neither the page nor its scripts have a place for headers', 'Headers', scripts);
      },
    },
  ),
  check('auth.rest.register', {}, [
    {
      send: 'POST',
      path: '/auth/local/register',
      as: 'anonymous',
      body: {},
      expect: { status: 'any' },
      record: ['status', 'body.error.message'],
    },
    {
      send: 'POST',
      path: '/auth/local',
      as: 'anonymous',
      body: {},
      expect: { status: 'any' },
      record: ['status', 'body.error.message'],
    },
  ]),
  {
    rows: ['auth.token.lifetime'],
    async run(bench) {
      await borrowUser(bench, 'user', []);
      const [, payload = ''] = String(bench.value('user.token')).split('.');
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}');
      bench.keep('claims', claims);
      bench.record(
        `a user's token lives ${Number(bench.value('claims.exp')) - Number(bench.value('claims.iat'))} seconds`,
      );
    },
  },
  {
    rows: ['errors.graphql.not-allowed'],
    async run(bench) {
      await borrowUser(bench, 'user', []);
      await bench.send({
        ...graphql('{ plains { name } }', {
          body: { errors: [{ message: is.matching('[Ff]orbidden|not allowed|access') }] },
        }),
        as: 'user',
      });
    },
  },
];
