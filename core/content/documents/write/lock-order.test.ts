// Parallel writes of the same documents: no write is refused, and few are retried.

import { testDatabases } from '../../../testing/databases';
import { relation, typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';

const PAGE = 'api::page.page';
const TOPIC = 'api::topic.topic';

const FILES = {
  'config/content-types/page.json': typeFile('page', {
    title: { type: 'string' },
    near: relation('manyToMany', 'topic'),
    lead: relation('manyToOne', 'topic'),
    cover: relation('oneToOne', 'topic', { inversedBy: 'covered' }),
    topics: relation('manyToMany', 'topic', { inversedBy: 'pages' }),
    next: relation('manyToMany', 'page'),
  }),
  'config/content-types/topic.json': typeFile('topic', {
    name: { type: 'string' },
    near: relation('manyToMany', 'page'),
    covered: relation('oneToOne', 'page', { mappedBy: 'cover' }),
    pages: relation('manyToMany', 'page', { mappedBy: 'topics' }),
  }),
};

const ROUNDS = 40;

describe.each(testDatabases())('writers of the same documents on %s', (client) => {
  let content: TestContent;
  let pages: string[];
  let topics: string[];
  beforeAll(async () => {
    content = await openTestContent({ client, files: FILES });
  });
  beforeEach(async () => {
    const make = async (uid: string) => (await content.documents(uid).create({ data: {} })).documentId;
    [pages, topics] = [[], []];
    for (let number = 0; number < 3; number += 1) {
      pages.push(await make(PAGE));
      topics.push(await make(TOPIC));
    }
  });
  afterAll(() => content?.close());

  const page = (index: number, data: object) =>
    content.documents(PAGE).update({ documentId: pages[index % 3] ?? '', data });
  const topic = (index: number, data: object) =>
    content.documents(TOPIC).update({ documentId: topics[index % 3] ?? '', data });

  /** Runs the writes in parallel; returns refused writes and the number of repeated transactions. */
  async function contest(writes: readonly ((round: number) => Promise<unknown>)[]) {
    const before = content.database.stats().retries;
    const refused: string[] = [];
    const loops = writes.map(async (write) => {
      for (let round = 0; round < ROUNDS; round += 1)
        await write(round).catch((error: unknown) => refused.push(String(error)));
    });
    await Promise.all(loops);
    return { refused, retries: content.database.stats().retries - before };
  }

  test.each<[string, () => readonly ((round: number) => Promise<unknown>)[]]>([
    [
      'two types',
      () => [
        () => page(0, { title: 'x', near: [topics[0]] }),
        () => topic(0, { name: 'x', near: [pages[0]] }),
        () => page(0, { title: 'y', near: [topics[0]] }),
        () => topic(0, { name: 'y', near: [pages[0]] }),
      ],
    ],
    [
      'one type',
      () => [
        () => page(0, { title: 'x', next: [pages[1], pages[2]] }),
        () => page(1, { title: 'x', next: [pages[2], pages[0]] }),
        () => page(2, { title: 'x', next: [pages[0], pages[1]] }),
      ],
    ],
  ])('who links the documents of each other, of %s, is never in the way', async (_what, writes) => {
    expect(await contest(writes())).toEqual({ refused: [], retries: 0 });
  });

  test('writes through relations lock documents in one order', async () => {
    const { refused, retries } = await contest([
      () => topic(0, { pages: { connect: [pages[0], pages[1], pages[2]] } }),
      () => topic(1, { pages: { connect: [pages[2], pages[1], pages[0]] } }),
      () => page(0, { title: 'x' }),
      () => page(2, { title: 'x', lead: topics[0] }),
    ]);
    expect(refused).toEqual([]);
    expect(retries).toBeLessThan(ROUNDS / 4);
  });

  test('parallel writes that take targets, lists or documents from each other all end', async () => {
    const { refused, retries } = await contest([
      (round) => page(round, { cover: topics[round % 2] }),
      (round) => page(round + 1, { cover: topics[(round + 1) % 2] }),
      (round) => topic(round, { covered: pages[(round + 2) % 3] }),
      (round) => topic(round, { pages: round % 2 ? [pages[0]] : [pages[2], pages[1]] }),
      async (round) => {
        const { documentId } = await content
          .documents(TOPIC)
          .create({ data: { covered: pages[round % 3], pages } });
        await content.documents(TOPIC).delete({ documentId });
      },
    ]);
    expect(refused).toEqual([]);
    expect(retries).toBeLessThan(6 * ROUNDS);
    const doubled = await content.rows('SELECT cover_doc FROM pages WHERE cover_doc IS NOT NULL');
    expect(new Set(doubled.flat()).size).toBe(doubled.length);
  });

  /** A transaction that has written and stays open until `end` is called. */
  async function open(write: () => Promise<unknown>) {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let committed: Promise<void> = Promise.resolve();
    await new Promise<void>((written, failed) => {
      committed = content.documents.transaction(async () => {
        await write();
        written();
        await ended;
      });
      committed.catch(failed);
    });
    return {
      end: () => {
        end();
        return committed;
      },
    };
  }

  test('a write that links a document does not wait for a write of this document', async () => {
    if (client === 'sqlite') return;
    const writing = await open(() => topic(0, { name: 'held', near: [pages[1]] }));
    await page(0, { near: [topics[0]], lead: topics[0] });
    await page(1, { title: 'x' });
    await writing.end();
  });

  test('a delete waits for a write that links the document, and removes the link', async () => {
    if (client === 'sqlite') return;
    const linking = await open(() => page(0, { near: [topics[0]], lead: topics[0] }));
    let isGone = false;
    const deleting = content
      .documents(TOPIC)
      .delete({ documentId: topics[0] ?? '' })
      .then(() => {
        isGone = true;
      });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isGone).toBe(false);
    await linking.end();
    await deleting;
    const left = await content
      .documents(PAGE)
      .findOne({ documentId: pages[0] ?? '', populate: ['near', 'lead'] });
    expect(left).toMatchObject({ near: [], lead: null });
    const links = await content.rows(`SELECT 1 FROM pages_near_lnk WHERE target = '${topics[0]}'`);
    expect(links).toEqual([]);
  });
});
