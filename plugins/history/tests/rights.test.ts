// Who reads and restores versions, over REST and GraphQL.
import { type Any, type HistoryApp, historyApp } from './history-app';

const POST = 'api::post.post';
const PASSWORD = 'Passw0rd!';
let opened: HistoryApp;
let id: string;

const ask: HistoryApp['ask'] = (...args) => opened.ask(...args);

beforeAll(async () => {
  const read = [`${POST}.find`, `${POST}.findOne`, `${POST}.readDraft`];
  opened = await historyApp('sqlite', {
    graphql: true,
    'users-permissions': {
      enabled: true,
      config: {
        jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
        ratelimit: { enabled: false },
        roles: {
          reader: { actions: [...read, `${POST}.history`] },
          restorer: { actions: [...read, `${POST}.history`, `${POST}.restore`, `${POST}.update`] },
          half: { actions: [...read, `${POST}.history`, `${POST}.restore`] },
          drafts: { actions: [`${POST}.find`, `${POST}.findOne`, `${POST}.history`] },
          none: { actions: read },
          open: {
            actions: [
              ...[`${POST}.find`, `${POST}.findOne`].map((action) => ({ action, where: { code: 'open' } })),
              ...[`${POST}.readDraft`, `${POST}.history`, `${POST}.restore`, `${POST}.update`],
            ],
          },
          links: {
            actions: [
              ...[`${POST}.find`, `${POST}.findOne`].map((action) => ({
                action,
                where: { main: { name: 'seen' } },
              })),
              ...[`${POST}.readDraft`, `${POST}.history`],
            ],
          },
          latest: {
            actions: [
              ...[`${POST}.find`, `${POST}.findOne`].map((action) => ({
                action,
                where: { updatedAt: { $notNull: true } },
              })),
              ...[`${POST}.readDraft`, `${POST}.history`],
            ],
          },
        },
      },
    },
  });
  const { documents } = opened.app;
  const tag = await documents('api::tag.tag').create({ data: { name: 'hidden' } as Any });
  const data = { title: 'one', tags: [tag.documentId], main: tag.documentId };
  id = (await documents(POST).create({ data: data as Any })).documentId;
  await documents(POST).update({ documentId: id, data: { title: 'two' } as Any });
});
afterAll(() => opened.app.close());

async function as(role: string): Promise<string> {
  const { documents } = opened.app;
  const found = (await documents('plugin::users-permissions.role').findFirst({
    filters: { type: role },
  })) as Any;
  const name = `${role}-${Math.random().toString(36).slice(2)}`;
  const user = { username: name, email: `${name}@example.com`, password: PASSWORD, confirmed: true };
  await documents('plugin::users-permissions.user').create({
    data: { ...user, role: found.documentId } as Any,
  });
  return (await ask('POST', '/auth/local', 200, { identifier: name, password: PASSWORD })).jwt;
}

it('needs the permissions for the history, the document and its draft', async () => {
  await ask('GET', `/posts/${id}/history`, 403);
  for (const role of ['none', 'drafts'])
    await ask('GET', `/posts/${id}/history`, 403, undefined, await as(role));
  const { data } = await ask('GET', `/posts/${id}/history`, 200, undefined, await as('reader'));
  expect(data).toMatchObject([{ by: null, changed: ['title'] }, { operation: 'create' }]);
});

it('leaves out links to types that the reader cannot read', async () => {
  const jwt = await as('reader');
  const [, first] = (await ask('GET', `/posts/${id}/history`, 200, undefined, jwt)).data;
  const { data } = await ask('GET', `/posts/${id}/history/${first.id}`, 200, undefined, jwt);
  expect(data.content).toEqual({ title: 'one', tags: [] });
});

it('restores with the permission to restore and to update', async () => {
  const [, first] = (await ask('GET', `/posts/${id}/history`, 200, undefined, await as('reader'))).data;
  const path = `/posts/${id}/history/${first.id}/actions/restore`;
  for (const role of ['reader', 'half']) await ask('POST', path, 403, undefined, await as(role));
  const restored = await ask('POST', path, 200, undefined, await as('restorer'));
  expect(restored.data.title).toBe('one');
});

