// The builder over HTTP: who reaches it, and a running `quire develop` whose schema files it changes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createKernel } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { administrator, ask, createAdminApp, PAGE, PASSWORD, userWith } from './admin-app';

const AT = '/admin/api/builder';

/** Without the header of the page, and from another site. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'quire-admin': '1', 'sec-fetch-site': 'cross-site' },
];

describe('who reaches the builder', () => {
  let app: TestApp | null = null;
  afterEach(async () => {
    await app?.close();
    app = null;
  });

  test('sessions with its permission, in development', async () => {
    app = await createAdminApp({ env: { NODE_ENV: 'development' } });
    const cookie = await administrator(app);
    const editor = await userWith(app, 'editor', ['plugin::admin.app.open']);
    const files = [{ path: 'src/components/shared/quote.json', text: '{}' }];
    const calls = [
      [AT, 'GET', undefined],
      [`${AT}/plan`, 'POST', { files }],
      [`${AT}/files`, 'PUT', { files }],
    ] as const;
    for (const [path, method, body] of calls) {
      const given = { method, ...(body ? { body } : {}) };
      expect(await ask(app, path, { ...given, cookie: editor })).toMatchObject({ status: 403 });
      for (const headers of FOREIGN)
        expect(await ask(app, path, { ...given, cookie, headers })).toMatchObject({ status: 403 });
      expect(await ask(app, path, given)).toMatchObject({ status: 401 });
    }
    const { status, body } = await ask(app, AT, { cookie });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      isRunning: true,
      places: { component: 'src/components/{category}/{name}.json' },
      others: expect.arrayContaining([
        expect.objectContaining({
          uid: 'plugin::users-permissions.user',
          source: expect.stringContaining('plugin'),
        }),
      ]),
    });
  });

  test('refuses names that the file system refuses, with their place', async () => {
    app = await createAdminApp({ env: { NODE_ENV: 'development' } });
    const cookie = await administrator(app);
    const long = `config/content-types/${'x'.repeat(254)}.json`;
    mkdirSync(join(app.dir, 'config/components'), { recursive: true });
    writeFileSync(join(app.dir, 'config/components/notes'), 'text');
    mkdirSync(join(app.dir, 'src/components/shared/folder.json'), { recursive: true });
    const cases = [
      [long, /too long; use at most 200/],
      [
        'config/components/notes/quote.json',
        /notes is a file, and should be a folder; .*choose another name/,
      ],
      ['src/components/shared/folder.json', /is a folder, and should be a file/],
      ['config/server.json', /use config\/content-types\/NAME\.json/],
    ] as const;
    for (const [path, message] of cases)
      for (const [at, method] of [
        ['plan', 'POST'],
        ['files', 'PUT'],
      ] as const) {
        const body = { files: [{ path, text: '{}' }] };
        const answer = await ask(app, `${AT}/${at}`, { method, body, cookie });
        expect([path, answer.status, answer.body.error]).toEqual([
          path,
          400,
          expect.objectContaining({
            details: {
              errors: [
                expect.objectContaining({
                  path: ['files', '0', 'path'],
                  message: expect.stringMatching(message),
                }),
              ],
            },
          }),
        ]);
      }
  });

  test('plans with the database and the configuration of the process, which the files do not name', async () => {
    app = await createAdminApp({ env: { NODE_ENV: 'development' } });
    const cookie = await administrator(app);
    const { body } = await ask(app, AT, { cookie });
    const { files } = body.data as { files: { path: string; text: string }[] };
    const [file] = files;
    const answer = await ask(app, `${AT}/plan`, {
      ...{ method: 'POST', cookie },
      body: { files: [{ path: file?.path, text: file?.text }] },
    });
    expect([answer.status, answer.body.data]).toEqual([200, { steps: [], warnings: [] }]);
  });

  test('makes no plan for a program with plugins of its own, and writes nothing', async () => {
    app = await createAdminApp({
      env: { NODE_ENV: 'development' },
      plugins: [{ name: 'own', register: () => undefined }],
    });
    const cookie = await administrator(app);
    const body = { files: [{ path: 'src/components/shared/more.json', text: '{ "attributes": {} }' }] };
    const answer = await ask(app, `${AT}/files`, { method: 'PUT', body, cookie });
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(/"own".*config\/plugins/) });
    expect(existsSync(join(app.dir, 'src/components/shared/more.json'))).toBe(false);
  });

  test('a process that only reads writes no files', async () => {
    app = await createAdminApp({ env: { NODE_ENV: 'development' } });
    const cookie = await administrator(app);
    const reader = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'development' },
      overrides: {
        ...app.kernel.overrides,
        server: { port: 0, readOnly: true, logs: { level: 'error' } },
      },
      writeLog: () => undefined,
    });
    try {
      await reader.listen();
      const path = 'src/components/shared/more.json';
      const answer = await fetch(`${reader.server.url}${AT}/files`, {
        method: 'PUT',
        headers: { ...PAGE, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ files: [{ path, text: '{ "attributes": {} }' }] }),
      });
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('only reads')]);
      expect(existsSync(join(app.dir, path))).toBe(false);
    } finally {
      await reader.stop();
    }
  });

  test('no caller in another environment: the routes do not exist', async () => {
    app = await createAdminApp({
      env: { NODE_ENV: 'production' },
      config: { server: { anonymous: 'none' } },
    });
    expect(app.kernel.routes.filter(({ definition }) => definition.path.includes('builder'))).toEqual([]);
    expect(app.kernel.actions.has('plugin::admin.builder.use')).toBe(true);
  });
});

const TITLE = '{ "type": "string", "minLength": 2 }';
const THING = `{
  "kind": "collectionType",
  "info": { "singularName": "thing", "pluralName": "things" },
  "attributes": {
    "title": ${TITLE}
  }
}
`;
const FILE = 'config/content-types/thing.json';

interface Builder {
  readonly files: readonly { readonly path: string; readonly etag: string }[];
  readonly isRunning: boolean;
}

describe('the builder of a running application', () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-builder-'));
  let child: ChildProcess;
  let url = '';
  let cookie = '';
  let output = '';

  const until = async <T>(found: () => Promise<T | null> | T | null): Promise<T> => {
    for (;;) {
      const value = await found();
      if (value !== null) return value;
      if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const send = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'quire-admin': '1',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const [set = ''] = response.headers.getSetCookie();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      cookie: set.split(';')[0] ?? '',
    };
  };
  const stateOf = async (): Promise<Builder> => (await send(AT)).body.data;
  const etagOf = async (path: string) => (await stateOf()).files.find((file) => file.path === path)?.etag;
  const textOf = (path: string): string => readFileSync(join(dir, path), 'utf8');
  const plan = (...files: readonly { readonly path: string; readonly text: string }[]) =>
    send(`${AT}/plan`, 'POST', { files });
  const restarted = () =>
    until(() =>
      stateOf().then(
        ({ isRunning }) => (isRunning ? true : null),
        () => null,
      ),
    );

  beforeAll(async () => {
    const plugins = { rest: true, 'draft-and-publish': true, 'users-permissions': true, admin: true };
    for (const [path, text] of Object.entries({
      [FILE]: THING,
      'config/plugins.json': JSON.stringify(plugins),
    })) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const free = createServer().listen(0);
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    await new Promise((done) => free.close(done));
    url = `http://localhost:${port}`;
    const { NODE_ENV: _, ...env } = process.env;
    const main = join(__dirname, '..', '..', '..', 'core', 'main.js');
    child = spawn(process.execPath, [main, 'develop', '--dir', dir, '--port', String(port)], { env });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
    const secret = await until(() => /welcome#([\w-]+)/.exec(output)?.[1] ?? null);
    const account = { username: 'ada', email: 'ada@example.org', password: PASSWORD };
    ({ cookie } = await send('/admin/api/welcome', 'POST', { secret, ...account }));
  });
  afterAll(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  });

  test('says what a file would change, and names mistakes at their place', async () => {
    const renamed = THING.replace('"title"', '"name"').replace('"minLength": 2', '"renamedFrom": "title"');
    const found = await plan({ path: FILE, text: renamed });
    expect(found.body.data.steps).toEqual([
      expect.objectContaining({ effect: 'safe', sentence: expect.stringMatching(/title.*name/) }),
    ]);
    const wrong = await plan({ path: FILE, text: THING.replace('minLength', 'minLenght') });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details.errors).toEqual([
      expect.objectContaining({
        path: [FILE, 'attributes', 'title', 'minLenght'],
        message: expect.stringContaining('minLength'),
      }),
    ]);
    const broken = await plan({ path: FILE, text: '{' });
    expect(broken.body.error.details.errors[0]).toMatchObject({
      path: [FILE, expect.stringContaining('line 1')],
    });
    expect(textOf(FILE)).toBe(THING);
  });

  test('writes no other files', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'quire-outside-'));
    mkdirSync(join(dir, 'config/components'), { recursive: true });
    symlinkSync(outside, join(dir, 'config/components/linked'));
    const paths = [
      '../thing.json',
      'config/content-types/../plugins.json',
      'config/plugins.json',
      'src/index.js',
      'config/content-types/a/b.json',
      'config/content-types/.hidden.json',
      join(dir, FILE),
      `config\\content-types\\thing.json`,
      'config/components/linked/quote.json',
    ];
    const files = paths.map((path) => ({ path, text: '{}' }));
    const { status, body } = await send(`${AT}/files`, 'PUT', { files });
    expect(status).toBe(400);
    expect(body.error.details.errors.map(({ path }: { path: string[] }) => path.join())).toEqual(
      paths.map((_, at) => `files,${at},path`),
    );
    expect(await send(`${AT}/files`, 'PUT', { files: files.slice(-1) })).toMatchObject({ status: 400 });
    expect(existsSync(join(outside, 'quote.json'))).toBe(false);
    rmSync(join(dir, 'config/components'), { recursive: true });
    rmSync(outside, { recursive: true });
  });

  test('writes several files, and the application starts again with them', async () => {
    const thing = THING.replace(
      TITLE,
      `${TITLE},\n    "quote": { "type": "component", "component": "shared.quote" }`,
    );
    const quote =
      '{\n  "info": { "displayName": "Quote" },\n  "attributes": { "text": { "type": "text" } }\n}\n';
    const written = await send(`${AT}/files`, 'PUT', {
      files: [
        { path: FILE, text: thing, etag: await etagOf(FILE) },
        { path: 'config/components/shared/quote.json', text: quote },
      ],
    });
    expect(written.status).toBe(200);
    expect([textOf(FILE), textOf('config/components/shared/quote.json')]).toEqual([thing, quote]);
    await restarted();
    const { body } = await send('/admin/api/model');
    expect(body.components['shared.quote'].title).toBe('Quote');
  });

  test('renames a content type: the file moves, and its documents stay', async () => {
    const made = await send('/admin/api/documents/api.thing.thing', 'POST', { data: { title: 'kept' } });
    expect(made.status).toBe(201);
    const ITEM = 'config/content-types/item.json';
    const nameOf = (text: string, from: string, to: string) =>
      text
        .replace(
          `"singularName": "${from}"`,
          `"singularName": "${to}", "renamedFrom": "api::${from}.${from}"`,
        )
        .replace(`"pluralName": "${from}s"`, `"pluralName": "${to}s"`);
    const rename = async (from: string, to: string, text: string) => {
      const files = [
        { path: to, text },
        { path: from, text: null, etag: await etagOf(from) },
      ];
      const planned = await send(`${AT}/plan`, 'POST', {
        files: files.map(({ path, text: one }) => ({ path, text: one })),
      });
      expect(planned.body.data.steps.map(({ effect }: { effect: string }) => effect)).not.toContain('lossy');
      expect(planned.body.data.steps[0].sentence).toMatch(/its table \w+ is renamed to \w+/);
      expect(await send(`${AT}/files`, 'PUT', { files })).toMatchObject({ status: 200 });
      expect(existsSync(join(dir, from))).toBe(false);
      await restarted();
    };
    const former = textOf(FILE);
    const stale = [
      { path: ITEM, text: nameOf(former, 'thing', 'item') },
      { path: FILE, text: null, etag: 'other' },
    ];
    expect(await send(`${AT}/files`, 'PUT', { files: stale })).toMatchObject({ status: 412 });
    expect([existsSync(join(dir, ITEM)), textOf(FILE)]).toEqual([false, former]);
    await rename(FILE, ITEM, nameOf(former, 'thing', 'item'));
    const at = `/admin/api/documents/api.item.item/${made.body.data.documentId}`;
    expect((await send(at)).body.data).toMatchObject({ title: 'kept' });
    await rename(ITEM, FILE, nameOf(former, 'thing', 'thing').replace('api::thing.thing', 'api::item.item'));
    const back = at.replace('item.item', 'thing.thing');
    expect((await send(back)).body.data).toMatchObject({ title: 'kept' });
    expect((await send(back, 'DELETE')).status).toBeLessThan(300);
  });

  test('refuses a file that has changed meanwhile, with its present text', async () => {
    const etag = await etagOf(FILE);
    const theirs = textOf(FILE);
    writeFileSync(join(dir, FILE), `${theirs}\n`);
    await restarted();
    const { status, body } = await send(`${AT}/files`, 'PUT', { files: [{ path: FILE, text: THING, etag }] });
    expect(status).toBe(412);
    expect(body.error.details.file).toEqual({ path: FILE, text: `${theirs}\n`, etag: await etagOf(FILE) });
    const asNew = await send(`${AT}/files`, 'PUT', { files: [{ path: FILE, text: THING }] });
    expect(asNew.status).toBe(412);
    expect(textOf(FILE)).toBe(`${theirs}\n`);
  });

  test('writes a change that loses values only when it is confirmed', async () => {
    const made = await send('/admin/api/documents/api.thing.thing', 'POST', { data: { title: 'hello' } });
    expect(made.status).toBe(201);
    const text = textOf(FILE).replace(TITLE, '{ "type": "integer" }');
    const files = [{ path: FILE, text, etag: await etagOf(FILE) }];
    const { status, body } = await send(`${AT}/files`, 'PUT', { files });
    expect(status).toBe(409);
    expect(body.error.details.steps).toEqual([expect.stringContaining('1 of 1 values')]);
    expect((await plan({ path: FILE, text })).body.data.steps[0]).toMatchObject({ effect: 'lossy' });
    expect(await send(`${AT}/files`, 'PUT', { files, confirmed: true })).toMatchObject({ status: 200 });
    await until(() => (output.includes('would lose stored data') ? true : null));
    expect(textOf(FILE)).toBe(text);
  });
});
