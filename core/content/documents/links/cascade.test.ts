// `"onDelete": "cascade"`: documents with a link go with its target, each as a delete of its own, all or none.
import { definePlugin } from '../../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../../testing/create-test-app';
import { testDatabases } from '../../../testing/databases';
import { examine } from '../../../testing/examine';
import { OPEN_VISIBILITY } from '../../model/compiled/visibility';

const AUTHOR = 'api::author.author';
const BOOK = 'api::book.book';
const REVIEW = 'api::review.review';
const LOAN = 'api::loan.loan';
const toOne = (target: string, onDelete?: string) => ({
  type: 'relation',
  relation: 'manyToOne',
  target,
  ...(onDelete ? { onDelete } : {}),
});
const author = {
  info: { singularName: 'author', pluralName: 'authors' },
  attributes: { name: { type: 'string', unique: true }, mentor: toOne(AUTHOR, 'cascade') },
};
const book = {
  info: { singularName: 'book', pluralName: 'books' },
  attributes: {
    title: { type: 'string', unique: true },
    author: toOne(AUTHOR, 'cascade'),
    keeper: toOne(AUTHOR, 'restrict'),
    editor: toOne(AUTHOR),
  },
};
const review = {
  info: { singularName: 'review', pluralName: 'reviews' },
  attributes: {
    hidden: { type: 'boolean' },
    about: { type: 'relation', relation: 'morphToOne', onDelete: 'cascade' },
  },
};
const loan = {
  info: { singularName: 'loan', pluralName: 'loans' },
  attributes: { book: toOne(BOOK, 'restrict') },
};

