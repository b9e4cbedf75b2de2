// Cases of roles, API tokens and locales that the configuration declares.
import { actionsOf, makeUser } from '../accounts';
import { check, del, get, inAnyOrder, OWN, plain, post, put } from '../build';
import type { Case, Deployment, Step } from '../case';
import { is, type Pattern } from '../pattern';

interface Declared {
  /** The configuration of users. */
  readonly users?: object;
  readonly tokens?: readonly object[];
  /** The first one is the default. */
  readonly locales?: readonly string[];
}
const declares = ({ users, tokens, locales }: Declared): Deployment => ({
  config: {
    plugins: {
      ...(users ? { 'users-permissions': { config: users } } : {}),
      ...(tokens ? { 'api-tokens': { config: { tokens } } } : {}),
      ...(locales ? { i18n: { config: { locales, defaultLocale: locales[0] } } } : {}),
    },
  },
});
const SHOWN = '/users-permissions/roles';
const listed = (...roles: Pattern[]): Step => get(SHOWN, { body: { roles: is.including(...roles) } });
const anonymous = (path: string, status: number): Step => get(path, { status }, { as: 'anonymous' });

const token = (name: string, more: object): object => ({ name, secretFrom: 'CONFORMANCE_FULL', ...more });
const FULL = token('conformance', { type: 'full-access' });
const finding = (name: string, ...actions: string[]): object =>
  token(name, { secretFrom: 'CONFORMANCE_READ_ONLY', type: 'custom', actions });

const FORMER: Declared = {
  users: {
    roles: {
      public: { actions: actionsOf('plain', 'find', 'findOne') },
      editor: { actions: actionsOf('plain', 'find', 'findOne', 'update', 'create') },
      reader: { name: 'Readers', description: 'They read.', actions: actionsOf('plain', 'find') },
    },
  },
  locales: ['it', 'sv'],
};
const LATTER: Declared = {
  users: {
    roles: {
      public: { actions: actionsOf('plain', 'find') },
      editor: {
        name: 'Editors',
        description: 'They write.',
        actions: actionsOf('plain', 'create', 'delete'),
      },
      reader: { actions: actionsOf('plain', 'find') },
      author: { actions: [] },
    },
  },
  tokens: [FULL, finding('finding', ...actionsOf('plain', 'find'))],
  locales: ['en', 'fr'],
};
/** One secret gets other actions, then another name, and then the first name again. The last two starts declare the same. */
const DECLARED: Deployment = {
  ...declares(LATTER),
  before: {
    ...declares(LATTER),
    before: {
      ...declares({ ...FORMER, tokens: [FULL, finding('former', ...actionsOf('plain', 'find'))] }),
      before: declares({ ...FORMER, tokens: [FULL, finding('finding', ...actionsOf('plain', 'findOne'))] }),
    },
  },
};

/** Actions of disabled plugins stay in the configuration. */
const BESIDE_DISABLED: Deployment = {
  config: {
    plugins: {
      ...{ upload: false, 'draft-and-publish': false },
      'api-tokens': {
        config: {
          tokens: [
            FULL,
            finding(
              'finding',
              ...actionsOf('plain', 'find'),
              ...actionsOf('article', 'publish', 'readDraft'),
              'plugin::upload.content-api.find',
            ),
          ],
        },
      },
      'users-permissions': {
        config: {
          roles: {
            public: {
              actions: [
                'plugin::upload.content-api.find',
                ...actionsOf('article', 'publish', 'readDraft'),
                ...actionsOf('plain', 'find'),
              ],
            },
          },
        },
      },
    },
  },
};

/** Tokens that requests created earlier. */
const STORED = `(_extension, app) => {
  const hash = (secret) => require('node:crypto').createHash('sha256').update(secret).digest('hex');
  app.hooks.boot.before(async () => {
    const secrets = { taken: 'x', second: process.env.CONFORMANCE_FULL, third: 'y' };
    for (const [name, secret] of Object.entries(secrets))
      await app.documents('plugin::api-tokens.token').create({ data: { name, type: 'read-only', actions: [], hash: hash(secret) } });
  });
}`;

/** These deployments do not start. */
const refused = (row: string, name: string, saying: string, refuses: Deployment): Case => ({
  ...{ rows: [row], name, refuses, saying },
});

