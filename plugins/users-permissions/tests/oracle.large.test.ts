// A caller learns nothing about data that it may not read: generated callers × places × names × operators. A right guess,
// a wrong guess and an unknown name give byte-identical responses, and run no statement.
import { setTimeout } from 'node:timers/promises';
import type { ContentTypeDefinition } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, expectNoStatements, grant, PASSWORD, register } from './app';

const ARTICLE = 'api::article.article';
const text = { type: 'string' } as const;
const to = (target: string, more: object = {}) =>
  ({ type: 'relation', relation: 'manyToOne', target, ...more }) as const;
const contentTypes: ContentTypeDefinition[] = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: text,
      hush: { ...text, private: true },
      pin: { type: 'password' },
      box: { type: 'component', component: 'shared.box' },
      boxes: { type: 'component', component: 'shared.box', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.box'] },
      tag: to('api::tag.tag', { inversedBy: 'articles' }),
      secret: to('api::secret.secret', { inversedBy: 'articles' }),
      author: to('plugin::users-permissions.user'),
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: {
      name: text,
      articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE, mappedBy: 'tag' },
      secret: to('api::secret.secret'),
    },
  },
  {
    info: { singularName: 'secret', pluralName: 'secrets' },
    attributes: {
      name: text,
      articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE, mappedBy: 'secret' },
    },
  },
];
const components = {
  'shared.box': {
    info: { displayName: 'Box' },
    attributes: { label: text, hush: { ...text, private: true }, secret: to('api::secret.secret') },
  },
};

