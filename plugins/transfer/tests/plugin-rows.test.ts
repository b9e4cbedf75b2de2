// Rows of plugins' own tables in an archive: those that plugins name travel, with their ids, and others stay.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, OWN_TABLES } from '../../../core';
import { runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { forged, membersOf } from './forge';
import { emptyShop, expectDone, type ShopOptions } from './shop';

const opened: TestApp[] = [];
const open = async (options: ShopOptions): Promise<TestApp> => {
  const shop = await emptyShop(options);
  opened.push(shop);
  return shop;
};
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});
afterAll(removeTemporary);

/** A table of a third party, with each kind of column and a key of two. */
const shelf = () =>
  definePlugin({
    name: 'shelf' as string,
    register(app) {
      app.model({
        table: 'shelf_books',
        columns: {
          shelf: { kind: 'string', length: 40, notNull: true },
          place: { kind: 'integer', notNull: true },
          own: { kind: 'boolean', notNull: true },
          size: { kind: 'bigint' },
          weight: { kind: 'double' },
          facts: { kind: 'json' },
          notes: { kind: 'text' },
          at: { kind: 'datetime' },
          opened: { kind: 'integer', notNull: true, default: 0 },
        },
        primaryKey: ['shelf', 'place'],
      });
      app.archives.add({
        name: 'shelf',
        tables: { shelf_books: { omits: ['opened'], where: { own: false } } },
      });
    },
  });

const plugins = { jobs: true, schedule: true, history: true, webhooks: true, audit: true };
const options = () => ({ plugins, extra: [shelf()] });

const rowsOf = async ({ kernel }: TestApp, table: string) =>
  JSON.parse(JSON.stringify(await kernel.container.resolve(OWN_TABLES).get(table).query()));
const add = ({ kernel }: TestApp, table: string, row: object) =>
  kernel.container.resolve(OWN_TABLES).get(table).query().insert(row);

const TAG = 'api::tag.tag';
const ARTICLE = 'api::article.article';

