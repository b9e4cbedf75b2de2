// `"onDelete": "restrict"`: a document with a link to it stays. Each stored link counts, and the error names what the caller may see.
import { definePlugin } from '../../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../../testing/create-test-app';
import { testDatabases } from '../../../testing/databases';
import { OPEN_VISIBILITY } from '../../model/compiled/visibility';

const BOOK = 'api::book.book';
const AUTHOR = 'api::author.author';
const SHELF = 'api::shelf.shelf';
const author = {
  info: { singularName: 'author', pluralName: 'authors' },
  attributes: {
    name: { type: 'string' },
    books: { type: 'relation', relation: 'oneToMany', target: BOOK, mappedBy: 'author' },
    mentor: { type: 'relation', relation: 'oneToOne', target: AUTHOR, onDelete: 'restrict' },
  },
};
const book = {
  info: { singularName: 'book', pluralName: 'books' },
  attributes: {
    title: { type: 'string' },
    hidden: { type: 'boolean' },
    author: {
      type: 'relation',
      relation: 'manyToOne',
      target: AUTHOR,
      inversedBy: 'books',
      onDelete: 'restrict',
    },
    editor: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
  },
};
const shelf = {
  info: { singularName: 'shelf', pluralName: 'shelves' },
  attributes: {
    authors: { type: 'relation', relation: 'manyToMany', target: AUTHOR, onDelete: 'restrict' },
    anything: { type: 'relation', relation: 'morphToMany', onDelete: 'restrict' },
  },
};

/** A reader sees books that are not hidden, and no shelves. */
const desk = definePlugin({
  name: 'desk' as string,
  register(app) {
    app.hooks.request.authorize((request) => {
      if (request.header('x-role') !== 'reader') return { allowed: true, visibility: OPEN_VISIBILITY };
      const visibility = {
        ...OPEN_VISIBILITY,
        scope: 'reader',
        canRead: ({ uid }: { uid: string }) => uid !== SHELF,
        rowFilter: ({ uid }: { uid: string }) => (uid === BOOK ? { hidden: { $null: true } } : null),
      };
      return { allowed: true, visibility };
    });
  },
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ contentTypes: [author, book, shelf], plugins: [desk], database });
  });
  afterAll(() => app?.close());
  const make = async (uid: string, data: object): Promise<string> =>
    (await app.documents(uid).create({ data })).documentId;
  const remove = (documentId: string, role = 'full') =>
    app.agent.delete(`/api/authors/${documentId}`).set('x-role', role);

  it('refuses a delete while a link exists, and says where; without it, the document goes', async () => {
    const wanted = await make(AUTHOR, { name: 'wanted' });
    const used = await make(BOOK, { author: wanted });
    const { status, body } = await remove(wanted);
    expect([status, body.error.name]).toEqual([409, 'ConflictError']);
    expect(body.error.message).toContain('api::book.book.author');
    expect(body.error.details).toEqual({
      uses: [{ type: BOOK, attribute: 'author', documentIds: [used] }],
      hasMore: false,
    });
    expect(await app.documents(AUTHOR).findOne({ documentId: wanted })).not.toBeNull();
    await app.documents(BOOK).update({ documentId: used, data: { author: null, editor: wanted } });
    await remove(wanted).expect(204);
    const left = await app.documents(BOOK).findOne({ documentId: used, populate: ['editor'] });
    expect(left?.editor).toBeNull();
  });

  it('counts links in tables, and of polymorphic relations', async () => {
    const wanted = await make(AUTHOR, { name: 'listed' });
    const shelves = [
      await make(SHELF, { authors: [wanted] }),
      await make(SHELF, { anything: [{ __type: AUTHOR, documentId: wanted }] }),
    ];
    const { status, body } = await remove(wanted);
    expect([status, body.error.details.uses]).toEqual([
      409,
      [
        { type: SHELF, attribute: 'authors', documentIds: [shelves[0]] },
        { type: SHELF, attribute: 'anything', documentIds: [shelves[1]] },
      ],
    ]);
    await app.documents(SHELF).deleteMany({ items: shelves.map((documentId) => ({ documentId })) });
    await remove(wanted).expect(204);
  });

  it('names nothing that the caller cannot see', async () => {
    const wanted = await make(AUTHOR, { name: 'secret' });
    const hidden = await make(BOOK, { author: wanted, hidden: true });
    await make(SHELF, { authors: [wanted] });
    const first = await remove(wanted, 'reader');
    expect([first.status, first.body.error.details]).toEqual([409, { uses: [], hasMore: true }]);
    const seen = await make(BOOK, { author: wanted });
    const second = await remove(wanted, 'reader');
    expect(second.body.error.details).toEqual({
      uses: [{ type: BOOK, attribute: 'author', documentIds: [seen] }],
      hasMore: true,
    });
    expect(second.text).not.toContain(hidden);
  });

  it('a link of a document to itself does not keep it', async () => {
    const own = await make(AUTHOR, { name: 'own' });
    await app.documents(AUTHOR).update({ documentId: own, data: { mentor: own } });
    await remove(own).expect(204);
  });

  it('a link that is made at the same moment is kept, or finds no document', async () => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = await make(AUTHOR, { name: 'raced' });
      const [gone, linked] = await Promise.allSettled([
        app.documents(AUTHOR).delete({ documentId: wanted }),
        app.documents(BOOK).create({ data: { author: wanted } }),
      ]);
      const isThere = (await app.documents(AUTHOR).findOne({ documentId: wanted })) !== null;
      expect([gone.status, linked.status]).toEqual(
        isThere ? ['rejected', 'fulfilled'] : ['fulfilled', 'rejected'],
      );
    }
  });
});

test.each([
  [
    'an inverse side',
    'books',
    { ...author.attributes.books, onDelete: 'restrict' },
    'at api::book.book.author',
  ],
  ['an unknown rule', 'mentor', { ...author.attributes.mentor, onDelete: 'burn' }, 'setNull'],
])('startup refuses %s', async (_what, name, attribute, message) => {
  const wrong = { ...author, attributes: { ...author.attributes, [name]: attribute } };
  await expect(createTestApp({ contentTypes: [wrong, book, shelf] })).rejects.toThrow(message);
});
