// Documents that are linked in one millisecond: published inverse lists have the order of the drafts, whichever document is published first.
import { type TestApp, testDatabases } from '../../../core/testing';
import { openApp, type } from './testing-app';

const NOTE = 'api::note.note';
const TAG = 'api::tag.tag';
const relation = (kind: string, target: string, side: object) => ({
  type: 'relation',
  relation: kind,
  target,
  ...side,
});
const TYPES = [
  type(
    'note',
    {
      column: relation('manyToOne', TAG, { inversedBy: 'columnBack' }),
      table: relation('manyToMany', TAG, { inversedBy: 'tableBack' }),
    },
    { options: { draftAndPublish: true } },
  ),
  type('tag', {
    columnBack: relation('oneToMany', NOTE, { mappedBy: 'column' }),
    tableBack: relation('manyToMany', NOTE, { mappedBy: 'table' }),
  }),
];

describe.each(testDatabases())('links of one moment on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({ contentTypes: TYPES, components: {}, database });
  });
  afterAll(() => app.close());

  it.each(['column', 'table'])('%s: the order is that of the writes', async (name) => {
    const notes = app.documents(NOTE);
    const tag = await app.documents(TAG).create({ data: {} } as never);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1)
      ids.push(
        (await notes.create({ data: { [name]: tag.documentId }, status: 'draft' } as never)).documentId,
      );
    now.mockRestore();
    for (const documentId of [...ids].reverse()) await notes.publish({ documentId });
    const back = `${name}Back`;
    for (const status of ['draft', 'published']) {
      const found = await app
        .documents(TAG)
        .findOne({ documentId: tag.documentId, status, populate: [back] } as never);
      const listed = found?.[back] as unknown as readonly { readonly documentId: string }[];
      expect(listed.map(({ documentId }) => documentId)).toEqual(ids);
    }
  });
});
