// A row that links a document twice, without a locale and with one: each row of the document is shown once.
import { type TestApp, testDatabases } from '../../../core/testing';
import { doneBy, openApp, requester, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const manyTo = (target: string, more: object = {}) => ({
  type: 'relation',
  relation: 'manyToMany',
  target: `api::${target}.${target}`,
  ...more,
});

describe.each(testDatabases())('links that overlap on %s', (database) => {
  let app: TestApp;
  let page: string;
  let tag: string;
  const call = requester(() => app);
  const done = doneBy(call);

  beforeAll(async () => {
    app = await openApp(
      { locales: ['en', 'fr'] },
      {
        database,
        contentTypes: [
          type(
            'page',
            { title: { type: 'string', ...localized }, tags: manyTo('tag', { mappedBy: 'pages' }) },
            localized,
          ),
          type('tag', {
            name: { type: 'string' },
            pages: manyTo('page', { inversedBy: 'tags' }),
            part: { type: 'component', component: 'shared.link' },
          }),
        ],
      },
    );
    page = (await done('post', 'pages', { title: 'one' })).documentId;
    await done('put', `pages/${page}?locale=fr`, { title: 'un' });
    const other = (await done('post', 'pages', { title: 'two' })).documentId;
    await done('put', `pages/${other}?locale=fr`, { title: 'deux' });
    const links = { connect: [page, { documentId: page, locale: 'fr' }, other] };
    tag = (await done('post', 'tags', { name: 'a', pages: links, part: { pages: links } })).documentId;
  });
  afterAll(() => app?.close());

  it.each([
    ['en', ['one', 'un', 'two']],
    ['fr', ['un', 'deux']],
    ['*', ['one', 'un', 'two', 'deux']],
  ])('from the row that stores the links, read in %s', async (locale, expected) => {
    const query = `populate[pages]=true&populate[part][populate]=pages&locale=${locale}`;
    const { pages, part } = await done('get', `tags/${tag}?${query}`);
    const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);
    expect([titles(pages), titles(part.pages)]).toEqual([expected, expected]);
    const [listed] = await done('get', `tags?${query}`);
    expect([titles(listed.pages), titles(listed.part.pages)]).toEqual([expected, expected]);
  });

  it.each(['en', 'fr'])('from the linked row in %s', async (locale) => {
    const { tags } = await done('get', `pages/${page}?locale=${locale}&populate=tags`);
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['a']);
  });
});
