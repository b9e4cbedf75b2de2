// A required relation of a published document: a write is refused only when no link would be left.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester, type } from './testing-app';

const relation = (kind: string) => ({
  type: 'relation',
  relation: kind,
  target: 'api::tag.tag',
  required: true,
});

const DRAFTS = { options: { draftAndPublish: true } };
const TYPES = [
  type('tag', { name: { type: 'string' } }),
  type('listed', { links: relation('manyToMany') }, DRAFTS),
  type('single', { links: relation('manyToOne') }, DRAFTS),
  type('boxed', { box: { type: 'component', component: 'shared.box' } }, DRAFTS),
  type('paired', { box: { type: 'component', component: 'shared.pair' } }, DRAFTS),
];
const COMPONENTS = {
  'shared.box': { info: {}, attributes: { links: relation('manyToMany') } },
  'shared.pair': { info: {}, attributes: { links: relation('manyToOne') } },
};

describe.each(testDatabases())('required relations on %s', (database) => {
  let app: TestApp;
  let tags: readonly string[];
  const call = requester(() => app);

  beforeAll(async () => {
    app = await openApp({ contentTypes: TYPES, components: COMPONENTS, database });
    const made: string[] = [];
    for (const name of ['linked', 'other', 'third'])
      made.push((await call('post', 'tags', { name })).body.data.documentId);
    tags = made;
  });
  afterAll(() => app?.close());

  const STORAGES = [
    ['a link table', 'listeds'],
    ['a column', 'singles'],
    ['a list in an entry', 'boxeds'],
    ['one target in an entry', 'paireds'],
  ] as const;
  const CHANGES: readonly [string, (tags: readonly string[]) => object, 200 | 400][] = [
    ['disconnects another document', ([, other]) => ({ disconnect: [other] }), 200],
    ['disconnects two other documents', ([, other, third]) => ({ disconnect: [other, third] }), 200],
    ['disconnects another document twice', ([, other]) => ({ disconnect: [other, other] }), 200],
    ['disconnects the linked document', ([linked]) => ({ disconnect: [linked] }), 400],
    ['disconnects the linked document twice', ([linked]) => ({ disconnect: [linked, linked] }), 400],
    ['replaces the linked document', ([a, b]) => ({ connect: [b], disconnect: [a] }), 200],
    ['sets an empty list', () => ({ set: [] }), 400],
  ];
  const MATRIX = STORAGES.flatMap(([storage, path]) =>
    CHANGES.map(([change, body, status]) => [storage, change, path, body, status] as const),
  );

  it.each(MATRIX)('in %s: a PUT that %s', async (_storage, _change, path, body, status) => {
    const isBoxed = path === 'boxeds' || path === 'paireds';
    const wrap = (links: unknown, id?: number) => (isBoxed ? { box: { id, links } } : { links });
    const made = await call('post', `${path}?populate=*`, wrap([tags[0]]));
    expect(made.status).toBe(201);
    const { documentId, box } = made.body.data;
    const answer = await call('put', `${path}/${documentId}`, wrap(body(tags), box?.id));
    expect({ status: answer.status, message: answer.body.error?.message }).toEqual({
      status,
      message: status === 200 ? undefined : `${isBoxed ? 'box.' : ''}links must be defined.`,
    });
  });

  it('keeps one of two links when the other is disconnected twice', async () => {
    const made = await call('post', 'listeds', { links: [tags[0], tags[1]] });
    const path = `listeds/${made.body.data.documentId}`;
    const answer = await call('put', `${path}?populate=links`, {
      links: { disconnect: [tags[1], tags[1], tags[2]] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.links).toMatchObject([{ name: 'linked' }]);
  });
});