const seen: string[] = [];
/** Callers by header: `x-may` lists the types whose documents they may delete; a `rules` caller deletes no hidden reviews. */
const desk = definePlugin({
  name: 'desk' as string,
  register(app) {
    app.hooks.request.authorize((request) => {
      const may = request.header('x-may');
      if (may === undefined) return { allowed: true, visibility: OPEN_VISIBILITY };
      const visibility = {
        ...OPEN_VISIBILITY,
        scope: `may ${may}`,
        canRead: ({ uid }: { uid: string }) => uid === AUTHOR || uid === BOOK,
        allows: (action: string) => may.split(' ').some((uid) => action === `${uid}.delete`),
        rowFilter: ({ uid }: { uid: string }, place?: string) => {
          if (uid === BOOK && request.header('x-own') !== undefined)
            return { $not: { author: { name: 'not mine' } } };
          return place === 'cascaded' && uid === REVIEW ? { hidden: { $null: true } } : null;
        },
      };
      return { allowed: true, visibility };
    });
    app.hooks.documents.prepare((action) => {
      if (action.operation === 'delete') seen.push(`prepare ${action.type.uid} ${action.documentId}`);
    });
    app.hooks.documents.committed(({ operation, type, documentId }) => {
      if (operation === 'delete') seen.push(`committed ${type} ${documentId}`);
    });
  },
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    const config = { api: { limits: { cascade: 20 } } };
    app = await createTestApp({
      contentTypes: [author, book, review, loan],
      plugins: [desk],
      database,
      config,
    });
  });
  afterAll(() => app?.close());
  beforeEach(() => void seen.splice(0));
  const make = async (uid: string, data: object): Promise<string> =>
    (await app.documents(uid).create({ data })).documentId;
  const isThere = async (uid: string, documentId: string) =>
    (await app.documents(uid).findOne({ documentId })) !== null;
  const about = (__type: string, documentId: string) => ({ about: { __type, documentId } });
  const remove = (documentId: string, may?: string) => {
    const call = app.agent.delete(`/api/authors/${documentId}`);
    return may === undefined ? call : call.set('x-may', may);
  };

  it('takes along documents at each depth, with their hooks, and frees their unique values', async () => {
    const wanted = await make(AUTHOR, { name: 'a' });
    const own = await make(BOOK, { title: 'own', author: wanted });
    const edited = await make(BOOK, { title: 'edited', editor: wanted });
    const notes = [await make(REVIEW, about(BOOK, own)), await make(REVIEW, about(AUTHOR, wanted))];
    const other = await make(REVIEW, about(BOOK, edited));
    seen.splice(0);
    await remove(wanted).expect(204);
    const events = [
      ...notes.map((id) => `committed ${REVIEW} ${id}`),
      `committed ${BOOK} ${own}`,
      `committed ${AUTHOR} ${wanted}`,
    ];
    const committed = seen.filter((line) => line.startsWith('committed'));
    expect([...committed].sort()).toEqual(events.sort());
    expect(committed.at(-1)).toBe(`committed ${AUTHOR} ${wanted}`);
    expect(seen.filter((line) => line.startsWith('prepare'))).toHaveLength(4);
    const left = await app.documents(BOOK).findOne({ documentId: edited, populate: ['editor'] });
    expect(left?.editor).toBeNull();
    expect(await isThere(REVIEW, other)).toBe(true);
    await make(BOOK, { title: 'own' });
  });

  it('ends with cycles, and a link between two documents that go keeps neither', async () => {
    const first = await make(AUTHOR, { name: 'first' });
    const second = await make(AUTHOR, { name: 'second', mentor: first });
    const third = await make(AUTHOR, { name: 'third', mentor: second });
    await app.documents(AUTHOR).update({ documentId: first, data: { mentor: third } });
    const own = await make(BOOK, { author: second, keeper: first });
    await remove(first).expect(204);
    for (const id of [first, second, third]) expect(await isThere(AUTHOR, id)).toBe(false);
    expect(await isThere(BOOK, own)).toBe(false);
  });

  it('a restrict further down keeps everything', async () => {
    const wanted = await make(AUTHOR, { name: 'lent' });
    const own = await make(BOOK, { author: wanted });
    const lent = await make(LOAN, { book: own });
    const { status, body } = await remove(wanted);
    expect([status, body.error.details]).toEqual([
      409,
      { uses: [{ type: LOAN, attribute: 'book', documentIds: [lent] }], hasMore: false },
    ]);
    expect([await isThere(AUTHOR, wanted), await isThere(BOOK, own)]).toEqual([true, true]);
    await app.documents(LOAN).delete({ documentId: lent });
    await remove(wanted).expect(204);
  });

  it('needs the right to delete each document, with its row rules', async () => {
    const wanted = await make(AUTHOR, { name: 'ruled' });
    const own = await make(BOOK, { author: wanted });
    const note = await make(REVIEW, { ...about(BOOK, own), hidden: true });
    for (const may of [AUTHOR, `${AUTHOR} ${BOOK}`, `${AUTHOR} ${BOOK} ${REVIEW}`]) {
      const { status, text } = await remove(wanted, may);
      expect(status).toBe(403);
      expect(text).not.toMatch(new RegExp(`${own}|${note}`));
      expect([await isThere(AUTHOR, wanted), await isThere(BOOK, own)]).toEqual([true, true]);
    }
    expect(seen.filter((line) => line.startsWith('committed'))).toEqual([]);
    await app.documents(REVIEW).update({ documentId: note, data: { hidden: null } });
    await remove(wanted, `${AUTHOR} ${BOOK} ${REVIEW}`).expect(204);
    expect(await isThere(REVIEW, note)).toBe(false);
  });

  it('refuses where a row rule reads a link: its target is gone when the rule is checked', async () => {
    const wanted = await make(AUTHOR, { name: 'not mine' });
    const own = await make(BOOK, { author: wanted });
    const may = `${AUTHOR} ${BOOK}`;
    await remove(wanted, may).set('x-own', 'true').expect(403);
    expect([await isThere(AUTHOR, wanted), await isThere(BOOK, own)]).toEqual([true, true]);
    const effects = app.agent.get(`/api/authors/${wanted}/actions/delete-effects`);
    const { body } = await effects.set('x-may', may).set('x-own', 'true').expect(200);
    expect(body.data.allowed).toBe(false);
    await remove(wanted, may).expect(204);
  });

  it('says what would go only to a caller who may delete the document', async () => {
    const wanted = await make(AUTHOR, { name: 'kept from others' });
    const effects = app.agent.get(`/api/authors/${wanted}/actions/delete-effects`);
    await effects.set('x-may', BOOK).expect(403);
    await app.documents(AUTHOR).delete({ documentId: wanted });
  });

  it('says before what would go, and names nothing that the caller cannot see', async () => {
    const wanted = await make(AUTHOR, { name: 'asked' });
    const [own, other] = [await make(BOOK, { author: wanted }), await make(BOOK, { author: wanted })];
    const edited = await make(BOOK, { editor: wanted });
    const note = await make(REVIEW, { ...about(BOOK, own), hidden: true });
    const lent = await make(LOAN, { book: other });
    const effects = async (may?: string) => {
      const call = app.agent.get(`/api/authors/${wanted}/actions/delete-effects`);
      const { body } = await (may === undefined ? call : call.set('x-may', may)).expect(200);
      return body.data;
    };
    const books = { type: BOOK, attribute: 'author', count: 2, documentIds: [own, other].sort() };
    const loans = { type: LOAN, attribute: 'book', count: 1, documentIds: [lent] };
    const editors = { type: BOOK, attribute: 'editor', count: 1, documentIds: [edited] };
    const reviews = { type: REVIEW, attribute: 'about', count: 1, documentIds: [note] };
    const empty = { hidden: 0, items: [] };
    const all = {
      allowed: false,
      documents: { hidden: 0, items: [books, reviews] },
      parts: empty,
      links: { hidden: 0, items: [editors] },
      restricts: { hidden: 0, items: [loans] },
    };
    expect(await effects()).toEqual(all);
    // This caller reads no reviews and no loans.
    expect(await effects(`${AUTHOR} ${BOOK}`)).toEqual({
      ...all,
      documents: { hidden: 1, items: [books] },
      restricts: { hidden: 1, items: [] },
    });
    await app.documents(LOAN).delete({ documentId: lent });
    expect(await effects()).toMatchObject({ allowed: true, restricts: empty });
    expect(await effects(`${AUTHOR} ${BOOK} ${REVIEW}`)).toMatchObject({ allowed: false });
    expect(seen.filter((line) => line.includes(wanted))).toEqual([]);
    await app.agent.get('/api/authors/unknown/actions/delete-effects').expect(404);
    await remove(wanted).expect(204);
  });

  it('the doctor reports documents that should have gone', async () => {
    const [gone, kept] = [await make(AUTHOR, { name: 'g' }), await make(AUTHOR, { name: 'h' })];
    const books = [await make(BOOK, { author: gone }), await make(BOOK, { keeper: kept })];
    const { id } = app.kernel.database.dialect;
    await app.kernel.database.transaction(async (tx) => {
      for (const author of [gone, kept])
        await tx.run(`DELETE FROM ${id('authors')} WHERE document_id = ?`, [author]);
    });
    const found = (await examine(app.kernel)).join();
    expect(found).toContain(`${AUTHOR} ${gone} does not exist`);
    expect(found).toContain(`should be gone (the first: ${books[0]})`);
    expect(found).toContain(`${AUTHOR} ${kept} does not exist`);
    expect(found).toContain('so it should exist; restore it');
    await app.documents(BOOK).deleteMany({ items: books.map((documentId) => ({ documentId })) });
  });

  it('is refused as a whole above the limit', async () => {
    const wanted = await make(AUTHOR, { name: 'many' });
    const items = Array.from({ length: 21 }, () => ({ data: { author: wanted } }));
    const made = await app.documents(BOOK).createMany({ items });
    const { status, body } = await remove(wanted);
    expect([status, body.error.details]).toEqual([409, { limit: 20, name: 'limits.cascade' }]);
    expect(await app.documents(BOOK).count({ filters: { author: { documentId: wanted } } })).toBe(21);
    await app.documents(BOOK).delete({ documentId: made.items[0]?.documentId ?? '' });
    await remove(wanted).expect(204);
  });

  it('a bulk delete takes documents along, and stores nothing if one is kept', async () => {
    const [kept, free] = [await make(AUTHOR, { name: 'k' }), await make(AUTHOR, { name: 'f' })];
    const books = [await make(BOOK, { author: free }), await make(BOOK, { author: kept })];
    const lent = await make(LOAN, { book: books[1] });
    const items = [free, kept].map((documentId) => ({ documentId }));
    await expect(app.documents(AUTHOR).deleteMany({ items })).rejects.toMatchObject({
      code: 'ITEMS_REFUSED',
    });
    expect(await isThere(BOOK, books[0] ?? '')).toBe(true);
    const result = await app.documents(AUTHOR).deleteMany({ items, atomic: false });
    expect(result.items.map(({ error }) => error?.status ?? 200)).toEqual([200, 409]);
    expect([await isThere(BOOK, books[0] ?? ''), await isThere(BOOK, books[1] ?? '')]).toEqual([false, true]);
    await app.documents(LOAN).delete({ documentId: lent });
  });

  it('a bulk delete may name documents that an earlier item takes along', async () => {
    for (const atomic of [true, false]) {
      const first = await make(AUTHOR, { name: 'first' });
      const second = await make(AUTHOR, { name: 'second', mentor: first });
      const items = [first, second].map((documentId) => ({ documentId }));
      const result = await app.documents(AUTHOR).deleteMany({ items, atomic });
      expect(result.items).toEqual(items.map((item) => ({ ...item, error: null })));
    }
    const alone = await make(AUTHOR, { name: 'alone' });
    const twice = [alone, alone, 'unknown'].map((documentId) => ({ documentId }));
    const { items } = await app.documents(AUTHOR).deleteMany({ items: twice, atomic: false });
    expect(items.map(({ error }) => error?.status ?? 200)).toEqual([200, 404, 404]);
  });

  it('a link that is made at the same moment goes along, or finds no document', async () => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = await make(AUTHOR, { name: `raced ${round}` });
      const own = await make(BOOK, { author: wanted });
      const [gone, note, moved] = await Promise.allSettled([
        app.documents(AUTHOR).delete({ documentId: wanted }),
        app.documents(REVIEW).create({ data: about(BOOK, own) }),
        app.documents(BOOK).update({ documentId: own, data: { author: null } }),
      ]);
      expect(gone.status).toBe('fulfilled');
      expect(await isThere(AUTHOR, wanted)).toBe(false);
      const left = await app.documents(BOOK).findOne({ documentId: own, populate: ['author'] });
      // The book left the author before the delete, or it is gone.
      expect(left?.author ?? null).toBeNull();
      if (left) expect(moved).toMatchObject({ status: 'fulfilled', value: { documentId: own } });
      if (note.status === 'fulfilled')
        expect(await isThere(REVIEW, note.value.documentId)).toBe(left !== null);
    }
  });
});

test('startup refuses a cascade with several targets', async () => {
  const authors = { ...toOne(AUTHOR, 'cascade'), relation: 'manyToMany' };
  const wrong = { ...book, attributes: { authors } };
  await expect(createTestApp({ contentTypes: [wrong, author] })).rejects.toThrow('needs a relation to one');
});
