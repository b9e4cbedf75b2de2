// The doctor on versions: documents of the service are healthy; a document without a draft is named.
import { type TestApp, testDatabases } from '../../../core/testing';
import { examine } from '../../../core/testing/examine';
import { openApp, requester } from './testing-app';

const ARTICLE = 'api::article.article';

describe.each(testDatabases())('the doctor on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);

  beforeAll(async () => {
    app = await openApp({ database });
  });
  afterAll(() => app?.close());

  it('finds a published row without a draft, and discard-draft repairs it', async () => {
    const { documentId } = (await call('post', 'articles', { title: 'One', code: 'c' })).body.data;
    await call('post', 'articles?status=draft', { title: 'Two' });
    expect(await examine(app.kernel)).toEqual([]);
    const { database: stored } = app.kernel;
    await stored.transaction((tx) =>
      tx.run('DELETE FROM articles WHERE document_id = ? AND _status = 0', [documentId]),
    );
    expect(await examine(app.kernel)).toEqual([
      expect.stringMatching(new RegExp(`^doctor, drafts: ${ARTICLE}, 1 found: ${documentId} is published`)),
    ]);
    expect((await call('post', `articles/${documentId}/actions/discard-draft`)).status).toBe(200);
    expect(await examine(app.kernel)).toEqual([]);
    expect((await call('get', `articles/${documentId}?status=draft`)).body.data.title).toBe('One');
  });
});
