// Renamed attributes of components, with and without `renamedFrom`. Stored entries are renamed in drafts, published rows
// and all locales, at every depth.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kernel } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, type } from './testing-app';

const MAIN = join(__dirname, '../../../core/main.js');
const localized = { pluginOptions: { i18n: { localized: true } } };
const PLUGINS = {
  rest: true,
  'draft-and-publish': true,
  i18n: { config: { locales: ['en', 'fr'] } },
};

type Attributes = Readonly<Record<string, { readonly type: string; readonly [option: string]: unknown }>>;
type Components = Readonly<Record<string, Attributes>>;

const component = (uid: string, more: object = {}) => ({ type: 'component', component: uid, ...more });
const BEFORE: Components = {
  'shared.box': {
    head: { type: 'string', unique: true },
    size: { type: 'integer' },
    parts: component('shared.part', { repeatable: true }),
    links: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
  },
  'shared.part': { label: { type: 'string' }, leaf: component('shared.leaf') },
  'shared.leaf': { word: { type: 'string' } },
  'shared.text': { body: { type: 'string' } },
};
const from = (renamedFrom: string, definition: Attributes[string]) => ({ ...definition, renamedFrom });
const RENAMED: Components = {
  ...BEFORE,
  'shared.box': {
    title: from('head', { type: 'string', unique: true }),
    size: { type: 'integer' },
    pieces: from('parts', component('shared.part', { repeatable: true })),
    refs: from('links', { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' }),
  },
  'shared.part': { caption: from('label', { type: 'string' }), leaf: component('shared.leaf') },
  'shared.leaf': { term: from('word', { type: 'string' }) },
};
const NAMES = { head: 'title', parts: 'pieces', links: 'refs', label: 'caption', word: 'term' };

/** The response with the new names instead of the former names. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (typeof value !== 'object' || value === null) return value;
  const names = NAMES as Readonly<Record<string, string>>;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [names[key] ?? key, withNames(inner)]),
  );
}

const filesOf = (components: Components) =>
  Object.fromEntries(
    Object.entries(components).map(([uid, attributes]) => [uid, { info: {}, attributes }] as const),
  );

describe.each(testDatabases())('renamed attributes of components on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let documentId: string;

  beforeEach(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        type(
          'article',
          {
            name: { type: 'string', ...localized },
            box: { type: 'component', component: 'shared.box', ...localized },
            blocks: { type: 'dynamiczone', components: ['shared.box', 'shared.text'], ...localized },
          },
          { ...localized, options: { draftAndPublish: true } },
        ),
        type('tag', { name: { type: 'string' } }),
      ],
      components: filesOf(BEFORE),
      config: { plugins: PLUGINS },
    });
    kernel = app.kernel;
    await seed();
  });
  afterEach(async () => {
    await kernel?.stop();
    await app?.close();
  });

  const call = callerOf(() => kernel);
  const write = doneBy(call);
  const seed = async () => {
    const tag = (await write('POST', 'tags', { name: 't' })).documentId;
    const box = (mark: string) => ({
      head: mark,
      size: 3,
      parts: [{ label: `${mark} 1`, leaf: { word: `${mark} leaf` } }, { label: `${mark} 2` }],
      links: [tag],
    });
    const data = (mark: string) => ({
      name: mark,
      box: box(mark),
      blocks: [
        { __component: 'shared.text', body: mark },
        { __component: 'shared.box', ...box(`${mark} zone`) },
      ],
    });
    documentId = (await write('POST', 'articles', data('en'))).documentId;
    await write('PUT', `articles/${documentId}?locale=fr`, data('fr'));
    await write('PUT', `articles/${documentId}?status=draft`, data('pending'));
  };
  const save = (components: Components): void => {
    for (const [uid, definition] of Object.entries(filesOf(components))) {
      const file = join(app.dir, 'src/components', `${uid.replace('.', '/')}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(definition));
    }
  };
  const start = async (components: Components): Promise<void> => {
    await kernel.stop();
    save(components);
    kernel = await openAgain(app, PLUGINS);
  };
  /** All values of all rows. */
  const everything = async (parts: string, links: string) => {
    const box = (at: string) => `${at}[populate][${links}]=true&${at}[populate][${parts}][populate]=*`;
    const zone = 'populate[blocks][on]';
    const query = `${box('populate[box]')}&${zone}[shared.text]=true&${box(`${zone}[shared.box]`)}`;
    const read = async (status: string) => {
      const { status: code, body } = await call('GET', `articles?locale=*&sort=id&status=${status}&${query}`);
      expect([code, body.error]).toEqual([200, undefined]);
      return body.data;
    };
    return [await read('published'), await read('draft')];
  };
  const configure = (): void => {
    const { client, host, port, user, database: name, filename } = app.kernel.config.database;
    mkdirSync(join(app.dir, 'config'), { recursive: true });
    const connection =
      client === 'sqlite' ? { client, filename } : { client, host, port, user, database: name };
    writeFileSync(join(app.dir, 'config/database.json'), JSON.stringify(connection));
    writeFileSync(join(app.dir, 'config/plugins.json'), JSON.stringify(PLUGINS));
  };
  const migrate = (...args: string[]) => {
    configure();
    const { status, stdout } = spawnSync(process.execPath, [MAIN, 'migrate', ...args, '--dir', app.dir], {
      encoding: 'utf8',
      timeout: 300_000,
    });
    return { status, stdout };
  };

  it('follows a declared rename in all rows, once', async () => {
    const before = await everything('parts', 'links');
    expect(before.map((list) => list.length)).toEqual([2, 2]);
    await kernel.stop();
    save(RENAMED);
    const planned = migrate('plan');
    expect([planned.status, planned.stdout.trim().split('\n')]).toEqual([
      3,
      [
        expect.stringMatching(
          /^\[at start\] in stored entries of .*shared\.box: the attribute head is renamed to title; .*shared\.leaf: the attribute word is renamed to term/,
        ),
      ],
    ]);
    await start(RENAMED);
    const after = await everything('pieces', 'refs');
    expect(after).toEqual(withNames(before));
    expect(await examine(kernel)).toEqual([]);
    expect(migrate('plan')).toEqual({ status: 0, stdout: 'The database matches the schema.\n' });
    await start(RENAMED);
    expect(await everything('pieces', 'refs')).toEqual(after);

    const found = async (filter: string) =>
      (await call('GET', `articles?locale=*&${filter}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await found('filters[box][title]=fr')).toEqual(['fr']);
    expect(await found('filters[box][pieces][leaf][term]=fr leaf')).toEqual(['fr']);
    const taken = await call('POST', 'articles?locale=fr', { name: 'x', box: { title: 'fr' } });
    expect([taken.status, taken.body.error.details.errors[0].path]).toEqual([400, ['box', 'title']]);
    // An entry with an id in the body keeps its renamed values.
    const [{ box }] = after[1] as [{ box: { id: number } }];
    await write('PUT', `articles/${documentId}`, { box: { id: box.id, size: 4 } });
    const { data } = (await call('GET', `articles/${documentId}?populate[box][populate]=pieces`)).body;
    expect(data.box).toMatchObject({ title: 'pending', size: 4, pieces: [{ caption: 'pending 1' }, {}] });
  });

  it('finishes a rename that another process began', async () => {
    const before = await everything('parts', 'links');
    const { id } = kernel.database.dialect;
    // Some rows are unchanged, as after a process was killed between its statements.
    await kernel.database.transaction(async (tx) => {
      for (const [row, text] of await tx.all(
        `SELECT ${id('id')}, ${id('box')} FROM articles ORDER BY id LIMIT 2`,
      ))
        await tx.run(`UPDATE articles SET ${id('box')} = ? WHERE id = ?`, [
          JSON.stringify(withNames(JSON.parse(String(text)))),
          row,
        ]);
    });
    await start(RENAMED);
    expect(await everything('pieces', 'refs')).toEqual(withNames(before));
  });

  it('is finished by the next startup after the process is killed', async () => {
    const names = [...Array(400).keys()].map((index) => `n${index}`);
    const articles = kernel.documents('api::article.article');
    for (const name of names) await articles.create({ data: { name, box: { head: name } }, status: 'draft' });
    await kernel.stop();
    save(RENAMED);
    configure();
    const child = spawn(process.execPath, [MAIN, 'migrate', 'apply', '--dir', app.dir]);
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.stderr.on('data', (text) => {
        if (String(text).includes('Changing')) setTimeout(() => child.kill('SIGKILL'), 20);
      });
    });
    await start(RENAMED);
    const all = await kernel.documents('api::article.article').findMany({
      status: 'draft',
      populate: 'box',
      filters: { name: { $startsWith: 'n' } },
      pagination: { pageSize: 1000 },
    });
    expect(all.map(({ name, box }) => [name, (box as { title?: string }).title])).toEqual(
      names.map((name) => [name, name]),
    );
  });

  const GONE: Components = {
    ...BEFORE,
    'shared.part': { caption: { type: 'string' }, leaf: component('shared.leaf') },
  };
  const LATE: Components = { ...GONE, 'shared.part': { ...RENAMED['shared.part'] } as Attributes };
  const captions = async (name: string) => {
    const { body } = await call('GET', `articles/${documentId}?populate[box][populate]=parts`);
    return body.data.box.parts.map((part: Record<string, unknown>) => part[name]);
  };
  /** The body names the first part only; the write stores both. */
  const writeParts = async (first: object) => {
    const { body } = await call('GET', `articles/${documentId}?populate[box][populate]=parts&status=draft`);
    const { id, parts } = body.data.box as { id: number; parts: { id: number }[] };
    const given = parts.map((part, index) => ({ id: part.id, ...(index === 0 ? first : {}) }));
    await write('PUT', `articles/${documentId}`, { box: { id, parts: given } });
  };

  it('keeps the values of a removed attribute through writes, until they are dropped', async () => {
    await start(GONE);
    await writeParts({ caption: 'new' });
    expect(await captions('caption')).toEqual(['new', null]);
    const { stdout, status } = migrate('plan');
    expect(status).toBe(0);
    // Before it, the name of the change for `--drop`.
    expect(stdout).toMatch(
      /^[0-9a-f]{8} \[kept\] the attribute label of the component shared\.part is not used any more\n$/,
    );
    await start(BEFORE);
    expect(await captions('label')).toEqual(['pending 1', 'pending 2']);
    await start(GONE);
    expect(migrate('apply', '--drop').stdout).toBe(
      '[removed] the attribute label of the component shared.part is not used any more\n',
    );
    expect(migrate('plan').stdout).toBe('The database matches the schema.\n');
    await start(BEFORE);
    expect(await captions('label')).toEqual([null, null]);
  });

  it('accepts a late declaration when nothing was written since', async () => {
    await start(GONE);
    await writeParts({ caption: 'new' });
    await start(LATE);
    expect(await captions('caption')).toEqual(['new', 'pending 2']);
    expect(await examine(kernel)).toEqual([]);
    await start(BEFORE);
    expect(await captions('label')).toEqual(['pending 1', null]);
  });

  it('refuses a type change that would lose values, and converts with --drop', async () => {
    const wide: Components = {
      ...BEFORE,
      'shared.box': {
        ...BEFORE['shared.box'],
        size: { type: 'string' },
        constructor: { type: 'integer' },
        parts: component('shared.part', { repeatable: true }),
      },
    };
    const box = async (query: string) => {
      const { status, body } = await call(
        'GET',
        `articles?sort=box.size&populate[box][populate]=parts&${query}`,
      );
      return [status, body.data?.map((article: { box: object }) => article.box)];
    };
    await start(wide);
    const found = 'filters[box][size]=3';
    expect(await box(found)).toMatchObject([200, [{ size: '3', parts: [{ label: 'en 1' }, {}] }]]);
    const narrow: Components = {
      ...wide,
      'shared.box': {
        amount: from('size', { type: 'biginteger' }),
        head: { type: 'integer' },
        parts: component('shared.part', { repeatable: true }),
      },
    };
    await expect(start(narrow)).rejects.toThrow(
      /would lose stored data[\s\S]*shared\.box: head changes from string to integer; 8 of 8 values do not convert and are lost/,
    );
    expect(migrate('apply').status).toBe(1);
    expect(migrate('apply', '--drop').stdout).toMatch(
      /amount changes from string to biginteger\n[\s\S]*head changes from string to integer[\s\S]*the attributes constructor, links of the component/,
    );
    expect(migrate('plan').stdout).toBe('The database matches the schema.\n');
    await start(narrow);
    const amount = 'filters[box][amount][$gt]=2&filters[box][head][$null]=true&sort=box.amount';
    const answer = await call('GET', `articles?populate=box&${amount}`);
    expect([answer.status, answer.body.data[0].box]).toMatchObject([200, { amount: '3', head: null }]);
    expect(await examine(kernel)).toEqual([]);
  });
});
