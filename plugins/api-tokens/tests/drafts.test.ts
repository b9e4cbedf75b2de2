// Drafts and locales need separate permissions, also for tokens.
import { CONTENT_TYPES, createTokenApp } from './token-app';

const FIND = 'api::article.article.find';
const UPDATE = 'api::article.article.update';

const localized = { pluginOptions: { i18n: { localized: true } } };
const article = CONTENT_TYPES['api::article.article'];
const DRAFTED: typeof CONTENT_TYPES = {
  'api::article.article': {
    info: { singularName: 'article', pluralName: 'articles' },
    options: { draftAndPublish: true },
    ...localized,
    attributes: { ...article?.attributes, title: { type: 'string', ...localized } },
  },
};

it('full-access and read-only tokens read drafts; a custom token needs readDraft', async () => {
  const { app, make, get } = await createTokenApp({
    contentTypes: { ...CONTENT_TYPES, ...DRAFTED },
    others: { 'draft-and-publish': true },
  });
  const statuses: Record<string, number[]> = {};
  for (const [name, input] of Object.entries({
    full: { type: 'full-access' as const },
    read: { type: 'read-only' as const },
    find: { type: 'custom' as const, actions: [FIND] },
    drafts: { type: 'custom' as const, actions: [FIND, 'api::article.article.readDraft'] },
  })) {
    const { accessKey } = await make(input);
    statuses[name] = [
      (await get('/api/articles', accessKey)).status,
      (await get('/api/articles?status=draft', accessKey)).status,
    ];
  }
  expect(statuses).toEqual({ full: [200, 200], read: [200, 200], find: [200, 403], drafts: [200, 200] });
  await app.close();
});

describe.each([
  ['development', (hint: string) => `Forbidden: ${hint}`],
  ['test', () => 'Forbidden'],
  ['production', () => 'Forbidden'],
])('in %s', (environment, messageFor) => {
  it('returns a hint about the missing permission only in development', async () => {
    const {
      app,
      article: id,
      make,
      get,
      send,
    } = await createTokenApp({
      contentTypes: { ...CONTENT_TYPES, ...DRAFTED },
      others: { 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
      env: { NODE_ENV: environment },
    });
    const { accessKey } = await make({ type: 'custom', actions: [UPDATE, FIND] });
    const drafts = await get('/api/articles?status=draft', accessKey);
    const french = await send('put', `/api/articles/${id}?locale=fr`, accessKey, { data: { title: 'Un' } });
    await app.close();
    const hint = (action: string) =>
      `this token has no permission for "${action}"; create a token with it: quire token create --name NAME --type custom --action ${FIND},${UPDATE},${action}`;
    expect([drafts, french].map(({ status, body }) => [status, body.error?.message])).toEqual([
      [403, messageFor(hint('api::article.article.readDraft'))],
      [403, messageFor(hint('api::article.article.createLocalization'))],
    ]);
  });
});
