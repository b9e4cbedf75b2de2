import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { definePlugin } from '../core';
import { type Caller, createTestApp, type TestApp } from '.';

const article = {
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: {
    title: { type: 'string', required: true, minLength: 12, maxLength: 20 },
    kind: { type: 'enumeration', enum: ['news', 'essay'], required: true },
    rating: { type: 'integer', required: true, min: 100 },
    price: { type: 'decimal', required: true },
    big: { type: 'biginteger', required: true },
    day: { type: 'date', required: true },
    hour: { type: 'time', required: true },
    moment: { type: 'datetime', required: true },
    mail: { type: 'email', required: true, unique: true },
    shown: { type: 'boolean', required: true },
    data: { type: 'json', required: true },
    slug: { type: 'uid', targetField: 'title', required: true },
    seo: { type: 'component', component: 'shared.seo', required: true },
    parts: { type: 'dynamiczone', components: ['shared.seo'], required: true, min: 2 },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', required: true },
    note: { type: 'string' },
  },
};
const author = {
  info: { singularName: 'author', pluralName: 'authors' },
  attributes: { name: { type: 'string', required: true } },
};
const code = {
  info: { singularName: 'code', pluralName: 'codes' },
  attributes: { code: { type: 'string', required: true, regex: '^Q-\\d{4}$' } },
};
const seo = { info: {}, attributes: { text: { type: 'string', required: true } } };

const FIND = 'api::article.article.find';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [article, author, code],
    components: { 'shared.seo': seo },
    env: { JWT_SECRET: 'only-for-tests-and-never-for-a-deployment' },
    config: { plugins: { 'users-permissions': true, 'api-tokens': true, email: true } },
  });
});
afterAll(() => app.close());

const callers: [string, Caller, read: number, write: number][] = [
  ['the public', 'public', 403, 403],
  ['a role', { role: 'authenticated' }, 403, 403],
  ['a user with permissions', { can: [FIND] }, 200, 403],
  ['a token that reads', { token: 'read-only' }, 200, 403],
  ['a token with permissions', { token: [FIND] }, 200, 403],
  ['a token with full access', { token: 'full-access' }, 200, 400],
];
it.each(callers)('%s', async (_name, caller, read, write) => {
  const client = app.as(caller);
  await client.get('/api/articles').expect(read);
  await client.post('/api/articles', { data: {} }).expect(write);
});

it('an existing user, until the token expires', async () => {
  const { documentId } = await app.make('plugin::users-permissions.user', {
    username: 'ann',
    confirmed: true,
  });
  const ann = app.as({ documentId });
  const before = Date.now();
  expect((await ann.get('/api/users/me')).status).not.toBe(401);
  app.clock.move('31d');
  expect(Date.now() - before).toBeGreaterThanOrEqual(31 * 86_400_000);
  expect(new Date()).toBeInstanceOf(Date);
  await ann.get('/api/users/me').expect(401);
  app.clock.reset();
  expect((await ann.get('/api/users/me')).status).not.toBe(401);
  expect(Date.now() - before).toBeLessThan(86_400_000);
});

it('messages for mistakes of a test', async () => {
  expect(() => app.clock.move('1 week')).toThrow('"1 week" is no duration');
  await expect(app.as('public').get('/api/articles').expect(200)).rejects.toThrow(
    /expected status 200, got 403: .*Forbidden/,
  );
  await expect(app.as({ role: 'unknown' }).get('/api/articles')).rejects.toThrow(
    'no role of the type "unknown"',
  );
  await expect(app.make('api::code.code')).rejects.toThrow('api::code.code → code. Pass a value for it.');
  await expect(app.make('api::cod.cod')).rejects.toThrow('"api::cod.cod" does not exist. Known: ');
  const bare = await createTestApp();
  await expect(bare.as({ token: 'read-only' }).get('/')).rejects.toThrow('needs the plugin "api-tokens"');
  await bare.close();
});

it('makes documents with all required values, and records their writes', async () => {
  const before = app.events.length;
  const made = await app.make('api::article.article', { note: 'own' }, { populate: '*' });
  expect(made).toMatchObject({
    note: 'own',
    kind: 'news',
    rating: 100,
    author: { name: expect.any(String) },
  });
  expect(made.parts).toHaveLength(2);
  await app.make('api::article.article');
  const data = app.build('api::article.article', { title: 'A title of my own' });
  expect(data).toMatchObject({ title: 'A title of my own', day: '2026-01-01' });
  await app.as({ token: 'full-access' }).post('/api/articles', { data: { ...data, author: made.author } });
  const writes = app.events.slice(before).filter(({ type }) => type.startsWith('api::'));
  expect(writes.map(({ operation, type }) => `${operation} ${type}`)).toEqual([
    'create api::author.author',
    'create api::article.article',
    'create api::author.author',
    'create api::article.article',
    'create api::article.article',
  ]);
});