it('hides the versions in which a rule of the reader may have hidden the document', async () => {
  const posts = opened.app.documents(POST);
  const { documentId } = await posts.create({ data: { title: 'a', code: 'secret' } as Any });
  for (const data of [{ title: 'b' }, { title: 'c', code: 'open' }, { title: 'd' }])
    await posts.update({ documentId, data: data as Any, status: 'draft' } as Any);
  const path = `/posts/${documentId}/history`;
  const all = (await ask('GET', path, 200, undefined, await as('reader'))).data;
  const [d, c, b] = all.map(({ id: version }: Any) => version);
  expect(all).toHaveLength(4);

  const jwt = await as('open');
  const seen = await ask('GET', `${path}?pageSize=1&page=2`, 200, undefined, jwt);
  expect(seen.data.map(({ id: version }: Any) => version)).toEqual([c]);
  expect(seen.meta.pagination.total).toBe(2);
  expect((await ask('GET', `${path}/${c}`, 200, undefined, jwt)).data.content).toMatchObject({ title: 'c' });
  await ask('GET', `${path}/diff?from=${c}&to=${d}`, 200, undefined, jwt);
  await ask('GET', `${path}/${b}`, 404, undefined, jwt);
  await ask('GET', `${path}/diff?from=${b}&to=draft`, 404, undefined, jwt);
  await ask('POST', `${path}/${b}/actions/restore`, 404, undefined, jwt);
  // The published version still has the code that the rule hides.
  await ask('GET', `${path}/diff?from=draft&to=published`, 404, undefined, jwt);
  await posts.publish({ documentId } as Any);
  await ask('GET', `${path}/diff?from=draft&to=published`, 200, undefined, jwt);
});

it('compares links that a rule names', async () => {
  const { documents } = opened.app;
  const tag = async (name: string) =>
    (await documents('api::tag.tag').create({ data: { name } as Any })).documentId;
  const [seen, hidden] = [await tag('seen'), await tag('other')];
  const { documentId } = await documents(POST).create({ data: { title: 'a', main: hidden } as Any });
  for (const data of [{ main: seen }, { title: 'b' }])
    await documents(POST).update({ documentId, data: data as Any, status: 'draft' } as Any);
  const { data } = await ask('GET', `/posts/${documentId}/history`, 200, undefined, await as('links'));
  expect(data).toHaveLength(2);
});

it('shows no version if a rule names a value that versions do not have', async () => {
  const { data } = await ask('GET', `/posts/${id}/history`, 200, undefined, await as('latest'));
  expect(data).toEqual([]);
  expect((await ask('GET', `/posts/${id}/history`, 200, undefined, await as('reader'))).data.length).toBe(3);
});

it('compares with the document itself, also if its last save was not recorded', async () => {
  const posts = opened.app.documents(POST);
  const { documentId } = await posts.create({ data: { title: 'a', code: 'secret' } as Any });
  const [jwt, path] = [await as('open'), `/posts/${documentId}/history`];
  // As a migration does.
  await opened.app.kernel.database.transaction((tx) =>
    tx.run("UPDATE posts SET code = 'open' WHERE document_id = ?", [documentId]),
  );
  expect((await ask('GET', path, 200, undefined, jwt)).data).toEqual([]);
  await ask('GET', `${path}/diff?from=draft&to=draft`, 404, undefined, jwt);
});

it('answers the same over GraphQL', async () => {
  const jwt = await as('restorer');
  const graphql = async (query: string, token?: string): Promise<Any> => {
    const answer = await fetch(`${opened.app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query }),
    });
    return answer.json();
  };
  const of = `type: "${POST}", documentId: "${id}"`;
  const { versions } = (await graphql(`{ versions(${of}) { id operation changed } }`, jwt)).data;
  const first = versions.at(-1);
  expect(first).toMatchObject({ operation: 'create', changed: [] });
  const one = await graphql(`{ version(${of}, version: "${first.id}") { content } }`, jwt);
  expect(one.data.version.content).toMatchObject({ title: 'one' });
  const diff = await graphql(`{ versionDiff(${of}, from: "draft", to: "published") { path from to } }`, jwt);
  expect(diff.data.versionDiff).toEqual([{ path: 'title', from: 'one', to: 'two' }]);
  const restored = await graphql(`mutation { restoreVersion(${of}, version: "${versions[1].id}") }`, jwt);
  expect(restored.data.restoreVersion).toBe(id);
  expect((await graphql(`{ versions(${of}) { id } }`)).errors[0].message).toContain('Forbidden');
  const unknown = await graphql('{ versions(type: "api::plain.plain", documentId: "x") { id } }', jwt);
  expect(unknown.errors[0].message).toContain('does not exist, or has no history');
});
