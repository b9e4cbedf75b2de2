// The peer's client library against a running application.
import {
  HTTPBadRequestError,
  HTTPError,
  HTTPForbiddenError,
  HTTPNotFoundError,
  type StrapiClient,
  strapi,
} from '@strapi/client';
import { type FixtureApp, openFixture } from './fixture';

let app: FixtureApp;
let client: StrapiClient;
beforeAll(async () => {
  app = await openFixture([
    ['g1', 'group', { name: 'one' }],
    ['g2', 'group', { name: 'two' }],
    ['l1', 'label', { name: 'red' }],
    ['l2', 'label', { name: 'blue' }],
    [
      'p1',
      'plain',
      { name: 'a', n: 1, moment: '2024-01-15T10:00:00.000Z', group: '{g1}', labels: ['{l1}', '{l2}'] },
    ],
    ['p2', 'plain', { name: 'b', n: 2, flag: true, group: '{g2}' }],
    ['p3', 'plain', { name: 'c & d?', n: 3 }],
    [
      'a1',
      'article',
      { title: 't', links: [{ label: 'x' }], zone: [{ __component: 'shared.ref', target: null }] },
    ],
  ]);
  client = strapi({ baseURL: `${app.url}/api` });
});
afterAll(() => app.close());

const id = (name: string): string => app.known.get(name)?.documentId ?? '';
const names = (answer: { data: readonly { [key: string]: unknown }[] }): unknown[] =>
  answer.data.map(({ name }) => name);

describe('find', () => {
  const plains = () => client.collection('plains');
  it.each([
    ['nothing', undefined, ['a', 'b', 'c & d?']],
    ['a filter', { filters: { name: 'a' } }, ['a']],
    ['an operator', { filters: { n: { $gte: 2 } } }, ['b', 'c & d?']],
    ['a list', { filters: { name: { $in: ['a', 'c & d?'] } } }, ['a', 'c & d?']],
    ['a boolean', { filters: { flag: true } }, ['b']],
    ['null', { filters: { group: { $null: true } } }, ['c & d?']],
    ['a date', { filters: { moment: { $lt: new Date('2024-02-01') } } }, ['a']],
    [
      'logic',
      { filters: { $or: [{ name: 'a' }, { $and: [{ n: { $gt: 1 } }, { flag: true }] }] } },
      ['a', 'b'],
    ],
    ['$not', { filters: { $not: { name: 'a' } } }, ['b', 'c & d?']],
    ['$between', { filters: { n: { $between: [2, 3] } } }, ['b', 'c & d?']],
    ['a relation', { filters: { labels: { name: { $eq: 'blue' } } } }, ['a']],
    ['a sort', { sort: 'name:desc' }, ['c & d?', 'b', 'a']],
    ['sorts', { sort: ['group.name:desc', 'n'] }, ['b', 'a', 'c & d?']],
    ['a page', { pagination: { page: 2, pageSize: 2 } }, ['c & d?']],
    ['an offset', { pagination: { start: 1, limit: 1 } }, ['b']],
    ['other words', { locale: undefined, status: undefined }, ['a', 'b', 'c & d?']],
  ])('with %s', async (_what, query, expected) => {
    expect(names(await plains().find(query))).toEqual(expected);
  });

  it('with every kind of fields and populate', async () => {
    const find = async (query: object) => (await plains().find({ ...query, filters: { name: 'a' } })).data[0];
    expect(Object.keys((await find({ fields: ['n', 'name'] })) ?? {})).toEqual([
      'id',
      'documentId',
      'n',
      'name',
    ]);
    expect(await find({ populate: 'group' })).toMatchObject({ group: { name: 'one' } });
    expect(await find({ populate: ['group', 'labels'] })).toMatchObject({
      group: { name: 'one' },
      labels: [{}, {}],
    });
    expect(await find({ populate: '*' })).toMatchObject({ group: { name: 'one' }, labels: [{}, {}] });
    expect(
      await find({
        populate: {
          labels: { sort: ['name'], fields: ['name'], filters: { name: { $ne: 'x' } } },
          group: true,
        },
      }),
    ).toMatchObject({
      group: { name: 'one' },
      labels: [{ name: 'blue' }, { name: 'red' }],
    });
    expect(await find({ populate: { group: { populate: { plains: { fields: ['name'] } } } } })).toMatchObject(
      { group: { plains: [{ name: 'a' }] } },
    );
    const zone = await client
      .collection('articles')
      .find({ populate: { zone: { on: { 'shared.ref': { populate: '*' } } }, links: true } });
    expect(zone.data[0]).toMatchObject({
      zone: [{ target: null, __component: 'shared.ref' }],
      links: [{ label: 'x' }],
    });
  });

  it('returns the total', async () => {
    expect((await plains().find({ pagination: { page: 1, pageSize: 2, withCount: true } })).meta).toEqual({
      pagination: { page: 1, pageSize: 2, pageCount: 2, total: 3 },
    });
    expect((await plains().find({ pagination: { page: 1, withCount: false } })).meta).toEqual({
      pagination: { page: 1, pageSize: 25 },
    });
  });
});

describe('one document', () => {
  it('is found, created, updated and deleted', async () => {
    const plains = client.collection('plains');
    expect((await plains.findOne(id('p1'), { fields: ['name'], populate: ['group'] })).data).toMatchObject({
      name: 'a',
      group: { name: 'one' },
    });
    const created = await plains.create(
      { name: 'new', labels: { connect: [id('l1')] } },
      { populate: 'labels' },
    );
    expect(created.data).toMatchObject({ name: 'new', labels: [{ name: 'red' }] });
    const { documentId } = created.data;
    expect((await plains.update(documentId, { n: 9 })).data).toMatchObject({ name: 'new', n: 9 });
    await expect(plains.delete(documentId)).resolves.toBeUndefined();
    await expect(plains.findOne(documentId)).rejects.toThrow(HTTPNotFoundError);
  });

  it('works the same for a single type', async () => {
    const setting = client.single('setting');
    await expect(setting.find()).rejects.toThrow(HTTPNotFoundError);
    expect((await setting.update({ siteName: 'Mine' })).data).toMatchObject({ siteName: 'Mine' });
    expect((await setting.find({ fields: ['siteName'] })).data).toMatchObject({ siteName: 'Mine' });
    await expect(setting.delete()).resolves.toBeUndefined();
  });

  it('by plain fetch', async () => {
    const answer = await client.fetch('/plains?filters[name]=a');
    expect(await answer.json()).toMatchObject({ data: [{ name: 'a' }] });
  });
});

describe('errors', () => {
  it('are the errors of the library', async () => {
    await expect(client.collection('plains').find({ filters: { nope: 1 } })).rejects.toThrow(
      HTTPBadRequestError,
    );
    await expect(client.collection('checks').create({ req: 5 })).rejects.toThrow(HTTPBadRequestError);
    await expect(client.collection('nothings').find()).rejects.toThrow(HTTPNotFoundError);
    const error = await client
      .collection('plains')
      .find({ sort: 'nope' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HTTPError);
    expect(await (error as HTTPError).response.json()).toMatchObject({
      error: { name: 'ValidationError', details: { key: 'nope' } },
    });
  });

  it('include missing permissions', async () => {
    const closed = await openFixture([], {
      config: { server: { anonymous: 'none', logs: { level: 'silent' } } },
    });
    await expect(
      strapi({ baseURL: `${closed.url}/api` })
        .collection('plains')
        .find(),
    ).rejects.toThrow(HTTPForbiddenError);
    await closed.close();
  });
});