let app: TestApp;
const headers: Record<string, Readonly<Record<string, string>>> = { public: {} };
let article: string;
let secret: string;
const ACTIONS = [`${ARTICLE}.find`, `${ARTICLE}.findOne`, `${ARTICLE}.update`, 'api::tag.tag.find'];
/** By their type. */
const TOKENS = {
  custom: 'c0ffee'.padEnd(64, '1'),
  'read-only': 'c0ffee'.padEnd(64, '2'),
  'full-access': 'c0ffee'.padEnd(64, '3'),
};
beforeAll(async () => {
  const entries = Object.entries(TOKENS);
  const tokens = entries.map(([type], index) => ({
    name: type,
    type,
    secretFrom: `TOKEN_${index}`,
    ...(type === 'custom' ? { actions: ACTIONS } : {}),
  }));
  app = await createUsersApp(
    {},
    {
      contentTypes,
      components,
      env: Object.fromEntries(entries.map(([, it], index) => [`TOKEN_${index}`, it])),
      config: {
        plugins: { 'api-tokens': { config: { tokens, cacheSeconds: 300 } } },
        server: { logs: { level: 'debug' } },
      },
    },
  );
  const { jwt, documentId: author } = await register(app, 'alice');
  headers.user = { Authorization: bearer(jwt) };
  for (const role of ['public', 'authenticated']) await grant(app, role, ...ACTIONS);
  for (const [name, it] of Object.entries(TOKENS)) headers[name] = { Authorization: bearer(it) };
  secret = (await app.documents('api::secret.secret').create({ data: { name: 'right' } })).documentId;
  const tag = await app.documents('api::tag.tag').create({ data: { name: 't', secret } });
  const box = { label: 'b', hush: 'right', secret };
  const data = {
    title: 'One',
    hush: 'right',
    pin: 'right-right',
    box,
    boxes: [box],
    tag: tag.documentId,
    secret,
    author,
  };
  article = (await app.documents(ARTICLE).create({ data })).documentId;
  // The time of the last use is written before the statements are counted.
  for (const caller of Object.keys(TOKENS)) await ask(caller, '');
  const uses = () =>
    app.documents('plugin::api-tokens.token').count({ filters: { lastUsedAt: { $notNull: true } } });
  while ((await uses()) < entries.length) await setTimeout(50);
  // After a minute it would be written again.
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const NARROW = ['public', 'user', 'custom'];
const ALL = [...NARROW, 'read-only', 'full-access'];

/** Unreadable paths in brackets, with their callers. NAME is replaced by an unknown name. */
const fields: readonly (readonly [path: string, callers: readonly string[], right: string])[] = [
  ['hush', ALL, 'right'],
  ['pin', ALL, 'right-right'],
  ['createdBy.id', ALL, '1'],
  ['updatedBy.id', ALL, '1'],
  ['box.hush', ALL, 'right'],
  ['boxes.hush', ALL, 'right'],
  ['author.password', ['read-only', 'full-access'], '$scrypt'],
  ['author.resetPasswordToken', ['read-only', 'full-access'], ''],
  ['author.confirmationToken', ['read-only', 'full-access'], ''],
  ['author.tokenEpoch', ['read-only', 'full-access'], ''],
  ['author.username', NARROW, 'alice'],
  ['author.role.name', NARROW, 'Authenticated'],
  ['secret.name', NARROW, 'right'],
  ['secret.id', NARROW, '1'],
  ['secret.articles.title', NARROW, 'One'],
  ['tag.secret.name', NARROW, 'right'],
  ['tag.articles.secret.name', NARROW, 'right'],
  ['box.secret.name', NARROW, 'right'],
  ['boxes.secret.name', NARROW, 'right'],
];

const PUBLICLY_NAMED: ReadonlySet<string> = new Set(['tag', 'box', 'boxes', 'articles', 'author']);
/** The unknown name replaces the first unreadable name of the path. */
function swapped(path: string, callers: readonly string[]): string {
  const names = path.split('.');
  const isOpen = (name: string) => PUBLICLY_NAMED.has(name) && (name !== 'author' || callers !== NARROW);
  const at = names.findIndex((name) => !isOpen(name));
  return names.map((name, index) => (index === at ? 'nonsense' : name)).join('.');
}
const brackets = (path: string): string =>
  path
    .split('.')
    .map((name) => `[${name}]`)
    .join('');

const OPERATORS: readonly string[] = [
  ...(['$eq', '$ne', '$eqi', '$nei', '$lt', '$lte', '$gt', '$gte', '$between', '$in', '$notIn'] as const),
  ...(['$contains', '$notContains', '$containsi', '$notContainsi', '$startsWith', '$startsWithi'] as const),
  ...(['$endsWith', '$endsWithi', '$null', '$notNull'] as const),
];
const guessed = (operator: string, guess: string): string =>
  operator === '$between' ? `[$between][0]=${guess}&X[$between][1]=zzz` : `[${operator}]=${guess}`;
const FORMS: readonly ((path: string, guess: string) => string)[] = [
  ...OPERATORS.map(
    (operator) => (path: string, guess: string) =>
      `filters${brackets(path)}${guessed(operator, guess).replace('X', `filters${brackets(path)}`)}`,
  ),
  (path, guess) => `filters${brackets(path)}=${guess}`,
  (path, guess) => `filters[$or][0]${brackets(path)}=${guess}`,
  (path, guess) => `filters[$and][0][$not]${brackets(path)}[$not][$startsWith]=${guess}`,
  (path, guess) => `filters[0]${brackets(path)}[$in][0]=${guess}`,
  (path, guess) => `populate[tag][filters][articles]${brackets(path)}=${guess}`,
  (path) => `sort=${path}`,
  (path) => `sort[0]=title&sort[1]=${path}:desc`,
  (path) => `sort${brackets(path)}=asc`,
  (path) => `fields=${path}`,
  (path) => `fields[0]=title&fields[1]=${path}`,
  (path) => `populate[tag][fields]=${path}`,
];

const ask = async (caller: string, query: string): Promise<string> => {
  const answer = await fetch(`${app.url}/api/articles?${query}`, { headers: headers[caller] ?? {} });
  const shown = [...answer.headers].filter(([name]) => !DIFFERING.has(name));
  return `${answer.status} ${JSON.stringify(shown)} ${await answer.text()}`;
};
const DIFFERING: ReadonlySet<string> = new Set(['x-request-id', 'date', 'content-length']);

/** Every form for every caller, with a different share of the names each. */
const formsFor = (caller: string, path: string) => {
  const share = fields.findIndex(([name]) => name === path);
  return FORMS.filter((_form, index) => (index + share) % (caller === 'public' ? 3 : 6) === 0);
};

describe.each(ALL)('%s', (caller) => {
  it.each(fields.filter(([, callers]) => callers.includes(caller)))(
    'learns nothing of %s',
    async (path, callers, right) => {
      const other = swapped(path, callers);
      const [hidden = ''] = path.split('.').filter((name, index) => name !== other.split('.')[index]);
      await expectNoStatements(app, async () => {
        for (const form of formsFor(caller, path)) {
          const known = await ask(caller, form(path, right));
          expect([form(path, ''), known.slice(0, 3)]).toEqual([form(path, ''), '400']);
          expect(await ask(caller, form(path, 'zzz'))).toBe(
            known.replaceAll(right === '' ? '\0' : `"${right}"`, '"zzz"'),
          );
          const asUnknown = await ask(caller, form(other, right));
          expect(asUnknown.replaceAll('nonsense', hidden)).toBe(known);
        }
      });
    },
  );

  const odd = [
    'where',
    '_where',
    'lookup',
    't0.hush',
    't.id',
    '"hush"',
    '`hush`',
    "hush'",
    'hush--',
    'box.hush',
    'HUSH',
    'hush ',
    '$where',
    '_q.hush',
    'document_id',
    '_status',
    'rowid',
  ];
  it.each(odd)('reveals nothing through the name %j', async (name) => {
    const known = encodeURIComponent(name);
    const queries = [
      `filters[${known}]=right`,
      `filters[${known}][$eq]=right`,
      `sort=${known}`,
      `fields=${known}`,
    ];
    await expectNoStatements(app, async () => {
      for (const query of queries) expect((await ask(caller, query)).slice(0, 3)).toBe('400');
    });
  });

  it('gives the same response for any value of unknown parameters', async () => {
    const plain = await ask(caller, '');
    for (const name of ['where', '_where', 'q', 'select', 'id', '$where', 'role'])
      expect(await ask(caller, `${name}[hush]=right&${name}[id]=99`)).toBe(plain);
  });

  it('populates none of it', async () => {
    for (const query of [
      'populate=*',
      'populate=secret,tag.secret,box.secret',
      'populate[tag][populate]=*',
      'populate[box][populate]=*',
      'populate[author][fields]=username',
      'populate[secret][filters][name]=right',
      'populate[secret][count]=true',
      '_q=right',
    ]) {
      const answer = await app.agent.get(`/api/articles/${article}?${query}`).set(headers[caller] ?? {});
      expect(answer.text).not.toMatch(/hush|right-right|scrypt|"password"|Token/);
      if (NARROW.includes(caller)) expect(answer.text).not.toMatch(/right|alice/);
    }
  });
});

it.each(NARROW)('%s: a body reveals nothing about unreadable data', async (caller) => {
  const forged = ['id', 'documentId', 'createdBy', 'updatedBy', 'createdAt', 'updatedAt', 'secret', 'author'];
  const put = async (data: object) => {
    const { status, text: answer } = await app.agent
      .put(`/api/articles/${article}`)
      .set(headers[caller] ?? {})
      .send({ data });
    return `${status} ${answer}`;
  };
  await expectNoStatements(app, async () => {
    for (const name of forged) expect([name, (await put({ [name]: 1 })).slice(0, 3)]).toEqual([name, '400']);
    const known = await put({ box: { secret: { connect: [secret] } } });
    expect(known.slice(0, 3)).toBe('400');
    expect(await put({ box: { secret: { connect: ['a'.repeat(24)] } } })).toBe(known);
    expect((await put({ box: { nonsense: { connect: [secret] } } })).replaceAll('nonsense', 'secret')).toBe(
      known,
    );
  });
  await app.agent
    .put(`/api/articles/${article}`)
    .set(headers[caller] ?? {})
    .send({ data: { publishedAt: '2001-01-01T00:00:00.000Z', locale: 'xx' } })
    .expect(200);
});

it('logged no secret', () => {
  const lines = JSON.stringify(app.logs);
  expect(lines.length).toBeGreaterThan(1000);
  for (const it of [
    PASSWORD,
    'right-right',
    '$scrypt',
    ...ALL.slice(1).map((name) => headers[name]?.Authorization?.slice(7) ?? '-'),
  ])
    expect(lines).not.toContain(it);
});
