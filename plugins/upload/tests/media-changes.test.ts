// Media attributes that change in the schema files: of a type, in a component, and in a zone. Links that still fit stay; the plan counts
// the others. The doctor finds nothing.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel } from '../../../core';
import { createTestApp } from '../../../core/testing/create-test-app';
import { createTestDatabase, testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';

const FILE = 'plugin::upload.file';
const MAIN = join(__dirname, '../../../core/main.js');
const PLUGINS = { rest: true, upload: true };
const PAGE = 'api::page.page';
const SINGLE = { type: 'media' };
const MULTIPLE = { type: 'media', multiple: true };
const RELATION = { type: 'relation', relation: 'manyToOne', target: FILE };
const RELATIONS = { type: 'relation', relation: 'manyToMany', target: FILE };
const ELSEWHERE = { type: 'relation', relation: 'manyToOne', target: PAGE };

type Files = readonly string[];
/** `lost`: what the plan says of links that it loses; null: a start makes the change. */
type Change = readonly [
  name: string,
  from: object,
  to: object,
  before: Files,
  after: Files,
  lost: RegExp | null,
];

const CHANGES: readonly Change[] = [
  ['single to multiple', SINGLE, MULTIPLE, ['a'], ['a'], null],
  ['multiple to single, one file', MULTIPLE, SINGLE, ['b'], ['b'], null],
  ['multiple to single, two files', MULTIPLE, SINGLE, ['b', 'a'], ['b'], /lost/],
  ['single to a relation', SINGLE, RELATION, ['a'], ['a'], null],
  ['multiple to a relation of many', MULTIPLE, RELATIONS, ['b', 'a'], ['b', 'a'], null],
  ['a relation to single', RELATION, SINGLE, ['a'], ['a'], null],
  ['a relation of many to multiple', RELATIONS, MULTIPLE, ['b', 'a'], ['b', 'a'], null],
  ['other allowed types', MULTIPLE, { ...MULTIPLE, allowedTypes: ['videos'] }, ['b', 'a'], ['b', 'a'], null],
  ['a relation to another type', SINGLE, ELSEWHERE, ['a'], [], /lost/],
];

const pageWith = (x: object) => ({
  info: { singularName: 'page', pluralName: 'pages' },
  attributes: {
    title: { type: 'string' },
    x,
    box: { type: 'component', component: 'shared.box' },
    zone: { type: 'dynamiczone', components: ['shared.box'] },
  },
});
const boxWith = (x: object) => ({ info: {}, attributes: { word: { type: 'string' }, x } });

const populate = { x: true, box: { populate: ['x'] }, zone: { on: { 'shared.box': { populate: ['x'] } } } };

describe.each(testDatabases())('on %s', (database) => {
  it.each(CHANGES)('%s', async (_name, from, to, before, after, lost) => {
    const created = await createTestDatabase(database);
    const config: object = { database: created.config, plugins: PLUGINS };
    const app = await createTestApp({
      contentTypes: [pageWith(from)] as never,
      components: { 'shared.box': boxWith(from) } as never,
      config,
    });
    const { dir } = app;
    const ids = new Map<string, number>();
    for (const name of ['a', 'b']) {
      const data = {
        name,
        hash: name,
        ext: '.txt',
        mime: 'text/plain',
        size: 1,
        url: name,
        provider: 'none',
      };
      ids.set(name, Number((await app.documents(FILE).create({ data })).id));
    }
    const files = before.map((name) => ids.get(name));
    const x = 'multiple' in from || from === RELATIONS ? files : files[0];
    const data = {
      title: 'a',
      x,
      box: { word: 'b', x },
      zone: [{ __component: 'shared.box', word: 'z', x }],
    };
    const { documentId } = await app.documents(PAGE).create({ data });
    await app.kernel.stop();

    write(join(dir, 'src/api/page/content-types/page/schema.json'), pageWith(to));
    write(join(dir, 'src/components/shared/box.json'), boxWith(to));
    const open = () =>
      createKernel({
        dir,
        env: { NODE_ENV: 'test' },
        overrides: { ...config, server: { anonymous: 'full' } },
        writeLog: () => undefined,
      });
    let kernel = await open();
    if (lost) {
      await expect(kernel.start()).rejects.toThrow(lost);
      await kernel.stop();
      kernel = await open();
      const migrate = (...words: readonly string[]) =>
        spawnSync(process.execPath, [MAIN, 'migrate', ...words, '--dir', dir], { encoding: 'utf8' }).stdout;
      mkdirSync(join(dir, 'config'));
      write(join(dir, 'config/database.json'), created.config);
      write(join(dir, 'config/plugins.json'), PLUGINS);
      expect(migrate('plan')).toMatch(lost);
      expect(migrate('apply', '--drop')).toMatch(lost);
    }
    await kernel.start();
    const page = await kernel.documents(PAGE).findOne({ documentId, populate } as never);
    const names = (value: unknown) =>
      ([value ?? []].flat() as { readonly name: string }[]).map(({ name }) => name);
    const { box, zone } = page as unknown as { box: { x: unknown }; zone: readonly { x: unknown }[] };
    expect([names(page?.x), names(box.x), names(zone[0]?.x)]).toEqual([after, after, after]);
    // A write that leaves the files alone keeps them.
    await kernel.documents(PAGE).update({ documentId, data: { title: 'b' } });
    const again = await kernel.documents(PAGE).findOne({ documentId, populate } as never);
    expect(names(again?.x)).toEqual(after);
    expect((await examine(kernel)).filter((line) => !line.includes('uploads'))).toEqual([]);
    await kernel.stop();
    await app.close();
    await created.drop();
  });
});

const write = (file: string, definition: unknown) => writeFileSync(file, JSON.stringify(definition));
