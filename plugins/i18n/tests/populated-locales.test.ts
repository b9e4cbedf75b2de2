// A relation to one document, read in all locales: the row with the smallest id is shown, on every database and in every request.
import { type TestApp, testDatabases } from '../../../core/testing';
import { openApp, requester } from './testing-app';

describe.each(testDatabases())('one target in all locales on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  beforeAll(async () => {
    app = await openApp(undefined, { database });
  });
  afterAll(() => app?.close());

  it('shows the first row, in order of ids', async () => {
    const made = await call('post', 'pages?locale=fr', { title: 'Un' });
    const page: string = made.body.data.documentId;
    for (const [locale, title] of [
      ['en', 'One'],
      ['de', 'Eins'],
    ])
      await call('put', `pages/${page}?locale=${locale}`, { title });
    const tag = await call('post', 'tags', {
      best: page,
      part: { label: 'x', page, pages: [page] },
    });
    const id: string = tag.body.data.documentId;
    const query = 'locale=*&populate[best]=true&populate[part][populate]=*';
    const [listed] = (await call('get', `tags?${query}`)).body.data;
    for (const { best, part } of [listed, (await call('get', `tags/${id}?${query}`)).body.data])
      expect([
        best.locale,
        part.page.locale,
        part.pages.map((one: { locale: string }) => one.locale),
      ]).toEqual(['fr', 'fr', ['fr', 'en', 'de']]);
  });
});
