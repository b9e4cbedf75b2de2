// Permissions: each action has its own, in roles and in tokens. Attaching also needs the right to update the document.
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { image, type Sent, upload } from './files';

const PERMISSIONS = {
  all: ['find', 'findOne', 'upload', 'destroy'].map((verb) => `plugin::upload.content-api.${verb}`),
  uploader: ['plugin::upload.content-api.upload'],
  finder: ['plugin::upload.content-api.find', 'api::article.article.find'],
  editor: ['plugin::upload.content-api.upload', 'api::article.article.update'],
};
const secret = (name: string) => `${name}-secret-${'0123456789abcdef'.repeat(4)}`;

let app: TestApp;
let png: Sent;
let documentId: string;
beforeAll(async () => {
  png = await image(10, 10);
  const tokens = [
    ...Object.entries(PERMISSIONS).map(([name, permissions]) => ({
      name,
      type: 'custom',
      actions: permissions,
      secretFrom: `TOKEN_${name}`,
    })),
    { name: 'reader', type: 'read-only', secretFrom: 'TOKEN_reader' },
  ];
  const names = [...Object.keys(PERMISSIONS), 'reader'];
  app = await openApp(
    {},
    {
      plugins: { 'api-tokens': { config: { tokens } } },
      env: Object.fromEntries(names.map((name) => [`TOKEN_${name}`, secret(name)])),
    },
  );
  ({ documentId } = await app.documents('api::article.article').create({ data: { title: 'a' } }));
});
afterAll(() => app.close());

const as = (name: string) => ({ authorization: `Bearer ${secret(name)}` });

it.each([
  ['all', 201, 200, 200, 200],
  ['uploader', 201, 403, 403, 403],
  ['reader', 403, 200, 200, 403],
])('the token %s has the rights of its permissions', async (name, created, listed, shown, deleted) => {
  const file = await uploadedAs('all');
  const files = '/api/upload/files';
  const answers = [
    await upload(app, [png]).set(as(name)),
    await app.agent.get(files).set(as(name)),
    await app.agent.get(`${files}/${file.id}`).set(as(name)),
    await app.agent.delete(`${files}/${file.id}`).set(as(name)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([created, listed, shown, deleted]);
});

it('attaching needs the permission to update the document', async () => {
  const target = { ref: 'api::article.article', refId: documentId, field: 'cover' };
  const before = await app.documents('plugin::upload.file').count();
  expect((await upload(app, [png], target).set(as('uploader'))).status).toBe(403);
  expect(await app.documents('plugin::upload.file').count()).toBe(before);
  expect((await upload(app, [png], target).set(as('editor'))).status).toBe(201);
});

it('a caller without that permission does not learn which rows exist', async () => {
  const answers = [];
  for (const refId of ['1', '999999', documentId, 'abcdefghijklmnopqrstuvwx'])
    answers.push(
      await upload(app, [png], { ref: 'api::article.article', refId, field: 'cover' }).set(as('uploader')),
    );
  const [first, ...others] = answers.map(({ status, body }) => ({ status, error: body.error }));
  expect(first?.status).toBe(403);
  for (const other of others) expect(other).toEqual(first);
});

it('populate=related shows the documents that the caller may read', async () => {
  const file = await uploadedAs('all');
  const data = { title: 'shown', cover: file.id };
  await app.documents('api::article.article').create({ data });
  const list = async (name: string, query = '') => {
    const path = `/api/upload/files?filters[id]=${file.id}&populate=related${query}`;
    const { status, body } = await app.agent.get(path).set(as(name));
    return status === 200 ? body[0].related.map(({ title }: { title: string }) => title) : status;
  };
  expect(await list('all')).toEqual([]);
  expect(await list('finder')).toEqual(['shown']);
  expect(await list('finder', '&status=draft')).toBe(403);
  expect(await list('reader', '&status=draft')).toEqual(['shown']);
});

const uploadedAs = async (name: string) => (await upload(app, [png]).set(as(name))).body[0];
