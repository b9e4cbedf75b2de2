// A list ordered from the inverse side. A document that the body does not name may get another place, but no link.
import { type TestApp, testDatabases } from '../../../core/testing';
import { openApp, requester } from './testing-app';

describe.each(testDatabases())('lists ordered from the other side on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);

  beforeAll(async () => {
    app = await openApp({ database });
  });
  afterAll(() => app?.close());

  it('publishes no link of a draft that it only moves', async () => {
    const make = async (path: string, data: object): Promise<string> =>
      (await call('post', path, data)).body.data.documentId;
    const author = await make('authors', { name: 'A' });
    const tag = await make('tags', { name: 'T' });
    const [one, two, three] = [
      await make('articles', { title: 'One' }),
      await make('articles', { title: 'Two' }),
      await make('articles', { title: 'Three' }),
    ];
    for (const id of [one, two]) await call('put', `articles/${id}?status=draft`, { author, tags: [tag] });
    // Equal places, as two writes in one millisecond leave them.
    const link = app.kernel.schema.types.get('api::article.article')?.attributes.get('tags');
    const table = link?.kind === 'relation' && link.storage.kind === 'table' ? link.storage.table : '';
    await app.kernel.database.transaction(async (tx) => {
      await tx.run('UPDATE articles SET author_ord = 5 WHERE author_doc = ?', [author]);
      await tx.run(`UPDATE ${table} SET inv_ord = 5`, []);
    });
    const connect = [{ documentId: three, position: { start: true } }];
    for (const path of [`authors/${author}`, `tags/${tag}`])
      expect((await call('put', path, { articles: { connect } })).status).toBe(200);
    for (const path of [`authors/${author}`, `tags/${tag}`]) {
      const titles = async (query: string): Promise<string[]> =>
        (await call('get', `${path}?populate=articles&${query}`)).body.data.articles.map(
          ({ title }: { title: string }) => title,
        );
      expect([path, await titles(''), await titles('status=draft')]).toEqual([
        path,
        ['Three'],
        ['Three', 'One', 'Two'],
      ]);
    }
  });
});
