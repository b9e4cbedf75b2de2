// The OpenAPI document: valid, complete, without private attributes. And its page.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, definePlugin } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const article = {
  kind: 'collectionType' as const,
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  attributes: {
    title: { type: 'string', required: true, minLength: 3, maxLength: 9 },
    kind: { type: 'enumeration', enum: ['a', 'b'] },
    note: { type: 'string', private: true },
    secret: { type: 'password' },
    at: { type: 'time' },
    cover: { type: 'media' },
    related: { type: 'relation', relation: 'manyToMany', target: 'api::article.article' },
    seo: { type: 'component', component: 'shared.seo' },
    zone: { type: 'dynamiczone', components: ['shared.seo'] },
  },
};
const home = {
  kind: 'singleType' as const,
  info: { singularName: 'home', pluralName: 'homes' },
  attributes: { text: { type: 'text' } },
};
const seo = { info: { displayName: 'Seo' }, attributes: { text: { type: 'string' } } };

interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string; description?: string }[];
        responses: Record<string, unknown>;
        requestBody?: unknown;
      }
    >
  >;
  readonly components: {
    schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }>;
  };
}

let app: TestApp;
let api: Document;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [article, home],
    components: { 'shared.seo': seo },
    config: { plugins: { openapi: true }, server: { logs: { level: 'error' } } },
  });
  api = (await app.agent.get('/api/openapi.json')).body;
});
afterAll(() => app.close());

it('is valid OpenAPI 3.1', () => expect(validate(app, api)).toBe('"valid"'));

it('is valid with every plugin enabled', async () => {
  const folder = join(process.cwd(), 'plugins');
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));
  const full = await createTestApp({
    contentTypes: [article, home],
    components: { 'shared.seo': seo },
    config: {
      plugins: {
        ...Object.fromEntries(names.map((name) => [name, true])),
        'two-factor': { enabled: true, config: { secret: 'a secret of this test, long enough' } },
      },
      server: { logs: { level: 'error' } },
    },
    listen: false,
  });
  const lines: string[] = [];
  await full.kernel.commands
    .get('openapi')
    ?.run({ words: [], flags: {}, print: (line) => lines.push(line), ask: async () => '' });
  const document = JSON.parse(lines.join('\n'));
  expect(validate(full, document)).toBe('"valid"');
  const schemaIn = (place: { content: Record<string, { schema: object }> }, type = 'application/json') =>
    place.content[type]?.schema;
  const answerOf = (method: string, path: string) => schemaIn(document.paths[path][method].responses['2XX']);
  const user = { $ref: '#/components/schemas/UsersPermissionsUser' };
  expect(answerOf('get', '/api/users')).toEqual({ type: 'array', items: user });
  expect(answerOf('get', '/api/users/me')).toEqual(user);
  const { properties } = document.components.schemas.UploadFile;
  expect(answerOf('delete', '/api/upload/files/{id}')).toMatchObject({
    additionalProperties: false,
    properties: { ...properties, isUrlSigned: { type: 'boolean' } },
  });
  const upload = document.paths['/api/upload'].post;
  expect(upload.parameters.map(({ name }: { name: string }) => name)).toEqual(['id']);
  expect(schemaIn(upload.requestBody, 'multipart/form-data')).toMatchObject({
    properties: {
      files: { type: 'array', items: { type: 'string', format: 'binary' } },
      ...Object.fromEntries(
        ['fileInfo', 'ref', 'refId', 'field', 'locale', 'status', 'path'].map((name) => [name, {}]),
      ),
    },
  });
  await full.close();
});

it('describes one form of documents, whose documentId is a text', async () => {
  const text = JSON.stringify(api);
  expect(text).not.toContain('V4Document');
  expect(text).not.toContain('Strapi-Response-Format');
  expect(api.components.schemas.Article?.properties.documentId).toMatchObject({ type: 'string' });
  const filters = api.paths['/api/articles']?.get?.parameters.find(({ name }) => name === 'filters');
  expect(filters).toMatchObject({
    description: 'Conditions: `filters[title][$containsi]=hello`',
    examples: { none: { value: {} }, equal: { value: { title: 'hello' } } },
  });
  await app.agent.get('/api/articles?filters[title][$containsi]=hello').expect(200);
  await app.agent.get('/api/articles?filters[title]=hello').expect(200);
  const v4 = await createTestApp({
    contentTypes: [article, home],
    components: { 'shared.seo': seo },
    config: { plugins: { openapi: { config: { v4: true } } } },
  });
  const { body } = await v4.agent.get('/api/openapi.json').expect(200);
  expect(JSON.stringify(body)).toContain('V4Document');
  expect(validate(v4, body)).toBe('"valid"');
  await v4.close();
});

