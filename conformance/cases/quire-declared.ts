// Cases of declared roles and declared API tokens, and of the limit of conditions.
import { makeUser } from './accounts';
import { check, del, get, OWN, plain, post } from './build';
import type { Case, Deployment, Step } from './case';
import { ask, gives, MINE } from './graphql-build';
import { is, type Pattern } from './pattern';

const of = (name: string, ...verbs: string[]): string[] =>
  verbs.map((verb) => `api::${name}.${name}.${verb}`);
const accounts = (config: object): Deployment => ({
  config: { plugins: { 'users-permissions': { config } } },
});
const withRoles = (roles: object): Deployment => accounts({ roles });
const SHOWN = '/users-permissions/roles';
const listed = (...roles: Pattern[]): Step => get(SHOWN, { body: { roles: is.including(...roles) } });
const anonymous = (path: string, status: number): Step => get(path, { status }, { as: 'anonymous' });

const FORMER = withRoles({
  public: { actions: of('plain', 'find', 'findOne') },
  editor: { actions: of('plain', 'find', 'create') },
  reader: { name: 'Readers', description: 'They read.', actions: of('plain', 'find') },
});
const DECLARED: Deployment = {
  ...withRoles({
    public: { actions: of('plain', 'find') },
    editor: { name: 'Editors', description: 'They write.', actions: of('plain', 'create', 'delete') },
    reader: { actions: of('plain', 'find') },
    author: { actions: [] },
  }),
  before: FORMER,
};

const token = (name: string, more: object): object => ({ name, secretFrom: 'CONFORMANCE_FULL', ...more });
const tokens = (...all: object[]): Deployment => ({
  config: { plugins: { 'api-tokens': { config: { tokens: all } } } },
});
const FULL = token('conformance', { type: 'full-access' });
const finding = (name: string, ...actions: string[]): object =>
  token(name, { secretFrom: 'CONFORMANCE_READ_ONLY', type: 'custom', actions });

const FINDING = tokens(FULL, finding('finding', ...of('plain', 'find')));

/** These deployments do not start. */
const refused = (row: string, name: string, saying: string, refuses: Deployment): Case => ({
  ...{ rows: [row], name, refuses, saying },
});
const isLimit = { status: 400, body: { errors: is.including({ message: is.matching('conditions') }) } };
const conditions = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `{ n: { eq: ${from + index} } }`).join(', ');
const asked = (filters: string, isAllowed: boolean, given: object = {}, words = ''): Step => {
  const query = `query ${words} { plains(filters: ${filters}) { n } }`;
  const body = { body: { query, variables: given } };
  return isAllowed ? gives(query, { plains: is.list }, body) : ask(query, isLimit, body);
};

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
    withRoles({ public: { actions: ['api::plain.plain.fnd'] } }),
  ),
  refused(
    'quire.roles.declared',
    'a short name',
    'at least 3 characters',
    withRoles({ writer: { name: 'Wr', actions: [] } }),
  ),
  refused(
    'quire.roles.declared',
    'no such role for new users',
    'the role "absent" does not exist',
    accounts({ register: { role: 'absent' } }),
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
                { name: 'finding', type: 'custom', actions: of('plain', 'find'), declared: true },
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
    {
      deploy: {
        // The last two starts declare the same tokens.
        ...FINDING,
        before: {
          ...FINDING,
          before: {
            ...tokens(FULL, finding('former', ...of('plain', 'find'))),
            before: tokens(FULL, finding('finding', ...of('plain', 'findOne'))),
          },
        },
      },
    },
  ),
  refused(
    'quire.access.token-declared',
    'one secret for two tokens',
    'has the same secret as tokens\\[0\\]',
    tokens(FULL, token('other', { type: 'read-only' })),
  ),
  refused(
    'quire.access.token-declared',
    'an unknown action',
    'api::plain.plain.find',
    tokens(FULL, finding('finding', ...of('plain', 'find', 'fnd'))),
  ),
  {
    rows: ['quire.graphql.conditions'],
    deploy: { config: { api: { limits: { conditions: 4 } } } },
    steps: [
      asked(`{ or: [${conditions(4)}] }`, true),
      asked(`{ or: [${conditions(5)}] }`, false),
      asked(`{ and: [${conditions(2)}, { or: [${conditions(3)}] }] }`, false),
      asked('{ n: { in: [1, 2, 3, 4, 5] }, name: { eq: "a", ne: "b", contains: "c" } }', true),
      asked('{ n: { in: [1, 2, 3, 4, 5] }, name: { eq: "a", ne: "b", contains: "c" }, not: {} }', false),
      ...[3, 4, 5].map((count) => {
        const or = Array.from({ length: count }, (_, n) => ({ n: { eq: n } }));
        return asked('$f', count <= 4, { f: { or } }, '($f: PlainFiltersInput)');
      }),
      asked(
        `{ or: [${conditions(2)}], and: $f }`,
        true,
        { f: [{ n: { eq: 1 } }, { n: { eq: 2 } }] },
        '($f: [PlainFiltersInput])',
      ),
      asked(
        `{ or: [${conditions(3)}], and: $f }`,
        false,
        { f: [{ n: { eq: 1 } }, { n: { eq: 2 } }] },
        '($f: [PlainFiltersInput])',
      ),
      ...[1, 2].map((times) => {
        const uses = Array.from({ length: times }, (_, index) => `q${index}: plains { ...more }`).join(' ');
        const below = `group { plains(filters: { or: [${conditions(3)}] }) { n } }`;
        const query = `{ ${uses} } fragment more on Plain { ${below} }`;
        return times === 1 ? gives(query, { q0: is.list }) : ask(query, isLimit);
      }),
      gives(
        `{ a: plains(filters: { ${MINE} }) { n } b: plains_connection(filters: { or: [${conditions(3)}] }) { pageInfo { total } } }`,
        { a: is.list, b: { pageInfo: is.any } },
      ),
      ask(
        `{ a: plains(filters: { or: [${conditions(2)}] }) { n } b: plains_connection(filters: { or: [${conditions(3)}] }) { pageInfo { total } } }`,
        isLimit,
      ),
    ],
  },
];