describe.each(testDatabases())('on %s', (database) => {
  it('takes the rows that plugins name, and gives the same bytes again', async () => {
    const folder = temporary();
    const [plain, first, second] = ['plain', 'first', 'second'].map((name) => join(folder, `${name}.tar.gz`));
    const source = await open(options());
    const { documentId } = await source
      .documents(ARTICLE)
      .create({ data: { title: 'Pond' }, status: 'draft' });
    await source.documents(ARTICLE).update({ documentId, data: { title: 'Ponds' }, status: 'draft' });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    type Scheduling = { schedule(args: object): Promise<unknown> };
    await (source.documents(ARTICLE) as unknown as Scheduling).schedule({
      documentId,
      data: { action: 'publish', at },
    });
    const link = { key: 'kept', type: ARTICLE, document: documentId, axes: { locale: 'en' } };
    await add(source, 'preview_links', { ...link, ends_at: new Date(at) });
    await add(source, 'preview_links', {
      key: 'lost',
      type: TAG,
      document: 'gone',
      axes: {},
      ends_at: new Date(at),
    });
    await add(source, 'webhooks', {
      name: 'build',
      url: 'https://example.com/hook',
      settings: { types: [], events: [], headers: { b: '1', a: '2' } },
      enabled: true,
      declared: false,
      secret: 'hidden',
    });
    const book = {
      shelf: 'a',
      place: 2,
      own: false,
      size: 2n ** 62n,
      weight: 0.1,
      facts: { b: 1, a: [null] },
    };
    await add(source, 'shelf_books', { ...book, notes: "Grün 'x'\n", at: new Date(at), opened: 7 });
    await add(source, 'shelf_books', { shelf: 'B', place: 10, own: false });
    await add(source, 'shelf_books', { shelf: 'a', place: 3, own: true });

    const lines = await expectDone(source, 'export', plain ?? '');
    expect(lines).toContain('shelf_books: 2 rows');
    expect(lines.find((line) => line.startsWith('Not in the archive'))).toMatch(
      /audit \(\d+ rows\), draft-and-publish \(2 rows\), jobs \(\d+ rows\), webhooks \(1 rows\)/,
    );
    await expectDone(source, 'export', first ?? '', '--secrets');
    const wanted = await rowsOf(source, 'history_changes');
    expect(wanted.length).toBeGreaterThan(1);

    const target = await open({ ...options(), database });
    await add(target, 'shelf_books', { shelf: 'here', place: 1, own: true });
    const imported = await expectDone(target, 'import', first ?? '');
    expect(imported).toContain('webhooks: 1 rows of plugins');
    expect(await rowsOf(target, 'history_changes')).toEqual(wanted);
    expect(await rowsOf(target, 'webhooks')).toMatchObject([{ id: 1, secret: 'hidden', enabled: true }]);
    const books = (await rowsOf(target, 'shelf_books')) as { shelf: string; place: number; opened: number }[];
    expect(books.map((each) => `${each.shelf} ${each.place} ${each.opened}`).sort()).toEqual([
      'B 10 0',
      'a 2 0',
      'here 1 0',
    ]);
    // The preview link of a document that is nowhere is not taken over; the other one works.
    expect(await rowsOf(target, 'preview_links')).toMatchObject([{ document: documentId }]);
    // The planned change has a job here.
    const [plan] = await rowsOf(target, 'schedule_plans');
    expect(plan.job).toEqual(expect.any(Number));
    expect(await rowsOf(target, 'jobs')).toMatchObject([{ id: plan.job }]);
    // New rows get later ids.
    await target.documents(ARTICLE).update({ documentId, data: { title: 'Later' }, status: 'draft' });
    const ids = ((await rowsOf(target, 'history_changes')) as { id: number }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(wanted.length + 1);

    const again = await runCommand(target.kernel, ['import', first ?? '', '--only', 'history']);
    expect(again.lines.join('\n')).toMatch(/rows of: history \(history_targets, 1 rows\).*--replace NAME/);
    const merged = await expectDone(target, 'import', first ?? '', '--merge');
    expect(merged).toContainEqual(expect.stringContaining('Rows of plugins: those here stay'));
    expect(await rowsOf(target, 'history_changes')).toHaveLength(wanted.length + 1);
    await expectDone(target, 'import', first ?? '', '--replace', `history,${ARTICLE},${TAG}`);
    await expectDone(target, 'export', second ?? '', '--secrets');
    expect(await partsOf(second)).toEqual(withoutLost(await partsOf(first)));
  });
});

const partsOf = async (file = ''): Promise<Map<string, string>> => {
  const members = await membersOf(readFileSync(file));
  // It has the checksum of the others.
  members.delete('end.json');
  return members;
};

const withoutLost = (members: Map<string, string>): Map<string, string> =>
  new Map(
    [...members].map(([name, text]) => [
      name,
      text
        .split('\n')
        .filter((line) => !line.includes('"key":"lost"'))
        .join('\n'),
    ]),
  );

it('refuses rows that the table cannot have, other columns, and tables that are not here', async () => {
  const file = join(temporary(), 'a.tar.gz');
  const shop = await open(options());
  await add(shop, 'shelf_books', { shelf: 'a', place: 2, own: false, at: new Date(0) });
  await expectDone(shop, 'export', file);
  const refused = async (change: (members: Map<string, string>) => void, extra = [shelf()]) => {
    const path = join(temporary(), 'forged.tar.gz');
    writeFileSync(path, await forged(readFileSync(file), change));
    const target = await open({ plugins, extra });
    const { code, lines } = await runCommand(target.kernel, ['import', path]);
    const left = extra.length > 0 ? await rowsOf(target, 'shelf_books') : [];
    expect([code, left]).toEqual([2, []]);
    return lines.join('\n');
  };
  const ROWS = 'tables/shelf_books/00001.jsonl';
  const edit = (name: string, from: string, to: string) => (members: Map<string, string>) => {
    expect(members.get(name)).toContain(from);
    members.set(name, (members.get(name) ?? '').replace(from, to));
  };
  expect(await refused(edit(ROWS, '"place":2', '"place":"2"'))).toContain('place takes a whole number');
  expect(await refused(edit(ROWS, '"shelf":"a",', ''))).toContain('the database refuses a row');
  expect(await refused((members) => members.delete(ROWS))).toContain(
    'shelf_books: the archive says 1 rows, and has 0.',
  );
  expect(await refused(edit('archive.json', '"weight":"double"', '"weight":"text"'))).toContain(
    'shelf: shelf_books.weight is text in the archive, and double here',
  );
  expect(await refused(() => undefined, [])).toContain('shelf: the table shelf_books is missing here');
});