it('captures mails', async () => {
  const { email } = await app.make('plugin::users-permissions.user', { email: 'bob@example.com' });
  await app.as('public').post('/api/auth/forgot-password', { email }).expect(200);
  for (let waits = 0; waits < 100 && app.mails.length === 0; waits++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(app.mails).toMatchObject([{ to: ['bob@example.com'], subject: expect.any(String) }]);
});

it('counts statements', async () => {
  const articles = app.documents('api::article.article');
  const one = await app.countStatements(() => articles.findMany({ populate: { author: true } }));
  expect(one.statements).toBeGreaterThan(0);
  expect(one.result).toHaveLength(3);
  const two = await app.countStatements(async () => {
    await articles.findMany({ populate: { author: true }, sort: 'title' });
    await articles.findMany({ populate: { author: true }, sort: 'rating' });
  });
  expect(two.statements).toBe(2 * one.statements);
});

it('the declarations need no package of test tools', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"]([^'"]+)['"]/g)) {
      if (!name.startsWith('.')) packages.add(name.split('/')[0] ?? '');
      else {
        const path = join(dirname(file), name);
        visit(file.endsWith('index.d.ts') && name === '.' ? file : declarationOf(path));
      }
    }
  };
  const declarationOf = (path: string): string => {
    try {
      readFileSync(`${path}.d.ts`);
      return `${path}.d.ts`;
    } catch {
      return join(path, 'index.d.ts');
    }
  };
  visit(join(__dirname, 'index.d.ts'));
  expect(seen.size).toBeGreaterThan(50);
  expect([...packages].filter((name) => /supertest|jest/.test(name))).toEqual([]);
});

describe('more ways into the application', () => {
  let own: TestApp;
  const greeter = definePlugin({
    name: 'greeter' as string,
    register({ commands }) {
      commands.add({
        name: 'greet',
        description: 'Greets',
        usage: ['quire greet NAME'],
        flags: { loud: { type: 'boolean', description: 'In capitals' } },
        async run({ words: [name], flags, print, ask }) {
          if (name === undefined) return 2;
          const line = `${await ask('How?')} ${name}`;
          print(flags.loud ? line.toUpperCase() : line);
          return 0;
        },
      });
    },
  });
  beforeAll(async () => {
    own = await createTestApp({
      contentTypes: [
        { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } },
      ],
      plugins: [greeter],
      config: {
        plugins: {
          graphql: { config: { subscriptions: true, callerFilterTime: 10_000 } },
          'users-permissions': true,
        },
      },
      env: { JWT_SECRET: 'only-for-tests-and-never-for-a-deployment' },
    });
  });
  afterAll(() => own.close());

  it('runs a command', async () => {
    expect(await own.command(['greet', 'Ann', '--loud'], { answers: ['Hello'] })).toEqual({
      code: 0,
      lines: ['HELLO ANN'],
    });
    expect((await own.command(['greet'])).code).toBe(2);
    await expect(own.command(['gret'])).rejects.toThrow('did you mean "greet"?');
  });

  it('asks GraphQL, subscribes, and starts a second process', async () => {
    expect((await own.graphql('{ notes { text } }')).body.errors[0].message).toContain('Forbidden');
    const writer = own.as({
      can: ['api::note.note.create', 'api::note.note.find', 'api::note.note.findOne'],
    });
    const events = await writer.subscribe('subscription { noteChanged { document { text } } }');
    const { body } = await writer.graphql(
      'mutation ($text: String) { createNote(data: { text: $text }) { text } }',
      { text: 'new' },
    );
    expect(body).toEqual({ data: { createNote: { text: 'new' } } });
    expect((await events.next()).data.noteChanged.document).toEqual({ text: 'new' });
    events.close();
    await expect(events.next()).rejects.toThrow('The subscription has ended');
    const second = await own.second();
    expect(second.url).not.toBe(own.url);
    const reader = second.as({ can: ['api::note.note.find'] });
    expect((await reader.get('/api/notes').expect(200)).body.data).toHaveLength(1);
  });
});
