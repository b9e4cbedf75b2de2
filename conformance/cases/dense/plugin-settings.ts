// Cases of the settings of plugins.
import { createHash } from 'node:crypto';
import { makeToken, makeUser } from '../accounts';
import { check, get, INVALID, named } from '../build';
import type { Case, Expectation, Step } from '../case';
import { ask, gives } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { part, png, upload } from '../upload-files';
import { SETTINGS } from './settings';

const NIA = { username: 'nia', email: 'nia@conform.test', password: 'Passw0rd!x' };
const account = (path: string, body: object, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path, body, expect, as: 'anonymous' },
  ...more,
});
const asNia = { as: 'anonymous', headers: { Authorization: 'Bearer {nia.jwt}' } };
const asPia = { as: 'anonymous', headers: { Authorization: 'Bearer {pia.jwt}' } };

const invalid = (query: string, code: string, message: string): Step =>
  ask(query, {
    status: 400,
    body: { data: is.absent, errors: [{ message: is.matching(message), extensions: { code } }] },
  });
const times = (count: number, text: string): string =>
  Array.from({ length: count }, (_, index) => text.replaceAll('#', `a${index}`)).join(' ');
const ROOTS = (count: number): string => `{ ${times(count, '#: __typename')} }`;
const DIRECTIVES = (count: number): string => `{ ${times(count, '#: __typename @include(if: true)')} }`;
/** Three tokens per field of the list, and six more. */
const TOKENS = (count: number): string => `{ __typename plains { ${times(count, '#: n')} } }`;
const LONG = (characters: number): string => `{ __typename }${' '.repeat(characters - 14)}`;
const HELLO = '{ __typename }';

const unknownToken = (addresses: string, status: number): Step =>
  get(
    '/simple',
    {
      status,
      headers: {
        'x-ratelimit-limit': '3',
        'retry-after': status === 429 ? is.matching('^\\d+$') : is.absent,
      },
    },
    {
      as: 'anonymous',
      headers: { Authorization: `Bearer ${'z'.repeat(40)}`, 'X-Forwarded-For': addresses },
    },
  );

const unanswered = (address: string): Step =>
  get(
    '/simple',
    { status: 503, error: { name: 'ServiceUnavailableError', message: is.not(is.matching('secret')) } },
    { as: 'anonymous', headers: { Authorization: `Bearer ${'z'.repeat(40)}`, 'X-Forwarded-For': address } },
  );
const login = (status: number): Step =>
  account('/auth/local', { identifier: 'none', password: 'Passw0rd!x' }, { status });

const format = (name: string, ext: string, width: number, height: number): Pattern => ({
  ...{ hash: `${name}_{f.hash}`, ext, width, height, mime: `image/${ext.slice(1)}` },
  url: `/uploads/${name}_{f.hash}${ext}`,
});

