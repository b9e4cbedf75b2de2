// Links that name a status, written from the inverse side. A write that goes live links both rows of its document.
import { type TestApp, testDatabases } from '../../../core/testing';
import { examine } from '../../../core/testing/examine';
import { openApp, requester, type } from './testing-app';

const relation = (kind: string, target: string, side: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...side,
});
const TYPES = [
  type('shelf', {
    one: relation('oneToOne', 'book', { inversedBy: 'oneBack' }),
    column: relation('manyToOne', 'book', { inversedBy: 'columnBack' }),
    table: relation('manyToMany', 'book', { inversedBy: 'tableBack' }),
  }),
  type(
    'book',
    {
      oneBack: relation('oneToOne', 'shelf', { mappedBy: 'one' }),
      columnBack: relation('oneToMany', 'shelf', { mappedBy: 'column' }),
      tableBack: relation('manyToMany', 'shelf', { mappedBy: 'table' }),
    },
    { options: { draftAndPublish: true } },
  ),
];

describe.each(testDatabases())(
  'links that name a status, written from the inverse side on %s',
  (database) => {
    let app: TestApp;
    const call = requester(() => app);
    const ids = (value: { documentId: string } | { documentId: string }[] | null): string[] =>
      [value ?? []].flat().map(({ documentId }) => documentId);
    const linked = async (path: string, attribute: string): Promise<string[][]> => {
      const read = async (status: string) =>
        (await call('get', `${path}?populate=${attribute}&status=${status}`)).body.data[attribute];
      return [ids(await read('draft')), ids(await read('published'))];
    };

    beforeAll(async () => {
      app = await openApp({ contentTypes: TYPES, components: {}, database });
    });
    afterAll(async () => {
      expect(await examine(app.kernel)).toEqual([]);
      await app.close();
    });

    describe.each([
      ['one', 'oneBack'],
      ['column', 'columnBack'],
      ['table', 'tableBack'],
    ])('%s', (own, back) => {
      it.each([
        ['set', 'draft', '', [true, true]],
        ['set', 'published', '', [true, true]],
        ['connect', 'draft', '', [true, true]],
        ['set', 'draft', '?status=draft', [true, false]],
      ])('%s of a link that names %s, written with "%s"', async (keyword, status, query, shown) => {
        const book: string = (await call('post', 'books', {})).body.data.documentId;
        const named = { documentId: book, status };
        const made = await call('post', 'shelfs', { [own]: own === 'table' ? [named] : named });
        const shelf: string = made.body.data.documentId;
        const { status: code } = await call('put', `books/${book}${query}`, {
          [back]: { [keyword]: [shelf] },
        });
        expect(code).toBe(200);
        const both = (id: string) => shown.map((isShown) => (isShown ? [id] : []));
        expect(await linked(`books/${book}`, back)).toEqual(both(shelf));
        expect(await linked(`shelfs/${shelf}`, own)).toEqual(both(book));
      });
    });
  },
);
