// Data that a role may not read. A right guess, a wrong guess and an unknown name give the same response.
// No statement runs.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, expectNoStatements, grant, register } from './app';

let app: TestApp;
let jwt: string;
let category: string;
let article: string;
beforeAll(async () => {
  app = await createUsersApp();
  const { id, documentId, jwt: token } = await register(app, 'alice');
  jwt = token;
  const made = await app.documents('api::category.category').create({ data: { name: 'right' } });
  category = made.documentId;
  const data = { title: 'One', notes: 'n', secretNotes: 'right', category, author: documentId };
  article = (await app.documents('api::article.article').create({ data })).documentId;
  expect(id).toBe(1);
  await grant(
    app,
    'public',
    ...['find', 'findOne', 'create', 'update'].map((verb) => `api::article.article.${verb}`),
  );
  await grant(app, 'authenticated', 'api::category.category.find');
});
afterAll(() => app.close());

/** NAME is a forbidden name in one request and an unknown name in the other. GUESS is a right or a wrong value. */
const oracles: readonly (readonly [query: string, forbidden: string, right: string])[] = [
  ['filters[NAME][name][$eq]=GUESS', 'category', 'right'],
  ['filters[NAME][$null]=GUESS', 'category', 'false'],
  ['filters[NAME][id]=GUESS', 'category', '1'],
  ['filters[NAME]=GUESS', 'category', '1'],
  ['filters[$or][0][NAME][name]=GUESS', 'category', 'right'],
  ['filters[$not][NAME][name][$startsWith]=GUESS', 'category', 'r'],
  ['filters[NAME][articles][title]=GUESS', 'category', 'One'],
  ['filters[NAME][username][$startsWith]=GUESS', 'author', 'al'],
  ['filters[NAME][password][$startsWith]=GUESS', 'author', '$scrypt'],
  ['filters[NAME][$eq]=GUESS', 'secretNotes', 'right'],
  ['sort=NAME.name', 'category', ''],
  ['sort[NAME][name]=asc', 'category', ''],
  ['sort=NAME', 'secretNotes', ''],
  ['fields=NAME', 'secretNotes', ''],
  ['fields=NAME', 'category', ''],
];

it.each(oracles)('%s reveals nothing about %s', async (query, forbidden, right) => {
  const ask = async (name: string, guess: string): Promise<string> => {
    const answer = await app.agent.get(
      `/api/articles?${query.replace('NAME', name).replace('GUESS', guess)}`,
    );
    expect(answer.status).toBe(400);
    return answer.text.replaceAll(name, 'NAME');
  };
  await expectNoStatements(app, async () => {
    const known = await ask(forbidden, right);
    expect(await ask(forbidden, 'zzz')).toBe(known);
    expect(await ask('nonsense', right)).toBe(known);
  });
});

const populates = [
  'populate=*',
  'populate=category',
  'populate[0]=author',
  'populate[category][populate]=*',
  'populate[author][populate][role]=true',
];
it.each(populates)('%s omits unreadable relations', async (query) => {
  const { body } = await app.agent.get(`/api/articles/${article}?${query}`).expect(200);
  expect(Object.keys(body.data)).toEqual(['id', 'documentId', 'title', 'notes', 'createdAt', 'updatedAt']);
});

it('finds nothing by _q in unreadable types', async () => {
  const { body } = await app.agent.get('/api/articles?_q=right').expect(200);
  expect(body.data).toEqual([]);
});

it('does not read through an inverse side', async () => {
  const ask = async (query: string) => {
    const answer = await app.agent.get(`/api/categories?${query}`).set('Authorization', bearer(jwt));
    return [answer.status, answer.text.replaceAll('articles', 'NAME').replaceAll('nonsense', 'NAME')];
  };
  await expectNoStatements(app, async () => {
    const known = await ask('filters[articles][title]=One');
    expect(known[0]).toBe(400);
    expect(await ask('filters[articles][title]=zzz')).toEqual(known);
    expect(await ask('filters[nonsense][title]=One')).toEqual(known);
  });
  const { body } = await app.agent
    .get('/api/categories?populate=*')
    .set('Authorization', bearer(jwt))
    .expect(200);
  expect(body.data[0]).not.toHaveProperty('articles');
});

const bodies: readonly (readonly [what: string, value: (id: string) => unknown])[] = [
  ['a documentId', (id) => id],
  ['connect', (id) => ({ connect: [id] })],
  ['set', (id) => ({ set: [{ documentId: id }] })],
  ['disconnect', (id) => ({ disconnect: [id] })],
];
it.each(bodies)('connects no unreadable document: %s', async (_what, value) => {
  const send = async (name: string, id: string) => {
    const answer = await app.agent.put(`/api/articles/${article}`).send({ data: { [name]: value(id) } });
    return [answer.status, answer.text.replaceAll(name, 'NAME')];
  };
  await expectNoStatements(app, async () => {
    const known = await send('category', category);
    expect(known[0]).toBe(400);
    expect(await send('category', 'a'.repeat(24))).toEqual(known);
    expect(await send('nonsense', category)).toEqual(known);
  });
});

it('names the missing permission and the remedy in development', async () => {
  const developing = await createUsersApp({}, { env: { NODE_ENV: 'development' } });
  const { body } = await developing.agent.get('/api/articles').expect(403);
  await developing.close();
  expect(body.error.message).toBe(
    'Forbidden: the role Public has no permission for "api::article.article.find"; to grant it: quire role grant public api::article.article.find',
  );
});
