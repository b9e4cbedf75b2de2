// Relation input through HTTP: every spelling of a target, every keyword, positions, ownership.
import { type FixtureApp, openFixture } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['l1', 'label', { name: '1' }],
    ['l2', 'label', { name: '2' }],
    ['l3', 'label', { name: '3' }],
    ['l4', 'label', { name: '4' }],
    ['l5', 'label', { name: '5' }],
    ['g1', 'group', { name: 'one' }],
    ['g2', 'group', { name: 'two' }],
  ]);
});
afterAll(() => app.close());

const filled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replace(/"\{#(\w+)\}"/g, (_, name: string) => String(app.known.get(name)?.id))
      .replace(/\{#(\w+)\}/g, (_, name: string) => String(app.known.get(name)?.id))
      .replace(/\{(\w+)\}/g, (_, name: string) => app.known.get(name)?.documentId ?? name),
  );

interface Answer {
  readonly status: number;
  readonly message: string | undefined;
  readonly labels: string;
  readonly group: string | null | undefined;
}

/** A `plain` document with the labels 1 2 3 and the group `one`, updated with `data`. */
async function updated(data: object): Promise<Answer> {
  const plain = await app.documents('api::plain.plain').create({
    data: filled({ name: 'p', labels: ['{l1}', '{l2}', '{l3}'], group: '{g1}' }),
  });
  return shown(
    await app.agent.put(`/api/plains/${plain.documentId}?populate=*`).send({ data: filled(data) as object }),
  );
}

async function created(data: object): Promise<Answer> {
  return shown(await app.agent.post('/api/plains?populate=*').send({ data: filled(data) as object }));
}

function shown({
  status,
  body,
}: {
  status: number;
  body: { data?: Shown; error?: { message: string } };
}): Answer {
  const labels = (body.data?.labels ?? []).map(({ name }) => name).join(' ');
  return {
    status,
    message: body.error?.message,
    labels,
    group: body.data?.group === null ? null : body.data?.group?.name,
  };
}
interface Shown {
  readonly labels?: readonly { readonly name: string }[];
  readonly group?: { readonly name: string } | null;
}

describe('to-many', () => {
  const matrix: readonly (readonly [unknown, string])[] = [
    [['{l3}', '{l1}'], '3 1'],
    [['{#l3}', '{#l1}'], '3 1'],
    [[{ documentId: '{l3}' }, { id: '{#l1}' }], '3 1'],
    ['{l4}', '4'],
    [{ documentId: '{l4}' }, '4'],
    [{ set: ['{l4}', '{l2}'] }, '4 2'],
    [{ set: [{ documentId: '{l4}', extra: 1 }] }, '4'],
    [{ connect: ['{l4}'] }, '1 2 3 4'],
    [{ connect: ['{l5}', '{l4}'] }, '1 2 3 5 4'],
    [{ connect: '{l4}' }, '1 2 3 4'],
    [{ connect: ['{l1}'] }, '2 3 1'],
    [{ disconnect: ['{l2}'] }, '1 3'],
    [{ disconnect: ['{l5}'] }, '1 2 3'],
    [{ disconnect: '{l1}' }, '2 3'],
    [{ connect: ['{l4}'], disconnect: ['{l1}'] }, '2 3 4'],
    [{ connect: ['{l1}'], disconnect: ['{l1}'] }, '2 3 1'],
    [null, ''],
    [[], ''],
    [{ set: [] }, ''],
    [{ set: null }, ''],
    [{}, '1 2 3'],
    [{ connect: [] }, '1 2 3'],
    [['{l3}', '{l3}'], '3'],
    [{ set: ['{l3}', '{l3}', '{l1}'] }, '3 1'],
    [{ connect: [{ documentId: '{l4}', position: { start: true } }] }, '4 1 2 3'],
    [{ connect: [{ documentId: '{l4}', position: { end: true } }] }, '1 2 3 4'],
    [{ connect: [{ documentId: '{l4}', position: { before: '{l2}' } }] }, '1 4 2 3'],
    [{ connect: [{ documentId: '{l4}', position: { after: '{l2}' } }] }, '1 2 4 3'],
    [{ connect: [{ id: '{#l4}', position: { before: '{#l2}' } }] }, '1 4 2 3'],
    [
      {
        connect: [
          { documentId: '{l4}', position: { start: true } },
          { documentId: '{l5}', position: { start: true } },
        ],
      },
      '5 4 1 2 3',
    ],
    [
      {
        connect: [
          { documentId: '{l4}', position: { before: '{l5}' } },
          { documentId: '{l5}', position: { start: true } },
        ],
      },
      '4 5 1 2 3',
    ],
    [{ connect: [{ documentId: '{l3}', position: { start: true } }] }, '3 1 2'],
    [{ connect: [{ documentId: '{l4}', position: {} }] }, '1 2 3 4'],
    [{ connect: [{ documentId: '{l4}', position: { start: false } }] }, '1 2 3 4'],
    [{ connect: [{ documentId: '{l4}', position: { before: '{l1}', after: '{l3}' } }] }, '4 1 2 3'],
  ];
  it.each(matrix.map(([input, labels]): [string, unknown, string] => [JSON.stringify(input), input, labels]))(
    '%s',
    async (_title, input, labels) => {
      expect(await updated({ labels: input })).toMatchObject({ status: 200, labels });
    },
  );

  it.each([
    [['{l2}', '{l1}'], '2 1'],
    [{ connect: ['{l2}', '{l1}'] }, '2 1'],
    [{ set: ['{l2}'] }, '2'],
    [null, ''],
    [undefined, ''],
  ])('created with %j', async (input, labels) =>
    expect(await created({ labels: input })).toMatchObject({ status: 201, labels }),
  );

  const refused: readonly (readonly [unknown, RegExp])[] = [
    [
      { connect: ['{l4}', '{l4}'] },
      /^The relation with id \d+ is already connected\. You cannot connect the same relation twice\.$/,
    ],
    [{ connect: [{ documentId: '{l4}' }, { id: '{#l4}' }] }, /already connected/],
    [{ set: ['{l4}'], connect: ['{l5}'] }, /set/],
    [{ set: ['{l4}'], disconnect: ['{l5}'] }, /set/],
    [{ add: ['{l4}'] }, /^Invalid key add at labels$/],
    [['unknownunknownunknownunk'], /^Document with id "unknownunknownunknownunk"/],
    [{ connect: ['unknownunknownunknownunk'] }, /^Document with id "unknown/],
    [{ disconnect: ['unknownunknownunknownunk'] }, /^Document with id "unknown/],
    [[999999], /^1 relation\(s\) of type api::label\.label associated with this entity do not exist$/],
    [
      { connect: [{ documentId: '{l4}', position: { before: '{l5}' } }] },
      /^There was a problem connecting relation with id \d+ at position/,
    ],
    [
      { connect: [{ documentId: '{l4}', position: { before: '{l4}' } }] },
      /^A circular reference was found in the connect array/,
    ],
    [
      {
        connect: [
          { documentId: '{l4}', position: { before: '{l5}' } },
          { documentId: '{l5}', position: { before: '{l4}' } },
        ],
      },
      /^A circular reference/,
    ],
  ];
  it.each(
    refused.map(([input, message]): [string, unknown, RegExp] => [JSON.stringify(input), input, message]),
  )('refuses %s', async (_title, input, message) => {
    expect(await updated({ labels: input })).toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  });
});

describe('to-one', () => {
  const matrix: readonly (readonly [unknown, string | null])[] = [
    ['{g2}', 'two'],
    ['{#g2}', 'two'],
    [{ documentId: '{g2}' }, 'two'],
    [{ id: '{#g2}' }, 'two'],
    [{ connect: ['{g2}'] }, 'two'],
    [{ connect: '{g2}' }, 'two'],
    [{ set: ['{g2}'] }, 'two'],
    [['{g2}'], 'two'],
    [['{g2}', '{g1}'], 'one'],
    [{ connect: ['{g1}', '{g2}'] }, 'two'],
    [null, null],
    [[], null],
    [{ set: [] }, null],
    [{ set: null }, null],
    [{ disconnect: ['{g1}'] }, null],
    [{ disconnect: ['{g2}'] }, 'one'],
    [{}, 'one'],
  ];
  it.each(
    matrix.map(([input, group]): [string, unknown, string | null] => [JSON.stringify(input), input, group]),
  )('%s', async (_title, input, group) => {
    expect(await updated({ group: input })).toMatchObject({ status: 200, group });
  });

  it.each<unknown>([
    '',
    '\0',
    { documentId: '\ud800' },
    { documentId: {} },
    { documentId: { toString: 1 } },
    { disconnect: true },
    'unknownunknownunknownunk',
    999999,
  ])('refuses %j', async (input) => {
    expect((await updated({ group: input })).status).toBe(400);
  });
});

describe('ownership', () => {
  const post = async (type: string, data: object): Promise<{ documentId: string }> =>
    (await app.agent.post(`/api/${type}`).send({ data: filled(data) as object })).body.data;
  const get = async (path: string): Promise<Record<string, unknown>> =>
    (await app.agent.get(`/api/${path}`)).body.data;

  it('one-to-many: set from the one side takes children from their former parent', async () => {
    const plain = await post('plains', { name: 'child', group: '{g1}' });
    await app.agent
      .put(`/api/groups/${app.known.get('g2')?.documentId}`)
      .send({ data: { plains: { connect: [plain.documentId] } } });
    expect(await get(`plains/${plain.documentId}?populate=group`)).toMatchObject({ group: { name: 'two' } });
  });

  it('one-to-one: connecting a target removes its former link', async () => {
    const profile = await post('profiles', { nick: 'n' });
    const first = await post('authors', { name: 'first', profile: profile.documentId });
    await post('authors', { name: 'second', profile: profile.documentId });
    expect(await get(`authors/${first.documentId}?populate=profile`)).toMatchObject({ profile: null });
    expect(await get(`profiles/${profile.documentId}?populate=author`)).toMatchObject({
      author: { name: 'second' },
    });
  });

  it('a category may be its own parent', async () => {
    const own = await post('categories', { name: 'own' });
    await app.agent.put(`/api/categories/${own.documentId}`).send({ data: { parent: own.documentId } });
    expect(await get(`categories/${own.documentId}?populate=parent,children`)).toMatchObject({
      parent: { name: 'own' },
      children: [{ name: 'own' }],
    });
  });

  it('a deleted target disappears from every relation', async () => {
    const label = await post('labels', { name: 'gone' });
    const plain = await post('plains', { name: 'left', labels: [label.documentId] });
    await app.agent.delete(`/api/labels/${label.documentId}`);
    expect(await get(`plains/${plain.documentId}?populate=labels`)).toMatchObject({ labels: [] });
    expect((await app.agent.get('/api/plains?filters[labels][name]=gone')).body.data).toEqual([]);
  });

  it('order is kept per side', async () => {
    const [a, b] = [await post('plains', { name: 'a' }), await post('plains', { name: 'b' })];
    const label = await post('labels', { name: 'both', plains: [b.documentId, a.documentId] });
    expect(await get(`labels/${label.documentId}?populate=plains`)).toMatchObject({
      plains: [{ name: 'b' }, { name: 'a' }],
    });
  });
});

describe('inside components', () => {
  it('accepts the same keys', async () => {
    const body = filled({
      data: {
        title: 't',
        zone: [{ __component: 'shared.ref', label: 'x', authors: { connect: [] } }],
      },
    }) as object;
    const answer = await app.agent.post('/api/articles?populate[zone][populate]=*').send(body);
    expect([answer.status, answer.body.data?.zone]).toEqual([
      201,
      [expect.objectContaining({ label: 'x', target: null, authors: [] })],
    ]);
  });
});
