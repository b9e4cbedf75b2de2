// With the plugin disabled, documents have one row, and its parameters are ignored.
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester } from './testing-app';

describe('without draft-and-publish', () => {
  let app: TestApp;
  const call = requester(() => app);

  beforeAll(async () => {
    app = await openApp({ config: { plugins: { rest: true } } });
  });
  afterAll(() => app?.close());

  it('has no publishedAt, and ignores status', async () => {
    const { body } = await call('post', 'articles?status=draft', { title: 'One' });
    expect('publishedAt' in body.data).toBe(false);
    expect(
      (await call('get', 'articles?status=zzz&publicationFilter=zzz&hasPublishedVersion=zzz')).body.data,
    ).toHaveLength(1);
    expect((await call('get', 'articles?filters[publishedAt][$null]=true')).status).toBe(400);
  });

  it('checks every write completely', async () => {
    expect((await call('post', 'articles?status=draft', { text: 'no title' })).status).toBe(400);
  });

  it('has no actions', async () => {
    const { documentId } = (await call('post', 'articles', { title: 'Two' })).body.data;
    expect((await call('post', `articles/${documentId}/actions/publish`)).status).toBe(404);
    expect('publish' in app.documents('api::article.article')).toBe(false);
  });

  it('warns at startup about the unknown option', () => {
    expect(JSON.stringify(app.logs)).toContain('options.draftAndPublish');
  });
});
