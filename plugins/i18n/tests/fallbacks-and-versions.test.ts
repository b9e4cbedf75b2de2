// Filters on the versions of a document with fallback locales: they look at the row that is shown.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { doneBy, openApp, requester } from './testing-app';

describe.each(testDatabases())('versions behind fallbacks on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const done = doneBy(call);
  const titles = async (query: string): Promise<string[]> =>
    (await done('get', `articles?locale=fr&sort=title&${query}`)).map(
      ({ title }: { title: string }) => title,
    );

  beforeAll(async () => {
    app = await openApp({ locales: ['en', 'fr'], fallbacks: { fr: ['en'] } }, { database });
    const locales = await done('post', 'articles', { title: 'One' });
    await done('put', `articles/${locales.documentId}?locale=fr&status=draft`, { title: 'Un' });
    await done('post', 'articles', { title: 'Two' });
    const changed = await done('post', 'articles', { title: 'Three' });
    await done('put', `articles/${changed.documentId}?status=draft`, { title: 'Three again' });
    await done('post', 'articles?status=draft', { title: 'Four' });
    await done('post', 'articles?locale=fr', { title: 'Cinq' });
  });
  afterAll(() => app?.close());

  it.each([
    ['status=draft', ['Cinq', 'Four', 'Three again', 'Two', 'Un']],
    ['status=draft&hasPublishedVersion=true', ['Cinq', 'Three again', 'Two', 'Un']],
    ['status=draft&hasPublishedVersion=false', ['Four']],
    ['status=draft&publicationFilter=never-published', ['Four', 'Un']],
    ['status=draft&publicationFilter=has-published-version', ['Cinq', 'Three again', 'Two']],
    ['status=draft&publicationFilter=modified', ['Three again']],
    ['status=draft&publicationFilter=unmodified', ['Cinq', 'Two']],
    ['status=draft&publicationFilter=never-published-document', ['Four']],
    ['status=draft&publicationFilter=has-published-version-document', ['Cinq', 'Three again', 'Two', 'Un']],
    ['status=draft&publicationFilter=published-with-draft', []],
    ['status=draft&publicationFilter=published-without-draft', []],
    ['', ['Cinq', 'One', 'Three', 'Two']],
    ['publicationFilter=modified', ['Three']],
    ['publicationFilter=unmodified', ['Cinq', 'One', 'Two']],
    ['publicationFilter=published-with-draft', ['Cinq', 'One', 'Three', 'Two']],
    ['publicationFilter=published-without-draft', []],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });
});
