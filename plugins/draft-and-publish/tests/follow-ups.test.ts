// Follow-ups of plugins beside the one that publishes.
import { definePlugin, type FollowUp, type WriteAction } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester } from './testing-app';

const ARTICLE = 'api::article.article';

describe.each(testDatabases())('follow-ups of a write that publishes on %s', (database) => {
  let app: TestApp;
  let prepare: ((action: WriteAction) => void) | null = null;
  const call = requester(() => app);

  beforeAll(async () => {
    const own = definePlugin({
      name: 'own',
      register: ({ hooks }) => hooks.documents.prepare((action) => prepare?.(action), { stage: 100 }),
    });
    app = await openApp({ database, plugins: [own] });
  });
  afterAll(() => app?.close());
  afterEach(() => {
    prepare = null;
  });

  const make = async (title: string, status = ''): Promise<string> =>
    (await call('post', `articles${status}`, { title })).body.data.documentId;
  const titlesOf = async (documentId: string): Promise<unknown[]> =>
    Promise.all(
      ['draft', 'published'].map(
        async (status) => (await call('get', `articles/${documentId}?status=${status}`)).body.data?.title,
      ),
    );
  const modified = async (): Promise<unknown[]> =>
    (await app.documents(ARTICLE).findMany({ status: 'draft', publicationFilter: 'modified' })).map(
      ({ documentId }) => documentId,
    );
  /** Runs before the publishing. */
  const before = (run: FollowUp['run']) => (action: WriteAction) =>
    void action.followUps.unshift({ name: 'own', run });

  it('refuses a write that goes live without its copy, and stores nothing', async () => {
    const documentId = await make('One');
    const tag = (await call('post', 'tags', { name: 'a' })).body.data.documentId;
    prepare = ({ followUps }) => void followUps.splice(0);
    const refused = await call('put', `articles/${documentId}`, { title: 'Two', tags: [tag] });
    expect(refused.status).toBe(500);
    expect(await titlesOf(documentId)).toEqual(['One', 'One']);
    for (const status of ['draft', 'published'])
      expect(
        (await call('get', `articles/${documentId}?status=${status}&populate=tags`)).body.data.tags,
      ).toEqual([]);
  });

  it('writes the draft alone if the tap says so', async () => {
    const documentId = await make('One');
    prepare = (action) => {
      action.followUps.splice(0);
      action.goesLive = false;
    };
    expect((await call('put', `articles/${documentId}`, { title: 'Two' })).status).toBe(200);
    expect(await titlesOf(documentId)).toEqual(['Two', 'One']);
    expect(await modified()).toContain(documentId);
  });

  it('leaves no pending changes in another document that it publishes', async () => {
    const [documentId, other] = [await make('One'), await make('Other')];
    await call('put', `articles/${other}?status=draft`, { title: 'Another' });
    expect(await modified()).toContain(other);
    prepare = before(async ({ action, variants }) => {
      await variants.copy(action.type, other, { status: 'draft' }, { status: 'published' });
    });
    await call('put', `articles/${documentId}`, { title: 'Two' });
    expect(await titlesOf(other)).toEqual(['Another', 'Another']);
    expect(await modified()).not.toContain(other);
  });
});