export const quireDeclaredCases: readonly Case[] = [
  check(
    'quire.roles.declared',
    { a: plain({ n: 1 }) },
    [
      listed(
        { type: 'editor', name: 'Editors', description: 'They write.' },
        { type: 'reader', name: 'Readers', description: 'They read.' },
        { type: 'author', name: 'Author' },
      ),
      anonymous(`/plains?${OWN}`, 200),
      anonymous('/plains/{a.documentId}', 403),
    ],
    {
      deploy: DECLARED,
      async run(bench) {
        await makeUser(bench, 'user', []);
        const roleOf = async (type: string): Promise<unknown> => {
          const { body } = await bench.send(get(SHOWN));
          return Object(body).roles.find((role: { type: string }) => role.type === type)?.id;
        };
        const acts = async (type: string, steps: readonly Step[]): Promise<void> => {
          const role = await roleOf(type);
          await bench.send({
            ...{ send: 'PUT', path: '/users/{userUser.id}', body: { role }, expect: { status: 200 } },
          });
          for (const step of steps) await bench.send({ ...step, as: 'user' });
        };
        await acts('editor', [
          post('/plains', { name: '{mark}' }, { status: 201 }, { save: 'made' }),
          get('/plains', { status: 403 }),
          get('/plains/{made.documentId}', { status: 403 }),
          put('/plains/{made.documentId}', { n: 1 }, { status: 403 }),
          del('/plains/{made.documentId}', { status: 204 }),
        ]);
        await acts('reader', [
          get('/plains', { status: 200 }),
          post('/plains', { name: '{mark}' }, { status: 403 }),
        ]);
        await acts('author', [get('/plains', { status: 403 })]);
      },
    },
  ),
  refused(
    'quire.roles.declared',
    'an unknown action',
    'did you mean "api::plain.plain.find"',
    declares({ users: { roles: { public: { actions: ['api::plain.plain.fnd'] } } } }),
  ),
  check(
    'quire.roles.declared',
    {},
    [
      anonymous(`/plains?${OWN}`, 200),
      anonymous('/articles', 403),
      get('/plains', { status: 200 }, { as: 'read-only' }),
      get('/articles', { status: 403 }, { as: 'read-only' }),
    ],
    { deploy: BESIDE_DISABLED, name: 'actions of disabled plugins' },
  ),
  check(
    'quire.errors.no-drafts',
    {},
    [
      post(
        '/plains',
        { name: '{mark}', publishedAt: '2020-01-01T00:00:00.000Z', locale: 'fr' },
        { status: 201 },
      ),
      post('/articles', { title: '{mark}', publishedAt: null, locale: 'fr' }, { status: 201 }),
    ],
    { deploy: BESIDE_DISABLED },
  ),
  refused(
    'quire.roles.declared',
    'actions of no plugin, of an enabled plugin, and of no operation',
    inAnyOrder(
      ['plugin::none.user.me', 'plugin::users-permissions.user.mee', 'api::article.article.pblish'].map(
        (action) => `the action "${action}" does not exist`,
      ),
    ),
    declares({
      users: {
        roles: {
          public: {
            actions: [
              'plugin::none.user.me',
              'plugin::users-permissions.user.mee',
              'api::article.article.pblish',
            ],
          },
        },
      },
    }),
  ),
  refused(
    'quire.roles.declared',
    'a short name',
    'the name of a role has at least 3 characters, and "Wr" has 2; set a longer name',
    declares({ users: { roles: { writer: { name: 'Wr', actions: [] } } } }),
  ),
  refused(
    'quire.roles.declared',
    'no such role for new users',
    'the role "absent" does not exist',
    declares({ users: { register: { role: 'absent' } } }),
  ),
  check(
    'quire.access.token-declared',
    {},
    [
      get('/plains', { status: 200 }, { as: 'read-only' }),
      get('/plains/none', { status: 403 }, { as: 'read-only' }),
      get(
        '/api-tokens',
        {
          body: {
            data: is.both(
              is.including(
                { name: 'conformance', type: 'full-access', declared: true },
                { name: 'finding', type: 'custom', actions: actionsOf('plain', 'find'), declared: true },
              ),
              is.each({ name: is.matching('^(?!former)') }),
            ),
          },
        },
        { save: { declared: 'body.data.0' } },
      ),
      // The configuration owns these tokens.
      { send: 'DELETE', path: '/api-tokens/{declared.documentId}', expect: { status: 'refused' } },
      {
        ...{ send: 'POST', path: '/api-tokens/{declared.documentId}/actions/regenerate' },
        expect: { status: 'refused' },
      },
      get('/plains', { status: 200 }, { as: 'read-only' }),
    ],
    { deploy: DECLARED },
  ),
  check(
    'quire.locales.kept',
    {},
    [
      get('/i18n/locales', {
        body: is.both(
          is.length(4),
          is.including(
            { code: 'it', isDefault: true },
            { code: 'sv', isDefault: false },
            { code: 'en', isDefault: false },
            { code: 'fr', isDefault: false },
          ),
        ),
      }),
      post('/restaurants', { Name: '{mark}' }, { data: { locale: 'it' } }),
    ],
    { deploy: DECLARED },
  ),
  refused(
    'quire.access.token-declared',
    'one secret for two tokens',
    'has the same secret as tokens\\[0\\]',
    declares({ tokens: [FULL, token('other', { type: 'read-only' })] }),
  ),
  refused(
    'quire.access.token-declared',
    'tokens of requests with the same name or secret',
    `^(?![\\s\\S]*"third")${inAnyOrder([
      'tokens\\[1\\]: the token "taken" was created at runtime',
      'tokens\\[0\\]: the token "second" was created at runtime',
    ]).slice(1)}`,
    { ...declares({ tokens: [FULL, finding('taken', ...actionsOf('plain', 'find'))] }), extension: STORED },
  ),
  refused(
    'quire.access.token-declared',
    'an unknown action',
    'api::plain.plain.find',
    declares({ tokens: [FULL, finding('finding', ...actionsOf('plain', 'find', 'fnd'))] }),
  ),
];
