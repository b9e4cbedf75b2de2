// Relations between types with and without locales: the linked row of a read, and the locales that a write changes.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { doneBy, openApp, requester } from './testing-app';

describe.each(testDatabases())('relations and locales on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const done = doneBy(call);
  /** A page in en (One) and fr (Un). */
  const page = async (): Promise<string> => {
    const { documentId } = await done('post', 'pages', { title: `One ${++count}` });
    await done('put', `pages/${documentId}?locale=fr`, { title: `Un ${count}` });
    return documentId;
  };
  let count = 0;
  const locales = (list: { locale: string }[]): string[] => list.map(({ locale }) => locale);

  beforeAll(async () => {
    app = await openApp(undefined, { database });
  });
  afterAll(() => app?.close());

  it('follows the locale of the source when both sides have locales', async () => {
    const topic = await done('post', 'topics', { name: 'T' });
    const id = await page();
    await done('put', `pages/${id}`, { topic: topic.documentId });
    const refused = await call('put', `pages/${id}?locale=fr`, { topic: topic.documentId });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      `Document with id "${topic.documentId}", locale "fr" not found`,
    ]);
    await done('put', `topics/${topic.documentId}?locale=fr`, { name: 'S' });
    await done('put', `pages/${id}?locale=fr`, { topic: { documentId: topic.documentId, locale: 'fr' } });
    const other = await call('put', `pages/${id}?locale=fr`, {
      topic: { documentId: topic.documentId, locale: 'en' },
    });
    expect(other.status).toBe(400);
    const seen = async (query: string) =>
      (await call('get', `pages/${id}?populate=topic&${query}`)).body.data.topic?.name;
    expect([await seen(''), await seen('locale=fr')]).toEqual(['T', 'S']);
    const all = (await call('get', `pages?locale=*&filters[documentId]=${id}&populate=topic&sort=locale`))
      .body.data;
    expect(all.map((one: { topic: { name: string } }) => one.topic.name)).toEqual(['T', 'S']);
    const found = (await call('get', `pages?locale=*&filters[documentId]=${id}&filters[topic][name]=S`)).body
      .data;
    expect(locales(found)).toEqual(['fr']);
    const sorted = (await call('get', `pages?locale=*&filters[documentId]=${id}&sort=topic.name`)).body.data;
    expect(locales(sorted)).toEqual(['fr', 'en']);
    expect(
      (await call('get', `topics/${topic.documentId}?populate=pages&locale=fr`)).body.data.pages[0].locale,
    ).toBe('fr');
  });

  it('uses the locale of the request when the source has no locales', async () => {
    const id = await page();
    const tag = await done('post', 'tags', {
      name: 't',
      pages: [id],
      best: id,
      part: { page: id, pages: [id] },
    });
    const seen = async (query: string) => {
      const { data } = (
        await call(
          'get',
          `tags/${tag.documentId}?populate[pages]=true&populate[best]=true&populate[part][populate]=*&${query}`,
        )
      ).body;
      const { best, pages, part } = data;
      return [locales(pages), best?.locale, part.page?.locale, locales(part.pages)];
    };
    expect(await seen('')).toEqual([['en'], 'en', 'en', ['en']]);
    expect(await seen('locale=fr')).toEqual([['fr'], 'fr', 'fr', ['fr']]);
    expect(await seen('locale=de')).toEqual([[], undefined, undefined, []]);
    const found = async (query: string) =>
      (
        await call(
          'get',
          `tags?filters[documentId]=${tag.documentId}&filters[pages][title][$startsWith]=Un&${query}`,
        )
      ).body.data.length;
    expect([await found(''), await found('locale=fr'), await found('locale=*')]).toEqual([0, 1, 1]);
    const all = (await call('get', `tags?filters[documentId]=${tag.documentId}&locale=*&populate=pages`)).body
      .data;
    expect(locales(all[0].pages).sort()).toEqual(['en', 'fr']);
  });

  it('shows the locale that connect names, in every request', async () => {
    const id = await page();
    const pin = { connect: [{ documentId: id, locale: 'fr' }] };
    const tag = await done('post', 'tags', {
      name: 't',
      pages: pin,
      best: pin,
      part: { page: pin, pages: pin },
    });
    for (const query of ['', 'locale=fr', 'locale=de']) {
      const { data } = (
        await call(
          'get',
          `tags/${tag.documentId}?populate[pages]=true&populate[best]=true&populate[part][populate]=*&${query}`,
        )
      ).body;
      const { best, pages, part } = data;
      expect([query, locales(pages), best?.locale, part.page?.locale, locales(part.pages)]).toEqual([
        query,
        ['fr'],
        'fr',
        'fr',
        ['fr'],
      ]);
      for (const way of ['pages', 'best', 'part.page', 'part.pages'].map((each) =>
        each.split('.').join(']['),
      ))
        expect([
          way,
          (
            await call(
              'get',
              `tags?filters[documentId]=${tag.documentId}&filters[${way}][title][$startsWith]=Un&${query}`,
            )
          ).body.data.length,
        ]).toEqual([way, 1]);
    }
    const both = { connect: [{ documentId: id, locale: 'en' }] };
    await done('put', `tags/${tag.documentId}`, { pages: both });
    const { data } = (await call('get', `tags/${tag.documentId}?populate=pages`)).body;
    expect(locales(data.pages).sort()).toEqual(['en', 'fr']);
    expect(
      (
        await call('put', `tags/${tag.documentId}`, {
          pages: { connect: [{ documentId: id, locale: 'de' }] },
        })
      ).status,
    ).toBe(400);
    await done('put', `tags/${tag.documentId}`, { pages: { disconnect: [id] } });
    expect((await call('get', `tags/${tag.documentId}?populate=pages`)).body.data.pages).toEqual([]);
  });

  it('writes through an inverse side in the locale of the request only', async () => {
    const id = await page();
    const topic = await done('post', 'topics', { name: 'T' });
    await done('put', `topics/${topic.documentId}?locale=fr`, { name: 'S', pages: [id] });
    const seen = async (query: string) =>
      (await call('get', `pages/${id}?populate=topic&${query}`)).body.data.topic?.name ?? null;
    expect([await seen(''), await seen('locale=fr')]).toEqual([null, 'S']);
    await done('put', `topics/${topic.documentId}`, { pages: [id] });
    await done('put', `topics/${topic.documentId}?locale=fr`, { pages: [] });
    expect([await seen(''), await seen('locale=fr')]).toEqual(['T', null]);
  });
});
