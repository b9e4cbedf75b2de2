// What stays when documents are replaced: attributes that the archive does not have, the bytes of files, and the end of tokens.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { coreErrors, definePlugin } from '../../../core';
import { createTestApp, runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { forged } from './forge';
import { emptyShop, expectDone, fullShop } from './shop';

const ARTICLE = 'api::article.article';
const FILE = 'plugin::upload.file';
const USER = 'plugin::users-permissions.user';
const NAME = 'red_b48280bf50.png';
/** Not in the archive of these tests. */
const UNKNOWN = ['tags', 'author', 'cover', 'gallery', 'related', 'seo', 'zone'];

afterAll(removeTemporary);

async function bytesOf(shop: TestApp): Promise<string> {
  const found = await shop.kernel.imports.get(FILE)?.load?.(NAME);
  if (!found) return 'none';
  const parts: Buffer[] = [];
  for await (const part of found.bytes) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

async function overwrite(shop: TestApp, text: string): Promise<void> {
  const facts = { mime: 'image/png', size: text.length, replaces: true };
  await shop.kernel.imports.get(FILE)?.store?.(NAME, Readable.from([Buffer.from(text, 'latin1')]), facts);
}

const others = (text: string): string => text.replace(/./g, 'x');

describe.each(testDatabases())('on %s', (database) => {
  let shop: TestApp;
  let file: string;
  beforeEach(async () => {
    shop = await fullShop({ database });
    file = join(temporary(), 'a.tar.gz');
  });
  afterEach(() => shop?.close());

  const articles = () =>
    shop.documents(ARTICLE).findMany({ status: 'draft', populate: '*', sort: 'documentId' });

  it('--merge keeps relations, media, components and zones that the archive does not have', async () => {
    await expectDone(shop, 'export', file, '--only', ARTICLE);
    const bytes = await forged(readFileSync(file), (members) => {
      const head = JSON.parse(members.get('archive.json') ?? '');
      for (const name of UNKNOWN) delete head.types[0].attributes[name];
      delete head.components['shared.link'].label;
      members.set('archive.json', JSON.stringify(head));
      for (const [name, text] of members) {
        if (!name.startsWith('documents/')) continue;
        const lines = text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        for (const { rows } of lines)
          for (const { values, links = {} } of rows) {
            for (const each of UNKNOWN) {
              delete values[each];
              delete links[each];
            }
            for (const link of values.links ?? []) delete link.label;
          }
        members.set(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      }
    });
    writeFileSync(file, bytes);
    const before = await articles();
    expect(JSON.stringify(before)).toMatch(/"label":"/);
    await expectDone(shop, 'import', file, '--merge', '--source-wins');
    expect(await articles()).toEqual(before);
  });

  it('the bytes of a newer file stay; --source-wins takes those of the archive', async () => {
    await expectDone(shop, 'export', file);
    const archived = await bytesOf(shop);
    const [own] = await shop.documents(FILE).findMany({ filters: { hash: 'red_b48280bf50' } });
    await shop.documents(FILE).update({ documentId: own?.documentId ?? '', data: { caption: 'newer' } });
    await overwrite(shop, others(archived));
    await expectDone(shop, 'import', file, '--merge');
    expect(await bytesOf(shop)).toBe(others(archived));
    await expectDone(shop, 'import', file, '--merge', '--source-wins');
    expect(await bytesOf(shop)).toBe(archived);
  });

  it('a refused import leaves the bytes of files as they are', async () => {
    await expectDone(shop, 'export', file);
    const text = others(await bytesOf(shop)).concat('longer');
    await overwrite(shop, text);
    const broken = await forged(readFileSync(file), (members) => {
      for (const name of [...members.keys()]) if (name.includes('article.article')) members.delete(name);
    });
    writeFileSync(file, broken);
    expect((await runCommand(shop.kernel, ['import', file, '--merge', '--source-wins'])).code).toBe(2);
    expect(await bytesOf(shop)).toBe(text);
  });

  it('tokens of a user from before an import are invalid after it', async () => {
    const user = await shop.documents(USER).create({
      data: {
        username: 'ann',
        email: 'ann@example.com',
        password: 'Secret-12345',
        provider: 'local',
        confirmed: true,
      },
    });
    const login = { identifier: 'ann', password: 'Secret-12345' };
    const { body } = await shop.agent.post('/api/auth/local').send(login).expect(200);
    const { documentId } = user;
    await shop.documents(USER).update({ documentId, data: { password: 'Secret-67890' } });
    const me = () => shop.agent.get('/api/users/me').set('Authorization', `Bearer ${body.jwt}`);
    expect((await me()).status).toBe(401);
    await expectDone(shop, 'export', file, '--secrets');
    // Another application with the same secret: no account is known there yet.
    const moved = await emptyShop({ database });
    await expectDone(moved, 'import', file);
    expect((await moved.agent.get('/api/users/me').set('Authorization', `Bearer ${body.jwt}`)).status).toBe(
      401,
    );
    await moved.agent
      .post('/api/auth/local')
      .send({ ...login, password: 'Secret-67890' })
      .expect(200);
    await moved.close();
  });
});

it('files come with their type, unless they are excluded', async () => {
  const shop = await fullShop();
  const folder = temporary();
  const [whole, rows] = [join(folder, 'a.tar.gz'), join(folder, 'b.tar.gz')];
  await expectDone(shop, 'export', whole, '--only', FILE);
  await expectDone(shop, 'export', rows, '--only', FILE, '--exclude', 'files');
  const bytes = await bytesOf(shop);
  await overwrite(shop, others(bytes));
  await expectDone(shop, 'import', rows, '--replace', FILE);
  expect(await bytesOf(shop)).toBe(others(bytes));
  await expectDone(shop, 'import', whole, '--replace', FILE);
  expect(await bytesOf(shop)).toBe(bytes);
  await shop.close();
});

it('--replace refuses to remove a document that a link with "onDelete": "restrict" needs', async () => {
  const [author, book] = [
    { info: { singularName: 'author', pluralName: 'authors' }, attributes: { name: { type: 'string' } } },
    {
      info: { singularName: 'book', pluralName: 'books' },
      attributes: {
        author: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::author.author',
          onDelete: 'restrict',
        },
      },
    },
  ];
  const app = await createTestApp({ contentTypes: [author, book], config: { plugins: { transfer: true } } });
  const authors = app.documents('api::author.author');
  const file = join(temporary(), 'a.tar.gz');
  await authors.create({ data: { name: 'archived' } });
  await expectDone(app, 'export', file);
  const { documentId } = await authors.create({ data: { name: 'later' } });
  const { documentId: held } = await app.documents('api::book.book').create({ data: { author: documentId } });
  const run = () => runCommand(app.kernel, ['import', file, '--replace', 'api::author.author']);
  const { code, lines } = await run();
  expect([code, lines[1]]).toEqual([
    2,
    `api::author.author ${documentId}: api::book.book links to it with author, which has "onDelete": "restrict"`,
  ]);
  expect(await authors.count()).toBe(2);
  await app.documents('api::book.book').delete({ documentId: held });
  expect((await run()).code).toBe(0);
  expect(await authors.count()).toBe(1);
  await app.close();
});

describe('after the commit', () => {
  const TAG = 'api::tag.tag';
  let file: string;
  beforeAll(async () => {
    const shop = await fullShop();
    file = join(temporary(), 'a.tar.gz');
    await expectDone(shop, 'export', file);
    await shop.close();
  });

  it.each<[string, Record<string, () => never>]>([
    [
      'an error of a plugin',
      {
        finish: () => {
          throw new Error('the plugin failed');
        },
      },
    ],
    [
      'a commit whose outcome is unknown',
      {
        renews: () => {
          throw coreErrors.OUTCOME_UNKNOWN();
        },
      },
    ],
  ])('%s leaves the bytes of the files', async (_what, part) => {
    const failing = definePlugin({
      name: 'failing',
      register: (app) => app.imports.add({ name: TAG, ...part }),
    });
    const target = await emptyShop({ extra: [failing] });
    await expect(runCommand(target.kernel, ['import', file])).rejects.toThrow();
    expect(await bytesOf(target)).not.toBe('none');
    await target.close();
  });
});