it('has the title of the application, and no padlock on routes that need no credentials', async () => {
  const closed = await createTestApp({
    contentTypes: [article, home],
    components: { 'shared.seo': seo },
    env: { JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' },
    config: {
      plugins: {
        'users-permissions': {
          config: {
            roles: { public: { actions: ['plugin::openapi.document.find', 'api::article.article.find'] } },
          },
        },
      },
    },
  });
  writeFileSync(join(closed.dir, 'package.json'), '{ "name": "shop" }');
  const read = async () => (await closed.agent.get('/api/openapi.json').expect(200)).body;
  const { info, paths } = await read();
  expect(info.title).toBe('shop');
  expect(paths['/api/articles'].get.security).toEqual([]);
  expect(paths['/api/articles'].post.security).toEqual([{ bearer: [] }, {}]);
  expect(paths['/api/home'].get.security).toEqual([{ bearer: [] }, {}]);
  await closed.close();
});

it('contains every route, each operation with its own id', () => {
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const routes = app.kernel.routes.map(
    ({ definition }) => `${definition.method.toLowerCase()} ${definition.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.sort()).toEqual(routes.sort());
  expect(described).toContain('put /api/articles/{documentId}');
  const ids = Object.values(api.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => JSON.stringify(operation).match(/"operationId":"(\w+)"/)?.[1]),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('contains the keys of responses and no others', () => {
  const { Article } = api.components.schemas;
  expect(Object.keys(Article?.properties ?? {})).toEqual([
    'id',
    'documentId',
    'title',
    'kind',
    'at',
    'createdAt',
    'updatedAt',
    'related',
    'seo',
    'zone',
  ]);
  expect(JSON.stringify(api.components.schemas)).not.toContain('"note"');
  expect(Object.keys(api.components.schemas.ArticleInput?.properties ?? {})).toEqual([
    'title',
    'kind',
    'secret',
    'at',
    'related',
    'seo',
    'zone',
  ]);
});

it('contains the parameters of reads and the errors of the tables', () => {
  const find = api.paths['/api/articles']?.get;
  expect(find?.parameters.map(({ name }) => name)).toEqual([
    'filters',
    '_q',
    'sort',
    'pagination',
    'fields',
    'populate',
    'If-None-Match',
  ]);
  expect(Object.keys(find?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '304', '400', '403', '404', '412', '500', '503']),
  );
});

it('describes each operator', () => {
  const { anyOf } = api.components.schemas.Conditions_string as unknown as {
    anyOf: { properties?: Record<string, { description?: string }> }[];
  };
  const { $not, ...operators } = anyOf.find(({ properties }) => properties)?.properties ?? {};
  expect([$not, Object.keys(operators)]).toEqual([{}, expect.arrayContaining(['$eq', '$containsi'])]);
  for (const { description } of Object.values(operators)) expect(description).toMatch(/\w \w/);
});

it('is printed by the command', async () => {
  const lines: string[] = [];
  const command = app.kernel.commands.get('openapi');
  const code = await command?.run({
    words: [],
    flags: {},
    print: (line) => lines.push(line),
    ask: async () => '',
  });
  // The command does not read which routes need no credentials.
  const withoutAccess = (text: string): unknown =>
    JSON.parse(text, (key, value) => (key === 'security' ? undefined : value));
  expect([code, withoutAccess(lines.join('\n'))]).toEqual([0, withoutAccess(JSON.stringify(api))]);
});

it('lists content types first', () => {
  expect(api.tags.slice(0, 3).map(({ name }) => name)).toEqual(['Article', 'home', 'openapi']);
});

it('has a page that loads its files from this origin alone', async () => {
  const { status, text, headers } = await app.agent.get('/api/docs');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/https?:\/\//);
  expect(text).toContain('data-url="/api/openapi.json"');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; .*; connect-src 'self';/,
  );
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(files).toHaveLength(3);
  const types = await Promise.all(
    files.map(async (path) => (await app.agent.get(path)).headers['content-type']),
  );
  const script = 'text/javascript; charset=utf-8';
  expect(types).toEqual(['text/css; charset=utf-8', script, script]);
  for (const name of ['..%2Fpage.js', 'LICENSE', 'absent.js'])
    expect((await app.agent.get(`/api/docs/assets/${name}`)).status).toBe(404);
});

it('needs a permission, has no page in production, and is served at the configured path', async () => {
  const closed = await createTestApp({
    contentTypes: [article],
    components: { 'shared.seo': seo },
    env: { NODE_ENV: 'production' },
    config: {
      plugins: { openapi: { config: { path: '/spec.json' } } },
      server: { anonymous: 'none', logs: { level: 'silent' } },
      api: { rest: { prefix: '/v1' } },
    },
  });
  expect((await closed.agent.get('/v1/spec.json')).status).toBe(403);
  for (const path of ['/v1/docs', '/v1/docs/assets/start.js'])
    expect((await closed.agent.get(path)).status).toBe(404);
  await closed.close();
});

it('shows the rest of a path as a parameter', async () => {
  const wild = await createTestApp({
    contentTypes: [article],
    components: { 'shared.seo': seo },
    plugins: [
      definePlugin({
        name: 'wild',
        register({ routes }) {
          routes.add({
            method: 'GET',
            path: '/files/:owner/*rest',
            action: null,
            summary: 'x',
            handler: (_request, { params: { owner, rest } }) => ({ json: `${owner} ${rest}` }),
          });
        },
      }),
    ],
    config: { plugins: { openapi: true }, server: { logs: { level: 'error' } } },
  });
  const document = (await wild.agent.get('/api/openapi.json')).body;
  expect(document.paths['/files/{owner}/{rest}'].get.parameters).toEqual([
    { name: 'owner', in: 'path', required: true, schema: { type: 'string' } },
    expect.objectContaining({ name: 'rest', description: expect.stringContaining('may be empty') }),
  ]);
  expect((await wild.agent.get('/files/ann/a/b')).body).toBe('ann a/b');
  expect(validate(wild, document)).toBe('"valid"');
  await wild.close();
});

it('shows headers and security schemes of plugins, and CORS lets pages use the headers', async () => {
  const seen: App[] = [];
  const keyed = await createTestApp({
    contentTypes: [
      { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } },
    ],
    plugins: [
      definePlugin({
        name: 'keyed' as string,
        register(app) {
          seen.push(app);
          app.headers.add({ name: 'X-Tenant', description: 'The tenant', in: 'request' });
          app.headers.add({
            name: 'X-Quota',
            description: 'Requests that are left',
            in: 'response',
            on: ({ path }) => path === '/api/notes',
            openapi: { type: 'integer' },
          });
          app.securitySchemes.add({
            name: 'tenantKey',
            description: 'The key of a tenant',
            openapi: { type: 'apiKey', in: 'header', name: 'X-Tenant-Key' },
          });
          app.hooks.request.authenticate((request) =>
            request.header('x-tenant-key') === 'a' ? { kind: 'tenant', id: 'a', label: 'a' } : undefined,
          );
        },
      }),
    ],
    config: { plugins: { openapi: true }, server: { anonymous: 'none', logs: { level: 'error' } } },
  });
  const { openapiDocument } = require('../document') as typeof import('../document');
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const document: any = openapiDocument(seen[0] as App, { v4: false, open: new Set() });
  expect(document.components.securitySchemes.tenantKey).toEqual({
    type: 'apiKey',
    in: 'header',
    name: 'X-Tenant-Key',
    description: 'The key of a tenant',
  });
  const { get } = document.paths['/api/notes'];
  expect(get.security).toEqual([{ bearer: [] }, { tenantKey: [] }, {}]);
  expect(get.parameters).toContainEqual({
    name: 'X-Tenant',
    in: 'header',
    description: 'The tenant',
    schema: { type: 'string' },
  });
  expect(get.responses['200'].headers['X-Quota'].schema).toEqual({ type: 'integer' });
  expect(document.paths['/api/notes'].post.responses['201'].headers['X-Quota']).toBeDefined();
  expect(JSON.stringify(document.paths['/api/notes/{documentId}'])).not.toContain('X-Quota');
  expect(validate(keyed, document)).toBe('"valid"');
  const preflight = await keyed.agent
    .options('/api/notes')
    .set('Origin', 'https://example.org')
    .set('Access-Control-Request-Method', 'GET');
  expect(preflight.headers['access-control-allow-headers']).toMatch(/,X-Tenant$/);
  const answer = await keyed.agent.get('/api/notes').set('Origin', 'https://example.org');
  expect(answer.headers['access-control-expose-headers']).toMatch(/,X-Quota$/);
  await keyed.close();
});

/** The validator is an ES module, which a CommonJS test cannot load directly. */
function validate({ dir }: TestApp, document: unknown): string {
  const file = join(dir, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const check = `import('@seriousme/openapi-schema-validator').then(async ({ Validator }) => {
    const { valid, errors } = await new Validator().validate(${JSON.stringify(file)});
    console.log(JSON.stringify(valid ? 'valid' : errors, null, 1));
  })`;
  return execFileSync(process.execPath, ['-e', check], { cwd: process.cwd(), encoding: 'utf8' }).trim();
}
