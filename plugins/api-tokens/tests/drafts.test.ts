import { CONTENT_TYPES, createTokenApp } from './token-app';

it('full-access and read-only tokens read drafts; a custom one needs readDraft', async () => {
  const article = CONTENT_TYPES['api::article.article'];
  const { app, make, get } = await createTokenApp({
    contentTypes: {
      ...CONTENT_TYPES,
      ...(article ? { 'api::article.article': { ...article, options: { draftAndPublish: true } } } : {}),
    },
    others: { 'draft-and-publish': true },
  });
  const FIND = 'api::article.article.find';
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
