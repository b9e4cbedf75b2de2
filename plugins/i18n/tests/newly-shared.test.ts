// An attribute that was localized becomes shared: startup counts documents whose locales have different values, and keeps the values.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Kernel } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { callerOf, doneBy, requester, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };
const tags = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' };
const best = { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' };
const plugins = { rest: true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };

describe.each(testDatabases())('an attribute that becomes shared on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let lines: string[];
  const call = requester(() => app);
  const done = doneBy(call);

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        type('tag', { name: { type: 'string' } }),
        type(
          'page',
          {
            title: { type: 'string', ...localized },
            price: { type: 'integer', ...localized },
            facts: { type: 'json', ...localized },
            part: { type: 'component', component: 'shared.part', ...localized },
            tags,
            best,
            equal: { type: 'string', ...localized },
          },
          localized,
        ),
      ],
      components: { 'shared.part': { info: {}, attributes: { label: { type: 'string' } } } },
      config: { plugins },
    });
    const [one, two] = [await done('post', 'tags', { name: '1' }), await done('post', 'tags', { name: '2' })];
    const links = [one.documentId, two.documentId];
    const whole = {
      price: 1,
      facts: { a: 1 },
      part: { label: 'a' },
      tags: links,
      best: links[0],
      equal: 'e',
    };
    const same = await done('post', 'pages', { title: 'same', ...whole });
    const { part, ...others } = whole;
    await done('put', `pages/${same.documentId}?locale=fr`, { title: 'same', ...others, part });
    for (const title of ['first', 'second']) {
      const page = await done('post', 'pages', { title, ...whole });
      const other = { price: 2, facts: null, part: null, tags: links.toReversed(), best: null, equal: 'e' };
      await done('put', `pages/${page.documentId}?locale=fr`, { title, ...other });
    }
    await app.kernel.stop();
    const file = join(app.dir, 'src/api/page/content-types/page/schema.json');
    const definition = JSON.parse(readFileSync(file, 'utf8'));
    for (const name of ['price', 'facts', 'tags', 'best', 'equal'])
      Object.assign(definition.attributes[name], shared);
    writeFileSync(file, JSON.stringify(definition));
  });
  afterAll(async () => {
    await kernel?.stop();
    await app?.close();
  });

  const open = async () => {
    lines = [];
    const again = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        server: { ...app.kernel.config.server, port: 0 },
        database: app.kernel.config.database,
        plugins,
      },
      writeLog: (line) => lines.push(line),
    });
    await again.listen();
    return again;
  };
  const warned = () => lines.map((line) => JSON.parse(line)).flatMap(({ values }) => values ?? []);

  it('is counted once by startup, with the remedy', async () => {
    kernel = await open();
    expect(warned().map((sentence: string) => sentence.split('. They')[0])).toEqual(
      ['price', 'facts', 'tags', 'best'].map(
        (name) => `api::page.page: ${name} is shared along locale now; documents with different values: 2`,
      ),
    );
    expect(warned()[0]).toContain('To choose a value, write it to the document');
    await kernel.stop();
    kernel = await open();
    expect(warned()).toEqual([]);
  });

  it('takes the value of the next write in all locales', async () => {
    const again = doneBy(callerOf(() => kernel));
    const [page] = await again('GET', 'pages?filters[title]=first');
    await again('PUT', `pages/${page.documentId}?locale=fr`, { price: 2 });
    expect((await again('GET', `pages/${page.documentId}?locale=en`)).price).toBe(2);
  });
});
