// Plans from outside: the number of statements, one plan for all values, and filters, sorts and populate through relations and
// components.

import { createTestApp, type TestApp, testDatabases } from '../../../testing';
import type { ContentTypeDefinition } from '../../model/read/type-builder';

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
const info = (singularName: string, pluralName: string) => ({
  singularName,
  pluralName,
  displayName: singularName,
});

const contentTypes: ContentTypeDefinition[] = [
  {
    info: info('article', 'articles'),
    attributes: {
      title: { type: 'string' },
      rating: { type: 'integer' },
      author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
      seo: { type: 'component', component: 'shared.seo' },
      links: { type: 'component', component: 'shared.link', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.link', 'shared.pick'] },
    },
  },
  {
    info: info('author', 'authors'),
    attributes: {
      name: { type: 'string' },
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
      boss: relation('manyToOne', 'author'),
    },
  },
  {
    info: info('tag', 'tags'),
    attributes: {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
    },
  },
];
const components = {
  'shared.seo': {
    info: {},
    attributes: {
      title: { type: 'string' },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    },
  },
  'shared.link': { info: {}, attributes: { label: { type: 'string' }, weight: { type: 'integer' } } },
  'shared.pick': {
    info: {},
    attributes: {
      note: { type: 'string' },
      target: relation('oneToOne', 'tag'),
      others: relation('oneToMany', 'author'),
    },
  },
};

describe.each(testDatabases())('reads on %s', (database) => {
  let app: TestApp;
  const find = async (words: object) =>
    (await app.documents('api::article.article').findMany(words)) as Record<string, unknown>[];
  const titles = async (filters: object, more: object = {}) =>
    (await find({ filters, sort: 'id', ...more })).map((one) => one.title);
  const counted = async (work: () => Promise<unknown>) => {
    const before = app.kernel.database.stats().statements;
    await work();
    return app.kernel.database.stats().statements - before;
  };

  beforeAll(async () => {
    app = await createTestApp({ database, contentTypes, components, listen: false });
    const make = (type: string, data: object) => app.documents(`api::${type}.${type}`).create({ data });
    const boss = await make('author', { name: 'Boss' });
    const ann = await make('author', { name: 'Ann', boss: boss.documentId });
    const bob = await make('author', { name: 'Bob' });
    const [red, blue, grey] = [
      await make('tag', { name: 'red' }),
      await make('tag', { name: 'blue' }),
      await make('tag', { name: 'grey' }),
    ];
    await make('article', {
      title: 'one',
      rating: 3,
      author: ann.documentId,
      tags: [blue.documentId, red.documentId],
      seo: { title: 's1', links: [{ label: 'deep', weight: 1 }] },
      links: [
        { label: 'a', weight: 1 },
        { label: 'b', weight: 2 },
      ],
      zone: [
        {
          __component: 'shared.pick',
          note: 'n',
          target: red.documentId,
          others: [bob.documentId, ann.documentId],
        },
        { __component: 'shared.link', label: 'z' },
      ],
    });
    await make('article', {
      title: 'two',
      rating: 1,
      author: bob.documentId,
      tags: [red.documentId],
      links: [{ label: 'a', weight: 2 }],
    });
    await make('article', { title: 'three', tags: [grey.documentId, blue.documentId] });
    await make('article', { title: 'four', rating: 2 });
  });
  afterAll(() => app?.close());

  const queries: [string, object, unknown[]][] = [
    ['a to-one', { author: { name: 'Ann' } }, ['one']],
    ['two to-ones', { author: { boss: { name: 'Boss' } } }, ['one']],
    ['a to-many, each document once', { tags: { name: { $in: ['red', 'blue'] } } }, ['one', 'two', 'three']],
    ['not around a to-many, those without included', { $not: { tags: { name: 'red' } } }, ['three', 'four']],
    [
      'a to-many twice under $and, on different targets',
      { $and: [{ tags: { name: 'red' } }, { tags: { name: 'blue' } }] },
      ['one'],
    ],
    ['two conditions on one target', { tags: { name: { $eq: 'red', $ne: 'red' } } }, []],
    ['no relation', { author: { $null: true } }, ['three', 'four']],
    ['some relation', { tags: { $notNull: true } }, ['one', 'two', 'three']],
    ['a single component', { seo: { title: 's1' } }, ['one']],
    ['a nested component', { seo: { links: { label: 'deep' } } }, ['one']],
    ['one entry of a list', { links: { label: 'a', weight: 2 } }, ['two']],
    [
      'two entries of a list',
      { $and: [{ links: { label: 'a' } }, { links: { weight: 2 } }] },
      ['one', 'two'],
    ],
    [
      'not around a component, those without included',
      { $not: { seo: { title: 's1' } } },
      ['two', 'three', 'four'],
    ],
    ['an inverse side', { author: { articles: { title: 'two' } } }, ['two']],
    ['an inverse to-many', { tags: { articles: { title: 'three' } } }, ['one', 'three']],
    ['a null is never compared as true', { rating: { $ne: 3 } }, ['two', 'four']],
    ['nor under not', { $not: { rating: 3 } }, ['two', 'four']],
    ['an identity, which is looked up', { author: { id: { $eq: 2 } } }, ['one']],
    ['the id of no relation', { author: { id: { $null: true } } }, ['three', 'four']],
    ['the documentId of no relation', { tags: { documentId: { $null: true } } }, ['four']],
    ['no relation under not', { $not: { author: { id: { $null: true } } } }, ['one', 'two']],
    [
      'a null of a relation, or no relation',
      { author: { boss: { id: { $null: true } } } },
      ['two', 'three', 'four'],
    ],
    [
      'no relation or a value',
      { author: { $or: [{ id: { $null: true } }, { name: 'Bob' }] } },
      ['two', 'three', 'four'],
    ],
    [
      'no relation beside another condition',
      { $or: [{ author: { id: { $null: true } } }, { rating: 3 }] },
      ['one', 'three', 'four'],
    ],
    ['a negated comparison with no relation', { author: { name: { $ne: 'Ann' } } }, ['two']],
    ['a comparison under $not with no relation', { author: { $not: { name: 'Ann' } } }, ['two']],
    [
      'the null of a single component, or no entry',
      { seo: { title: { $null: true } } },
      ['two', 'three', 'four'],
    ],
    ['the null of a list, or no entries', { links: { label: { $null: true } } }, ['three', 'four']],
    [
      'the null of a nested component',
      { seo: { links: { label: { $null: true } } } },
      ['two', 'three', 'four'],
    ],
    ['any of several texts', { title: { $contains: ['on', 'w'] } }, ['one', 'two']],
    ['none of several texts', { title: { $notContains: ['on', 'w'] } }, ['three', 'four']],
    ['none of several values', { rating: { $ne: [1, 3] } }, ['four']],
    ['none of several values under $not', { rating: { $not: [1, 3] } }, ['four']],
    ['a list inside $or', { $or: [[{ rating: 3 }, { title: 'two' }], { title: 'four' }] }, ['four']],
    ['a component with a value', { seo: 2 }, []],
    ['an entry of a zone', { zone: { on: { 'shared.pick': { note: 'n' } } } }, ['one']],
    ['another component of a zone', { zone: { on: { 'shared.link': { label: 'n' } } } }, []],
    ['a link in a zone', { zone: { on: { 'shared.pick': { target: { name: 'red' } } } } }, ['one']],
    ['a list of links in a zone', { zone: { on: { 'shared.pick': { others: { name: 'Ann' } } } } }, ['one']],
    ['another link in a zone', { zone: { on: { 'shared.pick': { target: { name: 'grey' } } } } }, []],
    [
      'entries of two components',
      { zone: { on: { 'shared.pick': { note: 'n' }, 'shared.link': { label: 'z' } } } },
      ['one'],
    ],
    ['a zone with a component', { zone: { on: { 'shared.pick': { $notNull: true } } } }, ['one']],
    [
      'a zone without a component',
      { zone: { on: { 'shared.pick': { $null: true } } } },
      ['two', 'three', 'four'],
    ],
    [
      'not around a zone',
      { $not: { zone: { on: { 'shared.pick': { note: 'n' } } } } },
      ['two', 'three', 'four'],
    ],
    ['not around an identity', { $not: { author: { id: 2 } } }, ['two', 'three', 'four']],
  ];
  test.each(queries)('a filter through %s', async (_name, filters, expected) => {
    expect(await titles(filters)).toEqual(expected);
    expect(await app.documents('api::article.article').count({ filters })).toBe(expected.length);
  });

  const sorts: [string, unknown[]][] = [
    ['author.name', ['three', 'four', 'one', 'two']],
    ['author.name:desc', ['two', 'one', 'three', 'four']],
    ['tags.name', ['four', 'one', 'three', 'two']],
    ['tags.name:desc', ['one', 'two', 'three', 'four']],
    ['links.weight:desc', ['one', 'two', 'three', 'four']],
    ['seo.title:desc', ['one', 'two', 'three', 'four']],
    ['rating', ['three', 'two', 'four', 'one']],
    ['rating:desc', ['one', 'four', 'two', 'three']],
  ];
  test.each(sorts)(
    'sorts by %s, nulls smallest, one row per document, on every page',
    async (sort, expected) => {
      expect((await find({ sort })).map((one) => one.title)).toEqual(expected);
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => find({ sort, pagination: { page, pageSize: 1 } })),
      );
      expect(pages.flat().map((one) => one.title)).toEqual(expected);
    },
  );

  test('populate shows a single component that matches its filters', async () => {
    const shown = async (filters: object) =>
      (await find({ sort: 'id', populate: { seo: { filters } } })).map(({ seo }) => seo);
    const seo = expect.objectContaining({ title: 's1' });
    expect(await shown({ title: 's1' })).toEqual([seo, null, null, null]);
    expect(await shown({ title: { $ne: 's1' } })).toEqual([null, null, null, null]);
    expect(await shown({ links: { label: 'deep' } })).toEqual([seo, null, null, null]);
    expect(await shown({ $not: { title: 'other' } })).toEqual([seo, null, null, null]);
    const counted = await find({ sort: 'id', populate: { seo: { filters: { title: 'x' }, count: true } } });
    expect(counted.map(({ seo }) => seo)).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }, { count: 0 }]);
  });

  test('links keep their order on both sides, and shared targets are whole for each', async () => {
    const [one, two] = await find({
      sort: 'id',
      populate: { tags: { populate: 'articles' }, author: { populate: 'articles' } },
    });
    const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
    expect(names(one?.tags)).toEqual(['blue', 'red']);
    const [red] = (two as unknown as { tags: { articles: { title: string }[] }[] }).tags;
    expect(red?.articles.map(({ title }) => title)).toEqual(['one', 'two']);
    expect(one).toHaveProperty('author.articles.0.title', 'one');
    expect(
      (one as unknown as { author: { articles: { title: string }[] } }).author.articles.map(
        ({ title }) => title,
      ),
    ).toEqual(['one']);
  });

  test('zones keep their order; relations inside are filled; what is not asked for is left out', async () => {
    const [one] = await find({
      sort: 'id',
      populate: { zone: { on: { 'shared.pick': { populate: '*' } } } },
    });
    expect(one?.zone).toMatchObject([
      {
        __component: 'shared.pick',
        note: 'n',
        target: { name: 'red' },
        others: [{ name: 'Bob' }, { name: 'Ann' }],
      },
      { __component: 'shared.link', label: 'z' },
    ]);
    const [plain] = await find({ sort: 'id', populate: 'zone' });
    expect(plain).not.toHaveProperty('zone.0.target');
    expect(plain).toHaveProperty('zone.0.note', 'n');
  });

  test('entries are filtered and sorted by the database', async () => {
    const [one] = await find({
      sort: 'id',
      populate: { links: { filters: { weight: { $gte: 1 } }, sort: 'label:desc' } },
    });
    expect(one?.links).toMatchObject([{ label: 'b' }, { label: 'a' }]);
    const [none] = await find({ sort: 'id', populate: { links: { filters: { label: 'nothing' } } } });
    expect(none?.links).toEqual([]);
  });

  test('the first page per parent, and counts', async () => {
    const words = {
      sort: 'name',
      populate: { articles: { pagination: { start: 0, limit: 1 }, sort: 'title:desc' } },
    };
    const tags = (await app.documents('api::tag.tag').findMany(words)) as unknown as {
      name: string;
      articles: { title: string }[];
    }[];
    expect(tags.map(({ name, articles }) => [name, articles.map(({ title }) => title)])).toEqual([
      ['blue', ['three']],
      ['grey', ['three']],
      ['red', ['two']],
    ]);
    const counts = await app
      .documents('api::tag.tag')
      .findMany({ sort: 'name', populate: { articles: { count: true } } });
    expect(counts.map((tag) => tag.articles)).toEqual([{ count: 2 }, { count: 1 }, { count: 2 }]);
  });

  test('later pages per parent', async () => {
    const articles = app.documents('api::article.article');
    const tags = await app.documents('api::tag.tag').findMany({ sort: 'name:desc' });
    const { documentId } = await articles.create({
      data: { title: 'paged', tags: tags.map((tag) => tag.documentId) },
    });
    const shown = async (page: object): Promise<string[]> => {
      const [paged] = await find({ filters: { title: 'paged' }, populate: { tags: page } });
      return (paged as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name);
    };
    try {
      expect(await shown({})).toEqual(['red', 'grey', 'blue']);
      expect(await shown({ start: 1, limit: 1 })).toEqual(['grey']);
      expect(await shown({ start: 1, limit: -1 })).toEqual(['grey', 'blue']);
      expect(await shown({ pagination: { page: 2, pageSize: 2 } })).toEqual(['blue']);
      expect(await shown({ start: 1, limit: 1, sort: 'name' })).toEqual(['grey']);
      expect(await shown({ start: 3, limit: 1 })).toEqual([]);
    } finally {
      // All tests read the same articles.
      await articles.delete({ documentId });
    }
  });

  const costs: [string, object, number][] = [
    ['nothing', {}, 1],
    ['one node', { populate: 'author' }, 2],
    ['three nodes, one of them nested', { populate: { author: { populate: 'boss' }, tags: true } }, 4],
    ['components', { populate: ['seo', 'links'] }, 1],
    ['relations inside a zone', { populate: { zone: { on: { 'shared.pick': { populate: '*' } } } } }, 3],
  ];
  test.each(costs)(
    'populating %s costs as many statements as nodes, whatever the rows; servers get several as one',
    async (_name, words, expected) => {
      for (const query of [{ ...words, filters: { title: 'one' } }, words]) {
        const statements = await counted(() => find(query));
        if (database === 'sqlite') expect(statements).toBe(expected);
        else expect(statements).toBeLessThanOrEqual(expected);
      }
    },
  );

  test('a read past its budget is refused and says where', async () => {
    const limits = {
      defaultLimit: 10,
      maxLimit: null,
      withCount: false,
      arrayLimit: 100,
      depth: 100,
      conditions: 1000,
      populatePages: true,
      maxRows: 5,
      maxStatements: 3,
      answerBytes: 33_554_432,
    };
    const words = (populate: unknown) => ({ limits, populate }) as object;
    await expect(find(words('tags'))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('tags'),
    });
    await expect(find(words(['tags', 'author', 'author.boss', 'author.articles']))).rejects.toMatchObject({
      status: 400,
    });
  });

  test('the same words with other values find other documents', async () => {
    for (const [name, expected] of [
      ['Ann', ['one']],
      ['Bob', ['two']],
      ['Nobody', []],
      ['Ann', ['one']],
    ] as const)
      expect(await titles({ author: { name } })).toEqual(expected);
    for (const list of [['red'], ['grey', 'red'], []])
      expect((await titles({ tags: { name: { $in: list } } })).length).toBe([0, 2, 3][list.length]);
  });

  test('a total is counted again after a write, and only then', async () => {
    const page = async () => {
      const words = {
        filters: { name: { $notNull: true } },
        pagination: { page: 1, pageSize: 1, withCount: true },
      };
      return Number((await app.kernel.documents.text('api::tag.tag').findMany(words)).pagination?.total);
    };
    const first = await counted(page);
    const again = await counted(page);
    if (database === 'sqlite') expect([first, again]).toEqual([2, 1]);
    const before = await page();
    const made = await app.documents('api::tag.tag').create({ data: { name: 'new' } });
    expect(await page()).toBe(before + 1);
    await app.documents('api::tag.tag').delete({ documentId: made.documentId });
    expect(await page()).toBe(before);
  });

  test('a total with a filter is counted again after changes of a column that the filter reads', async () => {
    const article = app.documents('api::article.article');
    const author = app.documents('api::author.author');
    const [ann, boss] = [
      await author.create({ data: { name: 'Total' } }),
      await author.create({ data: { name: 'Other' } }),
    ].map(({ documentId }) => documentId);
    const { documentId } = await article.create({
      data: { title: 'total', rating: 1, author: ann, seo: { title: 's' } },
    });
    // Each filter finds a row after each change, so that the first page is full and does not show its total.
    const stays = await author.create({ data: { name: 'Total' } });
    await article.create({
      data: { title: 'total', rating: 1, author: stays.documentId, seo: { title: 's' } },
    });
    const filters = [
      { title: 'total' },
      { $and: [{ rating: { $gte: 1 } }, { title: { $startsWith: 'total' } }] },
      { author: { name: 'Total' } },
      { seo: { title: 's' } },
      { tags: { name: 'red' } },
    ];
    const text = app.kernel.documents.text('api::article.article');
    const totals = async () => {
      const found: (number | undefined)[] = [];
      for (const filter of filters) {
        const words = {
          filters: filter,
          pagination: { page: 1, pageSize: 1, withCount: true },
          fields: ['id'],
        };
        let total: number | undefined;
        const statements = await counted(async () => {
          total = (await text.findMany(words)).pagination?.total;
        });
        expect(total).toBe(await article.count({ filters: filter }));
        found.push(statements);
      }
      return found.map((statements) => statements === 2);
    };
    const update = (data: object) => article.update({ documentId, data });
    const CHANGES: readonly (readonly [string, () => Promise<unknown>, readonly boolean[]])[] = [
      [
        'the same values',
        () => update({ title: 'total', rating: 1, author: ann }),
        [false, false, false, false, false],
      ],
      ['rating', () => update({ title: 'total', rating: 2 }), [false, true, false, false, false]],
      ['title', () => update({ title: 'total 2' }), [true, true, false, false, false]],
      ['a component', () => update({ seo: { title: 't' } }), [false, false, false, true, false]],
      ['a link', () => update({ author: boss }), [false, false, true, false, false]],
      ['links', () => update({ tags: { set: [] } }), [false, false, false, false, true]],
      [
        'the name of an author',
        () => author.update({ documentId: boss as string, data: { name: 'Total' } }),
        [false, false, true, false, false],
      ],
      [
        'the boss of an author',
        () => author.update({ documentId: boss as string, data: { boss: ann } }),
        [false, false, false, false, false],
      ],
      [
        'a link from the other side',
        () => author.update({ documentId: ann as string, data: { articles: [documentId] } }),
        [true, true, true, true, true],
      ],
      ['a new row', () => article.create({ data: { title: 'total' } }), [true, true, true, true, true]],
    ];
    await totals();
    for (const [name, change, expected] of CHANGES) {
      await change();
      const recounted = await totals();
      if (database === 'sqlite') expect([name, recounted]).toEqual([name, expected]);
    }
  });

  const article = { type: 'api::article.article', equal: [], range: [], sort: [] };
  test.each([
    [
      { filters: { title: 'a', rating: { $gt: 2 } }, sort: 'createdAt:desc' },
      [{ ...article, equal: ['title'], range: ['rating'], sort: ['createdAt'] }],
    ],
    [
      { filters: { author: { name: { $in: ['a'] } } } },
      [{ ...article, type: 'api::author.author', equal: ['name'] }],
    ],
    [{ filters: { $or: [{ title: 'a' }, { rating: 1 }] } }, undefined],
    [{ filters: { title: { $contains: 'a' } }, sort: ['title', 'rating:desc'] }, undefined],
    [{ sort: 'author.name' }, undefined],
  ])('a list of %j tells the log what it compares', (words, expected) => {
    const { schema, documents } = app.kernel;
    const type = schema.types.get('api::article.article');
    if (!type) throw new Error('the test has no articles');
    const { page } = documents.read.prepare(type, { ...words }, 'find').planned.plan;
    expect(page.statement.compared).toEqual(expected);
  });

  test('statements give SQLite no reason for a bad index, or to prepare them again', () => {
    if (database !== 'sqlite') return;
    const { schema, documents } = app.kernel;
    const type = schema.types.get('api::article.article');
    if (!type) throw new Error('the test has no articles');
    const page = { pagination: { page: 1, pageSize: 2 }, populate: ['tags', 'author'] };
    const { node, page: list } = documents.read.prepare(type, page, 'find').planned.plan;
    const populated = node.parts.flatMap((part) =>
      part.kind === 'relation' ? part.branches.map(({ read }) => read.statement.sql) : [],
    );
    expect(populated).toHaveLength(2);
    for (const sql of [list.statement.sql, ...populated]) expect(sql).toMatch(/ LIMIT \+\?$/);
    // the links of the parents on the page first, then what they lead to
    expect(populated.find((sql) => sql.includes('articles_tags_lnk'))).toMatch(/_lnk" \w+ CROSS JOIN "tags"/);
  });
});
