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

const SECRET = 'a secret of the declared one';
const declared = { name: 'declared', url: 'https://example.com/own', secretFrom: 'HOOK', enabled: false };
const plugins = {
  jobs: true,
  schedule: true,
  history: true,
  webhooks: { config: { webhooks: [declared] } },
  audit: true,
  admin: true,
};
const options = () => ({ plugins, extra: [shelf()], env: { HOOK: SECRET } });

/** In the order of their keys: PostgreSQL returns updated rows last. */
const rowsOf = async ({ kernel }: TestApp, table: string) => {
  const tables = kernel.container.resolve(OWN_TABLES);
  const key = tables.shapeOf(table)?.key ?? [];
  return JSON.parse(
    JSON.stringify(
      await tables
        .get(table)
        .query()
        .orderBy([...key]),
    ),
  );
};
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
    // Absent and the JSON value null differ, and are no default.
    await source.kernel.database.transaction((tx) =>
      tx.run("UPDATE shelf_books SET facts = 'null' WHERE place = 10"),
    );
    const large = Array.from({ length: 20 }, (_, at) => ({ shelf: 'large', place: at, own: false }));
    for (const each of large) await add(source, 'shelf_books', { ...each, notes: 'x'.repeat(300_000) });
    const by = (kind: string) => ({
      kind: 'request',
      principal: { kind, id: '7', label: kind },
      since: Date.now(),
    });
    const planned = { time_zone: 'UTC', state: 'open', created: 0, changed: 0 };
    await add(source, 'schedule_plans', { ...planned, name: 'of a user', by: by('user') });
    await add(source, 'schedule_plans', { ...planned, name: 'of a token', by: by('other') });
    await add(source, 'admin_preferences', { user: 50, value: {} });
    await add(source, 'admin_views', {
      type: 'api::tag.tag',
      user: 50,
      name: 'All',
      shared: true,
      words: {},
    });
    await add(source, 'shelf_books', { shelf: 'a', place: 3, own: true });

    const lines = await expectDone(source, 'export', plain ?? '');
    expect(lines).toContain('shelf_books: 22 rows');
    expect(lines.find((line) => line.startsWith('Not in the archive'))).toMatch(
      /audit \(\d+ rows\), draft-and-publish \(2 rows\), jobs \(\d+ rows\), webhooks \(2 rows\)/,
    );
    await expectDone(source, 'export', first ?? '', '--secrets');
    const wanted = await rowsOf(source, 'history_changes');
    expect(wanted.length).toBeGreaterThan(1);

    const target = await open({ ...options(), database });
    await add(target, 'shelf_books', { shelf: 'here', place: 1, own: true });
    const imported = await expectDone(target, 'import', first ?? '');
    expect(imported).toContain('webhooks: 1 rows of plugins');
    expect(await rowsOf(target, 'history_changes')).toEqual(wanted);
    // The declared webhook here has the id of the other one there.
    expect(await rowsOf(target, 'webhooks')).toMatchObject([
      { id: 1, name: 'declared', secret: SECRET, enabled: false },
      { id: 2, name: 'build', secret: 'hidden', enabled: false },
    ]);
    expect(imported).toContainEqual(expect.stringContaining('webhooks: 1 are disabled'));
    expect(imported).toContainEqual(expect.stringContaining('schedule: 1 rows name users or tokens'));
    expect(await rowsOf(target, 'admin_preferences')).toEqual([]);
    expect(await rowsOf(target, 'admin_views')).toEqual([]);
    const books = (await rowsOf(target, 'shelf_books')) as { shelf: string; place: number; opened: number }[];
    expect(books.filter(({ shelf }) => shelf === 'large')).toHaveLength(20);
    const small = books.filter(({ shelf }) => shelf !== 'large');
    expect(small.map((each) => `${each.shelf} ${each.place} ${each.opened}`).sort()).toEqual([
      'B 10 0',
      'a 2 0',
      'here 1 0',
    ]);
    const facts = await target.kernel.database.transaction((tx) =>
      tx.all('SELECT COUNT(facts) FROM shelf_books', []),
    );
    expect(Number(facts[0]?.[0])).toBe(2);
    // The preview link of a document that is nowhere is not taken over; the other one works.
    expect(await rowsOf(target, 'preview_links')).toMatchObject([{ document: documentId }]);
    // The planned change has a job here.
    const [plan, ofUser, ofToken] = await rowsOf(target, 'schedule_plans');
    expect([ofUser, ofToken].map(({ by }) => by.principal.id)).toEqual(['7', '0']);
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
    await expectDone(target, 'import', first ?? '', '--replace', `history,schedule,${ARTICLE},${TAG}`);
    // The job of the removed plan is gone with it.
    const [replaced, withoutUser] = await rowsOf(target, 'schedule_plans');
    expect(withoutUser.by.principal).toEqual({ kind: 'user', id: '0', label: 'user' });
    expect(replaced.job).not.toBe(plan.job);
    const jobs = (await rowsOf(target, 'jobs')) as { id: number; state: string }[];
    expect(jobs.filter(({ state }) => state === 'waiting')).toMatchObject([{ id: replaced.job }]);
    const refused = await runCommand(target.kernel, [
      'import',
      first ?? '',
      '--replace',
      'admin-preferences',
    ]);
    expect([refused.code, refused.lines.join('\n')]).toEqual([
      2,
      'admin-preferences: its rows need the documents of plugin::users-permissions.user; add the type to the list.',
    ]);
    await expectDone(target, 'export', second ?? '', '--secrets');
    const members = await partsOf(first);
    expect([...members.keys()].filter((name) => name.startsWith('tables/shelf_books/'))).toHaveLength(2);
    expect(await partsOf(second)).toEqual(withoutLost(members));

    // Content of a type that is left out does not leave with its history.
    const without = join(folder, 'without.tar.gz');
    expect(await expectDone(source, 'export', without, '--exclude', ARTICLE)).toContain(
      'history_changes: 0 rows',
    );
    const only = await runCommand(source.kernel, ['export', without, '--only', 'webhooks']);
    expect([only.code, only.lines]).toEqual([2, ['webhooks: its rows are secrets; add --secrets.']]);
    await expectDone(target, 'import', first ?? '', '--replace', `history,${TAG}`);
    expect(await rowsOf(target, 'history_changes')).toHaveLength(wanted.length);
  });
});

const partsOf = async (file = ''): Promise<Map<string, string>> => {
  const members = await membersOf(readFileSync(file));
  // It has the checksum of the others.
  members.delete('end.json');
  // An import changes these.
  for (const table of ['webhooks', 'schedule_plans', 'admin_preferences', 'admin_views'])
    members.delete(`tables/${table}/00001.jsonl`);
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
    const target = await open({ plugins, extra, env: { HOOK: SECRET } });
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
  expect(await refused(edit(ROWS, '"shelf":"a",', ''))).toContain(`${ROWS}, row 1: shelf is missing.`);
  const twice = (members: Map<string, string>) => {
    members.set(ROWS, (members.get(ROWS) ?? '').repeat(2));
  };
  expect(await refused(twice)).toMatch(/rows 1 to 2: a value must be unique.*--exclude shelf/);
  expect(await refused((members) => members.delete(ROWS))).toContain(
    'shelf_books: the archive says 1 rows, and has 0.',
  );
  expect(await refused(edit('archive.json', '"weight":"double"', '"weight":"text"'))).toContain(
    'shelf: shelf_books.weight is text in the archive, and double here',
  );
  expect(await refused(() => undefined, [])).toContain('shelf: the table shelf_books is missing here');
});
