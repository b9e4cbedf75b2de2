// Cached verdicts: a change of the role or the user applies to the next request.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, register } from './app';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const FIND = 'api::article.article.find';

let app: TestApp;
const people: Record<string, { jwt: string; documentId: string }> = {};
beforeAll(async () => {
  app = await createUsersApp({
    roles: {
      authenticated: { actions: [{ action: FIND, where: { title: '$user.username' } }] },
      reader: { name: 'Reader', actions: [FIND] },
      empty: { name: 'Empty', actions: [] },
    },
  });
  for (const title of ['anna', 'bert', 'carl'])
    await app.documents('api::article.article').create({ data: { title } });
  for (const name of ['anna', 'bert']) people[name] = await register(app, name);
});
afterAll(() => app.close());

const seenBy = async (name: string): Promise<unknown> => {
  const answer = await app.agent.get('/api/articles').set('Authorization', bearer(people[name]?.jwt ?? ''));
  return answer.status === 200
    ? answer.body.data.map(({ title }: { readonly title: string }) => title)
    : answer.status;
};
const change = (name: string, data: object) =>
  app.documents(USER).update({ documentId: people[name]?.documentId ?? '', data });
const roleOf = async (type: string): Promise<string> =>
  (await app.documents(ROLE).findFirst({ filters: { type } }))?.documentId ?? '';

it('applies a rule to each user separately', async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect(await seenBy('anna')).toEqual(['anna']);
    expect(await seenBy('bert')).toEqual(['bert']);
  }
});

it('applies a changed value of the user', async () => {
  await change('anna', { username: 'carl' });
  expect(await seenBy('anna')).toEqual(['carl']);
  await change('anna', { username: 'anna' });
  expect(await seenBy('anna')).toEqual(['anna']);
});

it('applies a changed role of the user', async () => {
  await change('bert', { role: await roleOf('reader') });
  expect(await seenBy('bert')).toEqual(['anna', 'bert', 'carl']);
  await change('bert', { role: await roleOf('empty') });
  expect(await seenBy('bert')).toBe(403);
  await change('bert', { role: await roleOf('authenticated') });
  expect(await seenBy('bert')).toEqual(['bert']);
});
