// The hints of refusals: the same rule for routes, links of other documents, drafts, and fields of GraphQL.
import { bearer, createUsersApp, grant, register } from './app';

const UPDATE = 'api::category.category.update';

it.each([
  ['development', true],
  ['test', false],
  ['production', false],
])('in %s, each 403 has a hint: %p', async (environment, hasHints) => {
  const app = await createUsersApp(
    {},
    {
      env: { NODE_ENV: environment },
      config: { plugins: { email: { config: { provider: 'file' } }, graphql: true } },
    },
  );
  try {
    const { jwt } = await register(app, 'ann');
    await grant(app, 'authenticated', UPDATE, 'api::category.category.find', 'api::article.article.find');
    const { documentId } = await app.documents('api::category.category').create({ data: { name: 'one' } });
    const article = await app.documents('api::article.article').create({ data: { title: 'one' } });
    const as = (jwt: string) => ({ Authorization: bearer(jwt) });
    const route = await app.agent
      .post('/api/articles')
      .set(as(jwt))
      .send({ data: { title: 'two' } });
    const inverse = await app.agent
      .put(`/api/categories/${documentId}`)
      .set(as(jwt))
      .send({ data: { articles: [article.documentId] } });
    const field = await app.agent
      .post('/graphql')
      .set(as(jwt))
      .send({ query: 'mutation { createArticle(data: { title: "two" }) { title } }' });
    const [error] = field.body.errors;
    expect(error.message).toBe('Forbidden access');
    const messages = [route.body.error.message, inverse.body.error.message, error.extensions.error.message];
    const shown = (action: string, plain: string) =>
      hasHints
        ? `Forbidden: the role Authenticated has no permission for "${action}"; to grant it: quire role grant authenticated ${action}`
        : plain;
    expect(messages).toEqual([
      shown('api::article.article.create', 'Forbidden'),
      shown('api::article.article.update', 'Forbidden'),
      shown('api::article.article.create', 'Forbidden access'),
    ]);
  } finally {
    await app.close();
  }
});
