// A one-to-one link written from its inverse side, in a locale that the body names.
// The former link of that locale is removed; links of other locales stay.
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const info = (singularName: string, pluralName: string) => ({ singularName, pluralName });
const pluginOptions = { i18n: { localized: true } };
const options = { draftAndPublish: true };

describe.each(testDatabases())('a one-to-one written from its inverse side on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      config: {
        plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
      },
      contentTypes: [
        {
          info: info('page', 'pages'),
          options,
          pluginOptions,
          attributes: {
            title: { type: 'string', pluginOptions },
            desk: { type: 'relation', relation: 'oneToOne', target: 'api::desk.desk', inversedBy: 'page' },
          },
        },
        {
          info: info('desk', 'desks'),
          options,
          attributes: {
            name: { type: 'string' },
            page: { type: 'relation', relation: 'oneToOne', target: 'api::page.page', mappedBy: 'desk' },
          },
        },
      ],
    });
  });
  afterAll(() => app?.close());

  test('takes the link from another document, in that locale only', async () => {
    const make = async (path: string, data: object): Promise<string> =>
      (await app.agent.post(`/api/${path}`).send({ data }).expect(201)).body.data.documentId;
    const deskOf = async (page: string, locale: string) =>
      (await app.agent.get(`/api/pages/${page}?populate=desk&locale=${locale}`)).body.data.desk?.documentId ??
      null;
    const desk = await make('desks', { name: 'D' });
    const first = await make('pages?locale=fr', { title: 'un', desk });
    await app.agent
      .put(`/api/pages/${first}?locale=en`)
      .send({ data: { title: 'one', desk } })
      .expect(200);
    const second = await make('pages?locale=fr', { title: 'deux' });
    const connect = [{ documentId: second, locale: 'fr' }];
    await app.agent
      .put(`/api/desks/${desk}`)
      .send({ data: { page: { connect } } })
      .expect(200);
    expect([await deskOf(first, 'fr'), await deskOf(second, 'fr')]).toEqual([null, desk]);
    // The body names no row of the locale en.
    expect(await deskOf(first, 'en')).toBe(desk);
    await app.agent
      .put(`/api/desks/${desk}`)
      .send({ data: { page: null } })
      .expect(200);
    expect([await deskOf(first, 'en'), await deskOf(second, 'fr')]).toEqual([null, desk]);
  });
});
