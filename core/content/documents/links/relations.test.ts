// Relation input in every spelling, from both sides: the recorded table, as data.
import { testDatabases } from '../../../testing/databases';
import { openTestContent, type TestContent } from '../testing-content';
import { ARTICLE, AUTHOR, COVER, MODEL, TAG } from '../testing-model';
import type { DocumentObject } from '../write-action';

type Tags = readonly DocumentObject[];

describe.each(testDatabases())('relations on %s', (client) => {
  let content: TestContent;
  let tags: Tags;
  const make = (uid: string, data: object) => content.documents(uid).create({ data });
  const named = (value: unknown) =>
    (value as { name?: string; title?: string }[]).map(({ name, title }) => name ?? title);
  const tagsOf = async (documentId: string) =>
    named((await content.documents(ARTICLE).findOne({ documentId, populate: ['tags'] }))?.tags);
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error & { status: number; details: object }) => error,
    );
  const at = (index: number): DocumentObject => tags[index - 1] as DocumentObject;
  const doc = (index: number): string => at(index).documentId;

  beforeAll(async () => {
    content = await openTestContent({ client, files: MODEL });
    const made: DocumentObject[] = [];
    for (const name of ['t1', 't2', 't3', 't4', 't5']) made.push(await make(TAG, { name }));
    tags = made;
  });
  afterAll(() => content?.close());

  const toMany: readonly [string, (body: { doc: typeof doc; at: typeof at }) => unknown, string][] = [
    ['documentIds', () => [doc(3), doc(1)], 't3 t1'],
    ['set', () => ({ set: [doc(3), doc(1)] }), 't3 t1'],
    ['ids, as numbers and text', () => [at(3).id, String(at(1).id)], 't3 t1'],
    ['objects', () => [{ id: at(3).id }, { documentId: doc(1) }, doc(2)], 't3 t1 t2'],
    ['one instead of a list', () => doc(4), 't4'],
    ['one object instead of a list', () => ({ documentId: doc(4), extra: 1 }), 't4'],
    ['null', () => null, ''],
    ['an empty list', () => [], ''],
    ['an empty set', () => ({ set: [] }), ''],
    ['set of null', () => ({ set: null }), ''],
    ['a list of null', () => [null], ''],
    ['nothing', () => ({}), 't1 t2 t3'],
    ['true', () => true, 't1 t2 t3'],
    ['an empty connect', () => ({ connect: [] }), 't1 t2 t3'],
    ['connect', () => ({ connect: [doc(5), doc(4)] }), 't1 t2 t3 t5 t4'],
    ['connect of what is connected', () => ({ connect: [doc(1)] }), 't2 t3 t1'],
    ['disconnect', () => ({ disconnect: [doc(2), doc(5)] }), 't1 t3'],
    ['connect and disconnect', () => ({ connect: [doc(4)], disconnect: [doc(1)] }), 't2 t3 t4'],
    ['the same in both', () => ({ connect: [doc(1)], disconnect: [doc(1)] }), 't2 t3 t1'],
    ['duplicates in a list', () => [doc(2), at(2).id, doc(1)], 't2 t1'],
    ['start', () => ({ connect: [{ documentId: doc(4), position: { start: true } }] }), 't4 t1 t2 t3'],
    [
      'two starts',
      () => ({ connect: [4, 5].map((n) => ({ documentId: doc(n), position: { start: true } })) }),
      't5 t4 t1 t2 t3',
    ],
    ['before', () => ({ connect: [{ id: at(4).id, position: { before: at(2).id } }] }), 't1 t4 t2 t3'],
    ['after', () => ({ connect: [{ documentId: doc(4), position: { after: doc(2) } }] }), 't1 t2 t4 t3'],
    [
      'before one connected later',
      () => ({
        connect: [
          { documentId: doc(4), position: { before: doc(5) } },
          { documentId: doc(5), position: { start: true } },
        ],
      }),
      't4 t5 t1 t2 t3',
    ],
    ['a move', () => ({ connect: [{ documentId: doc(3), position: { before: doc(1) } }] }), 't3 t1 t2'],
    [
      'start: false',
      () => ({ connect: [{ documentId: doc(4), position: { start: false } }] }),
      't1 t2 t3 t4',
    ],
    [
      'before wins over after',
      () => ({ connect: [{ documentId: doc(4), position: { after: doc(3), before: doc(1) } }] }),
      't4 t1 t2 t3',
    ],
    [
      'before a link that the body disconnects',
      () => ({ connect: [{ documentId: doc(4), position: { before: doc(2) } }], disconnect: [doc(2)] }),
      't1 t4 t3',
    ],
    [
      'before an unlinked document that the body disconnects',
      () => ({ connect: [{ documentId: doc(4), position: { before: doc(5) } }], disconnect: [doc(5)] }),
      't1 t2 t3 t4',
    ],
    ['disconnect of an unknown id', () => ({ disconnect: [999999, doc(2)] }), 't1 t3'],
    [
      'strict: false, beside an unconnected document',
      () => ({
        connect: [
          { documentId: doc(4), position: { before: doc(5) } },
          { documentId: doc(1), position: { end: true } },
        ],
        options: { strict: false },
      }),
      't2 t3 t4 t1',
    ],
    [
      'strict: false, beside a connected document',
      () => ({
        connect: [{ documentId: doc(4), position: { before: doc(2) } }],
        options: { strict: false },
      }),
      't1 t4 t2 t3',
    ],
    [
      'strict: false, beside an unknown id',
      () => ({
        connect: [{ documentId: doc(4), position: { after: 999999 } }],
        options: { strict: false },
      }),
      't1 t2 t3 t4',
    ],
    [
      'before an object',
      () => ({ connect: [{ documentId: doc(4), position: { before: { documentId: doc(1) } } }] }),
      't4 t1 t2 t3',
    ],
  ];

  test.each(toMany)('to-many: %s', async (_name, body, expected) => {
    const { documentId } = await make(ARTICLE, { title: 'Relations', tags: [doc(1), doc(2), doc(3)] });
    await content.documents(ARTICLE).update({ documentId, data: { tags: body({ doc, at }) } });
    expect((await tagsOf(documentId)).join(' ')).toBe(expected);
  });

  const mistakes: readonly [string, () => unknown, string | (() => string)][] = [
    ['an unknown documentId', () => ['xyz'], 'Document with id "xyz" not found'],
    [
      'an unknown documentId to disconnect',
      () => ({ disconnect: ['xyz'] }),
      'Document with id "xyz" not found',
    ],
    [
      'an unknown id',
      () => [999999],
      '1 relation(s) of type api::tag.tag associated with this entity do not exist',
    ],
    [
      'set beside connect',
      () => ({ set: [], connect: [doc(1)] }),
      'tags: "set" replaces the whole list and cannot stand beside "connect" or "disconnect". Send either "set", or "connect" and "disconnect".',
    ],
    ['an unknown keyword', () => ({ add: [doc(1)] }), 'Invalid key add at tags'],
    ['a list in a list', () => [[doc(1)]], 'Invalid key 0 at tags'],
    [
      'the same twice',
      () => ({ connect: [doc(4), at(4).id] }),
      () =>
        `The relation with id ${at(4).id} is already connected. You cannot connect the same relation twice.`,
    ],
    [
      'a position beside what is not related',
      () => ({ connect: [{ id: at(4).id, position: { before: at(5).id } }] }),
      () =>
        `There was a problem connecting relation with id ${at(4).id} at position {"before":${at(5).id}}. The relation with id ${at(5).id} needs to be connected first.`,
    ],
    [
      'strict: true, beside an unconnected document',
      () => ({
        connect: [{ id: at(4).id, position: { before: at(5).id } }],
        options: { strict: true },
      }),
      () =>
        `There was a problem connecting relation with id ${at(4).id} at position {"before":${at(5).id}}. The relation with id ${at(5).id} needs to be connected first.`,
    ],
    [
      'a position beside itself',
      () => ({ connect: [{ documentId: doc(4), position: { after: doc(4) } }] }),
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
    ],
  ];

  test.each(mistakes)('to-many refuses %s', async (_name, body, message) => {
    const { documentId } = await make(ARTICLE, { title: 'Relations', tags: [doc(1), doc(2), doc(3)] });
    const error = await refused(
      content.documents(ARTICLE).update({ documentId, data: { title: 'Changed', tags: body() } }),
    );
    expect(error?.status).toBe(400);
    expect(error?.message).toBe(typeof message === 'string' ? message : message());
    expect(await content.documents(ARTICLE).findOne({ documentId })).toMatchObject({ title: 'Relations' });
  });

  const toOne: readonly [string, (a: DocumentObject, b: DocumentObject) => unknown, string | null][] = [
    ['a documentId', (_, b) => b.documentId, 'b'],
    ['an id', (_, b) => b.id, 'b'],
    ['a list: the last', (a, b) => [a.documentId, b.documentId], 'b'],
    ['set: the last', (a, b) => ({ set: [a.documentId, b.documentId] }), 'b'],
    ['connect: the last', (a, b) => ({ connect: [a.documentId, b.documentId] }), 'b'],
    ['null', () => null, null],
    ['an empty set', () => ({ set: [] }), null],
    ['disconnect', (a) => ({ disconnect: [a.documentId] }), null],
    ['disconnect of another', (_, b) => ({ disconnect: [b.documentId] }), 'a'],
    ['nothing', () => ({}), 'a'],
  ];

  test.each(toOne)('to-one: %s', async (_name, body, expected) => {
    const [a, b] = [await make(AUTHOR, { name: 'a' }), await make(AUTHOR, { name: 'b' })];
    const { documentId } = await make(ARTICLE, { title: 'Relations', author: a.documentId });
    const changed = await content
      .documents(ARTICLE)
      .update({ documentId, data: { author: body(a, b) }, populate: ['author'] });
    expect((changed?.author as { name: string } | null)?.name ?? null).toBe(expected);
  });

  test.each([
    ['an empty text', ''],
    ['true to disconnect', { disconnect: true }],
  ])('to-one refuses %s', async (_name, author) => {
    expect((await refused(make(ARTICLE, { title: 'Relations', author })))?.message).toBe('Invalid relations');
  });

  test('polymorphic: each entry names its type', async () => {
    const author = await make(AUTHOR, { name: 'p' });
    const populate = { anything: { on: { [AUTHOR]: true, [TAG]: true } } };
    const anything = [
      { __type: TAG, documentId: doc(1) },
      { __type: AUTHOR, id: author.id },
    ];
    const made = await content.documents(ARTICLE).create({ data: { title: 'Morph', anything }, populate });
    expect(made.anything).toMatchObject([{ name: 't1' }, { name: 'p' }]);
    expect((await refused(make(ARTICLE, { title: 'Morph', anything: [doc(1)] })))?.status).toBe(400);
    const ahead = {
      connect: [{ __type: TAG, documentId: doc(2), position: { before: author.documentId, __type: AUTHOR } }],
    };
    const moved = await content
      .documents(ARTICLE)
      .update({ documentId: made.documentId, data: { anything: ahead }, populate });
    expect(moved?.anything).toMatchObject([{ name: 't1' }, { name: 't2' }, { name: 'p' }]);
    await content.documents(ARTICLE).update({
      documentId: made.documentId,
      data: { anything: { disconnect: [{ __type: TAG, documentId: doc(2) }] } },
    });
    const fewer = { disconnect: [{ __type: TAG, documentId: doc(1) }] };
    const changed = await content
      .documents(ARTICLE)
      .update({ documentId: made.documentId, data: { anything: fewer }, populate });
    expect(changed?.anything).toMatchObject([{ name: 'p' }]);
  });

  test('one to many, from the one side: takes children from their former parent and keeps the order', async () => {
    const articles = [
      await make(ARTICLE, { title: 'aaa' }),
      await make(ARTICLE, { title: 'bbb' }),
      await make(ARTICLE, { title: 'ccc' }),
    ];
    const [a, b, c] = articles.map(({ documentId }) => documentId);
    const first = await make(AUTHOR, { name: 'first', articles: [c, a] });
    const titles = async (documentId: string) =>
      named((await content.documents(AUTHOR).findOne({ documentId, populate: ['articles'] }))?.articles);
    expect(await titles(first.documentId)).toEqual(['ccc', 'aaa']);
    const second = await make(AUTHOR, { name: 'second', articles: { connect: [b, c] } });
    expect(await titles(first.documentId)).toEqual(['aaa']);
    expect(await titles(second.documentId)).toEqual(['bbb', 'ccc']);
    const update = (articles: unknown) =>
      content.documents(AUTHOR).update({ documentId: second.documentId, data: { articles } });
    await update({
      connect: [
        { documentId: c, position: { before: b } },
        { documentId: a, position: { after: c } },
      ],
    });
    expect(await titles(second.documentId)).toEqual(['ccc', 'aaa', 'bbb']);
    await update({ disconnect: [a] });
    expect(await titles(second.documentId)).toEqual(['ccc', 'bbb']);
    await update([a]);
    expect(await titles(second.documentId)).toEqual(['aaa']);
  });

  test('one to one takes from both sides', async () => {
    const [x, y] = [await make(COVER, { name: 'x' }), await make(COVER, { name: 'y' })];
    const one = await make(ARTICLE, { title: 'one', cover: x.documentId });
    const two = await make(ARTICLE, { title: 'two', cover: x.documentId });
    const cover = async (documentId: string) =>
      (
        (await content.documents(ARTICLE).findOne({ documentId, populate: ['cover'] }))?.cover as {
          name: string;
        } | null
      )?.name;
    expect([await cover(one.documentId), await cover(two.documentId)]).toEqual([undefined, 'x']);
    await content.documents(COVER).update({ documentId: y.documentId, data: { article: two.documentId } });
    expect(await cover(two.documentId)).toBe('y');
    await content
      .documents(COVER)
      .update({ documentId: x.documentId, data: { article: { connect: [one.documentId] } } });
    await content.documents(COVER).update({ documentId: y.documentId, data: { article: one.documentId } });
    expect([await cover(one.documentId), await cover(two.documentId)]).toEqual(['y', undefined]);
  });

  test('many to many, from the other side: an order of its own', async () => {
    const articles = [
      await make(ARTICLE, { title: 'aaa', tags: [doc(1)] }),
      await make(ARTICLE, { title: 'bbb' }),
    ];
    const [a, b] = articles.map(({ documentId }) => documentId) as [string, string];
    const tag = await make(TAG, { name: 'many', articles: [b, a] });
    const titles = async () =>
      named(
        (await content.documents(TAG).findOne({ documentId: tag.documentId, populate: ['articles'] }))
          ?.articles,
      );
    expect(await titles()).toEqual(['bbb', 'aaa']);
    expect(await tagsOf(a)).toEqual(['t1', 'many']);
    const update = (articles: unknown) =>
      content.documents(TAG).update({ documentId: tag.documentId, data: { articles } });
    await update({ connect: [{ documentId: a, position: { start: true } }] });
    expect(await titles()).toEqual(['aaa', 'bbb']);
    await update({ disconnect: [b] });
    expect(await titles()).toEqual(['aaa']);
    await update(null);
    expect(await tagsOf(a)).toEqual(['t1']);
  });

  test('a target that goes is gone from all relations', async () => {
    const [tag, author] = [await make(TAG, { name: 'gone' }), await make(AUTHOR, { name: 'gone' })];
    const { documentId } = await make(ARTICLE, {
      title: 'Left',
      tags: [tag.documentId, doc(1)],
      author: author.documentId,
    });
    await content.documents(TAG).delete({ documentId: tag.documentId });
    await content.documents(AUTHOR).delete({ documentId: author.documentId });
    expect(await content.documents(ARTICLE).findOne({ documentId, populate: '*' })).toMatchObject({
      tags: [{ name: 't1' }],
      author: null,
    });
    const [[left] = []] = await content.rows(
      `SELECT COUNT(*) FROM articles_tags_lnk WHERE target = '${tag.documentId}'`,
    );
    expect(Number(left)).toBe(0);
  });

  test('many links keep their order through many moves', async () => {
    const many: string[] = [];
    for (let index = 0; index < 30; index++) many.push((await make(TAG, { name: `n${index}` })).documentId);
    const { documentId } = await make(ARTICLE, { title: 'Many', tags: many });
    let expected = many.map((_, index) => `n${index}`);
    for (let turn = 0; turn < 20; turn++) {
      const from = (turn * 7) % 30;
      const to = (turn * 11 + 1) % 30;
      if (from === to) continue;
      const moved = { documentId: many[from], position: { before: many[to] } };
      await content.documents(ARTICLE).update({ documentId, data: { tags: { connect: [moved] } } });
      expected = expected.filter((name) => name !== `n${from}`);
      expected.splice(expected.indexOf(`n${to}`), 0, `n${from}`);
    }
    expect(await tagsOf(documentId)).toEqual(expected);
  });
});
