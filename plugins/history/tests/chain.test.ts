// Many saves of one document against a model: each version is found again, also after old ones were removed.
import { createKernel } from '../../../core';
import { testDatabases } from '../../../core/testing/databases';
import { type Any, type HistoryApp, historyApp } from './history-app';

const SAVES = 120;
const KEPT = 70;

/** The same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Saves of one paragraph: one whole state is stored meanwhile, after a hundred versions. */
const SMALL_SAVES = 150;
/** Stored bytes for each byte that a save changed. */
const MOST_BYTES = 1.8;

describe.each(testDatabases())('a long history on %s', (database) => {
  let opened: HistoryApp;
  beforeAll(async () => {
    opened = await historyApp(database, {
      history: { enabled: true, config: { keep: KEPT, types: { 'api::plain.plain': false } } },
    });
  });
  afterAll(() => opened.app.close());

  it('has every state, and keeps those that stay', async () => {
    const { app, ask } = opened;
    const pick = numbers(7);
    const posts = app.kernel.documents('api::post.post') as Any;
    const paragraphs = Array.from({ length: 12 }, (_, n) => ({ text: `${n} `.repeat(60) }));
    const { documentId } = await posts.create({ data: { title: 'start', blocks: paragraphs } });
    let published = false;
    const states: Any[] = [];
    const noted = (title: string): Any => ({ title, blocks: structuredClone(paragraphs) });
    states.push(noted('start'));
    for (let n = 1; n < SAVES; n += 1) {
      const kind = pick(12);
      if (kind === 0) {
        await posts.publish({ documentId });
        published = true;
        states.push(states.at(-1));
        continue;
      }
      if (kind === 1 && published) {
        await posts.unpublish({ documentId });
        published = false;
        states.push(states.at(-1));
        continue;
      }
      if (kind === 2 && paragraphs.length > 1) paragraphs.splice(pick(paragraphs.length), 1);
      else if (kind < 5) paragraphs.splice(pick(paragraphs.length + 1), 0, { text: `new ${n}` });
      else (paragraphs[pick(paragraphs.length)] as { text: string }).text += ` edit ${n}`;
      const status = kind === 3 ? 'published' : 'draft';
      await posts.update({ documentId, status, data: { title: `title ${n}`, blocks: paragraphs } });
      states.push(noted(`title ${n}`));
      if (status === 'published') published = true;
    }
    await posts.publish({ documentId });
    states.push(states.at(-1));
    await posts.update({ documentId, status: 'draft', data: { title: 'last' } });
    states.push(noted('last'));

    const ids = async (): Promise<number[]> => {
      const all: number[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await ask('GET', `/posts/${documentId}/history?page=${page}&pageSize=100`, 200);
        all.unshift(...data.map(({ id }: Any) => id).reverse());
        if (data.length < 100) return all;
      }
    };
    let publishedAs: number | undefined;
    const compare = async (found: readonly number[], expected: readonly Any[]): Promise<void> => {
      expect(found).toHaveLength(expected.length);
      for (const [at, id] of found.entries()) {
        const { content } = (await ask('GET', `/posts/${documentId}/history/${id}`, 200)).data;
        expect(content).toEqual(expected[at]);
      }
      const shown = (
        await ask('GET', `/posts/${documentId}/history/diff?from=published&to=${publishedAs}`, 200)
      ).data;
      expect(shown).toEqual([]);
    };
    const before = await ids();
    publishedAs = before.at(-2);
    await compare(before, states);

    await ask('POST', '/jobs', 201, { name: 'history.clean' });
    let after = before;
    while (after.length !== KEPT) after = await ids();
    await compare(after, states.slice(-KEPT));
    await posts.update({ documentId, status: 'draft', data: { title: 'later' } });
    await compare((await ids()).slice(0, -1), states.slice(-KEPT));
  });

  const secondKernel = async (plugins: object = {}) => {
    const { dir, kernel } = opened.app;
    const { database, plugins: own } = kernel.config;
    const second = await createKernel({
      dir,
      overrides: { database, plugins: { ...own, ...plugins } } as never,
      writeLog: () => undefined,
    });
    await second.start();
    return second;
  };

  it('names what a process without history has saved meanwhile', async () => {
    const { app, ask } = opened;
    const second = await secondKernel({ history: false });
    try {
      const [here, there] = [app.kernel, second].map((kernel) => kernel.documents('api::post.post') as Any);
      const { documentId } = await here.create({ data: { title: 'one', code: 'a' } });
      await there.update({ documentId, status: 'draft', data: { code: 'b' } });
      await here.update({ documentId, status: 'draft', data: { title: 'two' } });
      const { data } = await ask('GET', `/posts/${documentId}/history`, 200);
      expect(data[0].changed.sort()).toEqual(['code', 'title']);
      const { content } = (await ask('GET', `/posts/${documentId}/history/${data[0].id}`, 200)).data;
      expect(content).toEqual({ title: 'two', code: 'b' });
    } finally {
      await second.stop();
    }
  });

  it('goes on from the version that another process has added', async () => {
    const { app, ask } = opened;
    const second = await secondKernel();
    try {
      const [here, there] = [app.kernel, second].map((kernel) => kernel.documents('api::post.post') as Any);
      const { documentId } = await here.create({ data: { title: 'one', code: 'a' } });
      const save = (service: Any, data: object) => service.update({ documentId, status: 'draft', data });
      await save(there, { title: 'two' });
      // As the last version of this process, so a difference from that one would not name the title.
      await save(here, { title: 'one', code: 'b' });
      await save(there, { title: 'three', code: 'a' });
      await save(here, { title: 'four' });
      const { data } = await ask('GET', `/posts/${documentId}/history`, 200);
      const contents: Any[] = [];
      for (const { id } of data.toReversed())
        contents.push((await ask('GET', `/posts/${documentId}/history/${id}`, 200)).data.content);
      expect(contents).toEqual([
        { title: 'one', code: 'a' },
        { title: 'two', code: 'a' },
        { title: 'one', code: 'b' },
        { title: 'three', code: 'a' },
        { title: 'four', code: 'a' },
      ]);
    } finally {
      await second.stop();
    }
  });

  it('goes on after versions were removed from the database', async () => {
    const { app, ask } = opened;
    const posts = app.kernel.documents('api::post.post') as Any;
    const other = await posts.create({ data: { title: 'other' } });
    const { documentId } = await posts.create({ data: { title: 'one', code: 'a' } });
    await posts.update({ documentId, status: 'draft', data: { title: 'two' } });
    await app.kernel.database.transaction(async (tx) => {
      const own = 'SELECT target FROM history_targets WHERE document_id = ?';
      await tx.run(`DELETE FROM history_changes WHERE target IN (${own})`, [documentId]);
      await tx.run('DELETE FROM history_targets WHERE document_id = ?', [documentId]);
    });
    // On SQLite, these versions get the ids of the removed ones.
    for (const title of ['other two', 'other three'])
      await posts.update({ documentId: other.documentId, status: 'draft', data: { title } });
    await posts.update({ documentId, status: 'draft', data: { title: 'three' } });
    const { data } = await ask('GET', `/posts/${documentId}/history`, 200);
    expect(data.map(({ operation }: Any) => operation)).toEqual(['update', 'before']);
    const { content } = (await ask('GET', `/posts/${documentId}/history/${data[0].id}`, 200)).data;
    expect(content).toEqual({ title: 'three', code: 'a' });
  });

  it('adds one statement to a save of a document that the process has saved before', async () => {
    const { database, documents } = opened.app.kernel;
    const tags = documents('api::tag.tag') as Any;
    const plains = documents('api::plain.plain') as Any;
    const [tag, plain] = [await tags.create({ data: { name: 'a' } }), await plains.create({ data: {} })];
    const statementsOf = async (save: () => Promise<unknown>): Promise<string[]> => {
      const statements: string[] = [];
      const transaction = database.transaction.bind(database);
      const noted = <R>(run: (text: string, params?: readonly unknown[]) => R) => {
        return (text: string, params?: readonly unknown[]): R => {
          statements.push(text);
          return run(text, params);
        };
      };
      const spied = jest
        .spyOn(database, 'transaction')
        .mockImplementation((work, options) =>
          transaction((tx) => work({ ...tx, all: noted(tx.all), run: noted(tx.run) }), options),
        );
      await save();
      spied.mockRestore();
      return statements;
    };
    const kept = await statementsOf(() => tags.update({ documentId: tag.documentId, data: { name: 'b' } }));
    const other = await statementsOf(() =>
      plains.update({ documentId: plain.documentId, data: { title: 'b' } }),
    );
    expect(kept).toHaveLength(other.length + 1);
    expect(kept.at(-1)).toMatch(/^INSERT (OR IGNORE )?INTO .history_changes/);
  });

  it('stores little more than what saves change', async () => {
    const { app } = opened;
    const pick = numbers(11);
    const paragraph = (): string => Array.from({ length: 60 }, () => `word${pick(1_000)}`).join(' ');
    const posts = app.kernel.documents('api::post.post') as Any;
    const blocks = Array.from({ length: 40 }, () => ({ text: paragraph() }));
    const { documentId } = await posts.create({ data: { title: 'long', blocks } });
    const stored = async (): Promise<number> => {
      const [[bytes] = []] = await app.kernel.database.transaction((tx) =>
        tx.all(
          "SELECT SUM(LENGTH(delta) + LENGTH(COALESCE(state, '')) + LENGTH(COALESCE(shown, ''))) FROM history_changes WHERE target IN (SELECT target FROM history_targets WHERE document_id = ?)",
          [documentId],
        ),
      );
      return Number(bytes);
    };
    const before = await stored();
    let changed = 0;
    for (let n = 0; n < SMALL_SAVES; n += 1) {
      const text = paragraph();
      blocks[20] = { text };
      changed += text.length;
      await posts.update({ documentId, status: 'draft', data: { blocks } });
    }
    const bytes = (await stored()) - before;
    expect(bytes).toBeGreaterThan(changed);
    expect(bytes).toBeLessThan(MOST_BYTES * changed);
  });
});
