// `populate=related` of files that many places of documents show.
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { MEDIA } from './app';
import { image, uploaded } from './files';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const PLACES = numbers(20).map((index) => `place${index}`);
const PARTS = numbers(9).map((index) => `part${index}`);
const componentOf = (part: string) => ({ type: 'component', component: `shared.${part}` });
/** Each component contains all of them. */
const components = Object.fromEntries(
  PARTS.map((part) => [
    `shared.${part}`,
    { info: {}, attributes: { image: MEDIA, ...Object.fromEntries(PARTS.map((p) => [p, componentOf(p)])) } },
  ]),
);
const contentTypes = [
  {
    info: { singularName: 'wall', pluralName: 'walls' },
    attributes: Object.fromEntries(PLACES.map((place) => [place, MEDIA])),
  },
  {
    info: { singularName: 'nest', pluralName: 'nests' },
    attributes: { title: { type: 'string' }, part0: componentOf('part0'), part1: componentOf('part1') },
  },
];

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes,
      components,
      config: { server: { anonymous: 'full' }, plugins: { rest: true, upload: true } },
    });
  });
  afterAll(() => app.close());
  const create = (uid: string, data: object) => app.documents(uid).create({ data });
  const related = (id: number) => app.agent.get(`/api/upload/files/${id}?populate=related`);

  it('counts a document that shows the file at many places once', async () => {
    const { id } = await uploaded(app, await image(10, 10));
    const data = Object.fromEntries(PLACES.map((place) => [place, id]));
    for (const _ of numbers(51)) await create('api::wall.wall', data);
    const { status, body } = await related(id);
    expect([status, body.related?.length]).toEqual([200, 51]);
  });

  it('takes the options of a type also for more documents than a list of a query may have', async () => {
    const { id } = await uploaded(app, await image(10, 10));
    for (const _ of numbers(110)) await create('api::wall.wall', { place0: id });
    const on = 'populate[related][on][api::wall.wall][fields]=documentId';
    const { status, body } = await app.agent.get(`/api/upload/files/${id}?${on}`);
    expect([status, body.related?.length]).toEqual([200, 110]);
  });

  it('finds files in components that contain each other', async () => {
    const { id } = await uploaded(app, await image(10, 10));
    const parts = {
      outer: { part0: { image: id } },
      inner: { part0: { part5: { image: id } } },
      other: { part1: { part0: { image: id } } },
      none: { part0: { part5: {} } },
    };
    for (const [title, data] of Object.entries(parts)) await create('api::nest.nest', { title, ...data });
    const { status, body } = await related(id);
    expect([status, body.related?.map(({ title }: { title: string }) => title).sort()]).toEqual([
      200,
      ['inner', 'other', 'outer'],
    ]);
  });
});