export const quirePluginSettingCases: readonly Case[] = [
  check(
    'quire.settings.accounts',
    {},
    [
      account('/auth/local/register', { ...NIA, nick: 'N', rank: 3 }, INVALID),
      account(
        '/auth/local/register',
        { ...NIA, nick: 'N' },
        { body: { user: { nick: 'N', rank: null } } },
        {
          save: { nia: 'body' },
        },
      ),
      get('/users/me', { body: { nick: 'N' } }, asNia),
      get('/simple', { status: 200 }, asNia),
      get('/tags', { status: 403 }, asNia),
      ...[400, 400, 429].map(login),
      { ...account('/users/me', { nick: 'M' }, { body: { nick: 'M' } }, asNia), send: 'PUT' },
      { ...account('/users/me', { rank: 4 }, INVALID, asNia), send: 'PUT' },
      get('/users/me', { body: { nick: 'M', rank: null } }, asNia),
      // The routes of users set each attribute of the application.
      {
        ...account('/users/{nia.user.id}', { rank: 5 }, { body: { nick: 'M', rank: 5 } }),
        send: 'PUT',
        as: 'full',
      },
    ],
    { deploy: SETTINGS },
  ),
  check(
    'quire.settings.accounts',
    { a: named('/peeks', '{mark} a'), b: named('/peeks', '{mark} b') },
    [
      account(
        '/auth/local/register',
        { ...NIA, username: 'pia', email: 'pia@conform.test', nick: '{mark} a' },
        {},
        { save: { pia: 'body' } },
      ),
      get('/peeks', { data: is.both(is.length(1), [{ name: '{mark} a' }]) }, asPia),
      { ...account('/users/me', { nick: '{mark} b' }, {}, asPia), send: 'PUT' },
      get('/peeks', { data: is.both(is.length(1), [{ name: '{mark} b' }]) }, asPia),
    ],
    { deploy: SETTINGS, name: 'a rule that compares with an attribute of the application' },
  ),
  {
    rows: ['quire.settings.accounts'],
    name: 'the lifetime of a token',
    deploy: SETTINGS,
    async run(bench) {
      const own = { ...NIA, username: 'ona', email: 'ona@conform.test' };
      await bench.send(account('/auth/local/register', own, {}, { save: { ona: 'body' } }));
      const [, claims = ''] = String(bench.value('ona.jwt')).split('.');
      const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      if (exp - iat !== 7200) bench.fail('the lifetime of the token', 7200, exp - iat);
    },
  },
  check(
    'quire.settings.tokens',
    {},
    [
      ...[1, 2, 3].map(() => unknownToken('192.0.2.1', 401)),
      unknownToken('192.0.2.1', 429),
      unknownToken('192.0.2.2', 401),
      // The proxy adds the last address; a client can name all others.
      unknownToken('192.0.2.3, 192.0.2.1', 429),
      unknownToken('192.0.2.1, 192.0.2.3', 401),
      // For these addresses the store fails, or gives no count or no time.
      ...['192.0.2.77', '192.0.2.78', '192.0.2.79'].map(unanswered),
      get('/simple', { status: 200 }, { headers: { 'X-Forwarded-For': '192.0.2.1' } }),
    ],
    { deploy: SETTINGS },
  ),
  {
    rows: ['quire.settings.tokens'],
    name: 'the maker of a token',
    deploy: SETTINGS,
    async run(bench) {
      const find = 'api::plain.plain.find';
      await makeUser(bench, 'user', ['plugin::api-tokens.token.create', find]);
      await makeToken(bench, 'used', { type: 'custom', actions: [find] }, 'user');
      const works = get('/simple', { status: 200 }, { as: 'used' });
      await bench.send(works);
      await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { blocked: true } });
      await bench.send(works);
    },
  },
  check(
    'quire.settings.graphql',
    {},
    [
      gives(ROOTS(4), { a3: 'Query' }),
      invalid(ROOTS(5), 'GRAPHQL_VALIDATION_FAILED', '5 root fields; at most 4 \\(maxRootFields\\)'),
      invalid(
        `{ ...Roots } fragment Roots on Query ${ROOTS(5)}`,
        'GRAPHQL_VALIDATION_FAILED',
        '5 root fields; at most 4',
      ),
      gives(DIRECTIVES(3), { a2: 'Query' }),
      invalid(DIRECTIVES(4), 'GRAPHQL_VALIDATION_FAILED', 'more than 3 directives \\(maxDirectives\\)'),
      gives(LONG(400), { __typename: 'Query' }),
      invalid(LONG(401), 'GRAPHQL_VALIDATION_FAILED', '401 characters; at most 400 \\(maxCharacters\\)'),
      gives(TOKENS(18), { plains: is.list }),
      invalid(TOKENS(19), 'GRAPHQL_PARSE_FAILED', 'more than 60 tokens \\(maxTokens\\)'),
      invalid('{ __schema { types { name } } }', 'GRAPHQL_VALIDATION_FAILED', 'Introspection is disabled'),
      invalid('{ plainz { n } }', 'GRAPHQL_VALIDATION_FAILED', '^((?!Did you mean).)*$'),
      ask('mutation { updateUploadFile(id: "999999999", info: {}) { name } }', {
        body: { errors: [{ extensions: { code: 'CONFORM_NOT_FOUND_ERROR' } }] },
      }),
      ask(
        '',
        { body: { errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] } },
        {
          body: {
            extensions: {
              persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(HELLO).digest('hex') },
            },
          },
        },
      ),
    ],
    { deploy: SETTINGS },
  ),
  {
    rows: ['quire.settings.uploads'],
    deploy: SETTINGS,
    async run(bench) {
      await upload(bench, 'f', part('p.png', 'image/png', png(120, 80)));
      await bench.send(
        get('/upload/files/{f.id}', {
          body: {
            placeholder: is.matching('^data:image/webp;base64,[\\w+/]+=*$'),
            formats: {
              tiny: format('tiny', '.png', 50, 33),
              tiny_webp: format('tiny', '.webp', 50, 33),
              small: format('small', '.png', 100, 67),
              small_webp: format('small', '.webp', 100, 67),
            },
          },
        }),
      );
      for (const [ext, type] of [
        ['png', 'image/png'],
        ['webp', 'image/webp'],
      ])
        await bench.send({
          ...{ send: 'GET', from: 'root', path: `/uploads/small_{f.hash}.${ext}` },
          expect: { status: 200, headers: { 'content-type': type as string } },
        });
      await upload(bench, 'g', part('p.jpg', 'image/png', png(60, 100)));
      await bench.send(
        get('/upload/files/{g.id}', {
          body: { formats: is.both(is.noKeys('small', 'small_webp'), { tiny: { width: 30, height: 50 } }) },
        }),
      );
    },
  },
];
