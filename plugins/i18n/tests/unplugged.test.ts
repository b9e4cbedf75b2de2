// Without the plugin, documents have one row, and its parameters are ignored.
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester } from './testing-app';

describe('without i18n', () => {
  let app: TestApp;
  const call = requester(() => app);

  beforeAll(async () => {
    app = await openApp(undefined, { config: { plugins: { rest: true } } });
  });
  afterAll(() => app?.close());

  it('has no locale and no localizations, and ignores the parameter', async () => {
    const { body } = await call('post', 'pages?locale=it', { title: 'One' });
    expect(['locale' in body.data, 'localizations' in body.data]).toEqual([false, false]);
    expect((await call('get', 'pages?locale=fr')).body.data).toHaveLength(1);
    expect((await call('get', 'pages?populate=localizations')).status).toBe(400);
    expect((await call('get', 'pages?filters[locale]=en')).status).toBe(400);
  });

  it('has no locales', async () => {
    expect((await call('get', 'i18n/locales')).status).toBe(404);
    expect(app.kernel.schema.types.has('plugin::i18n.locale')).toBe(false);
  });

  it('writes the whole document in every request', async () => {
    const { documentId } = (await call('post', 'pages', { title: 'Two' })).body.data;
    expect((await call('put', `pages/${documentId}?locale=fr`, { price: 5 })).body.data).toMatchObject({
      title: 'Two',
      price: 5,
    });
    expect((await call('delete', `pages/${documentId}?locale=fr`)).status).toBe(204);
    expect((await call('get', `pages/${documentId}`)).status).toBe(404);
  });
});
