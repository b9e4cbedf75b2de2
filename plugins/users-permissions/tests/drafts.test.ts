// Drafts and locales need separate permissions: readDraft and createLocalization.
import type { ContentTypeDefinition } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { createUsersApp, grant } from './app';

const OPTIONS = { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } };
const localized = { pluginOptions: { i18n: { localized: true } } };
const contentTypes: ContentTypeDefinition[] = [
  {
    ...OPTIONS,
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: { type: 'string', ...localized },
      category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
    },
  },
  {
    ...OPTIONS,
    info: { singularName: 'category', pluralName: 'categories' },
    attributes: { name: { type: 'string', ...localized } },
  },
];

let app: TestApp;
let article: string;
beforeAll(async () => {
  app = await createUsersApp(
    {},
    {
      contentTypes,
      env: { NODE_ENV: 'development' },
      config: { plugins: { 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } } },
    },
  );
  await grant(
    app,
    'public',
    'api::article.article.find',
    'api::article.article.update',
    'api::category.category.find',
  );
  const category = await app.documents('api::category.category').create({ data: { name: 'c' } });
  const data = { title: 'a', category: category.documentId };
  article = (await app.documents('api::article.article').create({ data })).documentId;
});
afterAll(() => app.close());

it('shows no drafts without readDraft of the requested type', async () => {
  const refused = await app.agent.get('/api/articles?status=draft').expect(403);
  expect(refused.body.error.message).toMatch(/quire role grant public api::article\.article\.readDraft$/);
  await grant(app, 'public', 'api::article.article.readDraft');
  expect((await app.agent.get('/api/articles?status=draft')).status).toBe(200);
});

it('shows no drafts of a populated type without readDraft', async () => {
  const { body } = await app.agent.get('/api/articles?status=draft&populate=*').expect(200);
  expect(body.data[0]).not.toHaveProperty('category');
  const ask = async (name: string, guess: string) => {
    const answer = await app.agent.get(`/api/articles?status=draft&filters[${name}][name]=${guess}`);
    return [answer.status, answer.text.replaceAll(name, 'NAME')];
  };
  const known = await ask('category', 'c');
  expect(known[0]).toBe(400);
  expect(await ask('category', 'zzz')).toEqual(known);
  expect(await ask('nonsense', 'c')).toEqual(known);
  await grant(app, 'public', 'api::category.category.readDraft');
  const { body: more } = await app.agent.get('/api/articles?status=draft&populate=*').expect(200);
  expect(more.data[0].category).toMatchObject({ name: 'c' });
});

it('adds no locale without createLocalization', async () => {
  const send = () => app.agent.put(`/api/articles/${article}?locale=fr`).send({ data: { title: 'a (fr)' } });
  expect((await send()).status).toBe(403);
  await grant(app, 'public', 'api::article.article.createLocalization');
  expect((await send()).status).toBe(200);
});
