// `v4CompatibilityMode` has the types of the peer, and each list of a connection has a selection of its own.
import { allTypes, type FixtureApp, openFixture } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture(
    [
      ['l1', 'label', { name: 'red' }],
      ['l2', 'label', { name: 'blue' }],
      ['p1', 'plain', { n: 1, labels: ['{l1}', '{l2}'] }],
      ['p2', 'plain', { n: 2, labels: ['{l1}'] }],
    ],
    {
      ...allTypes,
      config: {
        server: { anonymous: 'full' },
        plugins: { rest: true, graphql: { enabled: true, config: { v4CompatibilityMode: true } } },
      },
    },
  );
});
afterAll(() => app.close());

const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;
const typeOf = ({ kind, name, ofType }: Type): string =>
  kind === 'NON_NULL' && ofType
    ? `${typeOf(ofType)}!`
    : kind === 'LIST' && ofType
      ? `[${typeOf(ofType)}]`
      : (name ?? '');
interface Type {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: Type | null;
}
const typesOf = async (type: string): Promise<Record<string, string>> => {
  const deep = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';
  const { data } = await ask(
    `{ __type(name: "${type}") { fields(includeDeprecated: true) { name type { ${deep} } } } }`,
  );
  return Object.fromEntries(
    data.__type.fields.map(({ name, type: own }: { name: string; type: Type }) => [name, typeOf(own)]),
  );
};

it('has the types of the peer', async () => {
  expect(await typesOf('Plain')).toMatchObject({ id: 'ID!', data: 'Plain!', attributes: 'Plain!' });
  expect(await typesOf('ComponentSharedLink')).toMatchObject({
    id: 'ID!',
    data: 'ComponentSharedLink!',
    attributes: 'ComponentSharedLink!',
  });
  expect(await typesOf('PlainEntityResponseCollection')).toMatchObject({
    nodes: '[Plain!]!',
    data: '[Plain!]!',
    meta: 'ResponseCollectionMeta!',
  });
  expect(await typesOf('PlainRelationResponseCollection')).toEqual({ nodes: '[Plain!]!', data: '[Plain!]!' });
  expect(await typesOf('ResponseCollectionMeta')).toEqual({ pagination: 'Pagination!' });
});

it('shows row ids, and takes them in relations', async () => {
  const { body } = await app.agent.get('/api/labels?sort=name:desc');
  const [red, blue] = (body as { data: { id: number }[] }).data.map(({ id }) => `${id}`);
  const { data } = await ask(
    '{ labels(sort: "name:desc") { id data { id } } labels_connection(sort: "name") { data { id } } }',
  );
  expect(data).toEqual({
    labels: [red, blue].map((id) => ({ id, data: { id } })),
    labels_connection: { data: [{ id: blue }, { id: red }] },
  });
  expect(await ask(`mutation { createPlain(data: { labels: [${blue}] }) { labels { id } } }`)).toEqual({
    data: { createPlain: { labels: [{ id: blue }] } },
  });
});

it('takes row ids as arguments', async () => {
  const { data } = await ask('mutation { createLabel(data: { name: "green" }) { id documentId } }');
  const { id, documentId } = data.createLabel;
  expect(await ask(`{ label(id: ${id}) { name documentId } }`)).toEqual({
    data: { label: { name: 'green', documentId } },
  });
  expect(
    await ask(`mutation { updateLabel(id: ${id}, data: { name: "lime" }) { documentId name } }`),
  ).toEqual({
    data: { updateLabel: { documentId, name: 'lime' } },
  });
  expect(await ask(`mutation { deleteLabel(id: ${id}) { documentId } }`)).toEqual({
    data: { deleteLabel: { documentId } },
  });
  expect(await ask(`{ label(documentId: "${documentId}") { name } }`)).toEqual({ data: { label: null } });
  expect(await ask('{ label(id: 999999) { name } }')).toEqual({ data: { label: null } });
  for (const args of ['', `(id: ${id}, documentId: "${documentId}")`])
    expect((await ask(`{ label${args} { name } }`)).errors[0].message).toMatch(
      /argument `documentId` or `id`/,
    );
});

it('gives each list of a connection its own selection', async () => {
  const own = 'labels(sort: "name", pagination: { limit: 1 }) { name }';
  const lists = `nodes { n ${own} } data { n labels(sort: "name:desc") { name } } again: nodes { n }`;
  const labels = (...names: string[]) => names.map((name) => ({ name }));
  const [one, two] = [
    [labels('blue'), labels('red', 'blue')],
    [labels('red'), labels('red')],
  ] as const;
  const wanted = {
    nodes: [
      { n: 1, labels: one[0] },
      { n: 2, labels: two[0] },
    ],
    data: [
      { n: 1, labels: one[1] },
      { n: 2, labels: two[1] },
    ],
    again: [{ n: 1 }, { n: 2 }],
  };
  const filters = 'filters: { n: { in: [1, 2] } }';
  expect(
    await ask(
      `{ plains_connection(${filters}, sort: "n") { ${lists} meta { pagination { total pageSize } } } }`,
    ),
  ).toEqual({
    data: { plains_connection: { ...wanted, meta: { pagination: { total: 2, pageSize: 10 } } } },
  });
  const { data } = await ask(
    `{ labels(filters: { name: { eq: "red" } }) { plains_connection(${filters}, sort: "n") { ${lists} } } plains_connection(${filters}) { aggregate { groupBy { n { connection { ${lists} } } } } } }`,
  );
  expect(data.labels[0].plains_connection).toEqual(wanted);
  expect(data.plains_connection.aggregate.groupBy.n[0].connection).toEqual({
    nodes: [wanted.nodes[0]],
    data: [wanted.data[0]],
    again: [{ n: 1 }],
  });
  expect(
    await ask('{ plains_connection(filters: { n: { eq: 1 } }) { a: nodes { n } data { id: n } } }'),
  ).toEqual({
    data: { plains_connection: { a: [{ n: 1 }], data: [{ id: 1 }] } },
  });
});
