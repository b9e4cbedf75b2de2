// `"onDelete": "restrict"`: links of the draft and links of the published row each keep the target.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const BOOK = 'api::book.book';
const AUTHOR = 'api::author.author';
const author = {
  info: { singularName: 'author', pluralName: 'authors' },
  attributes: { name: { type: 'string' } },
};
const book = {
  info: { singularName: 'book', pluralName: 'books' },
  options: { draftAndPublish: true },
  attributes: {
    author: { type: 'relation', relation: 'manyToOne', target: AUTHOR, onDelete: 'restrict' },
  },
};

/** With a header, the caller reads no drafts. */
const desk = definePlugin({
  name: 'desk' as string,
  register(app) {
    app.hooks.request.authorize((request) => ({
      allowed: true,
      visibility: {
        ...OPEN_VISIBILITY,
        scope: request.header('x-role') ?? 'full',
        allows: () => request.header('x-role') !== 'reader',
      },
    }));
  },
});

let app: TestApp;
beforeAll(async () => {
  const config = { plugins: { 'draft-and-publish': true, rest: true } };
  app = await createTestApp({ contentTypes: [author, book], plugins: [desk], config });
});
afterAll(() => app?.close());

it('a draft and a published row each keep the target', async () => {
  const wanted = (await app.documents(AUTHOR).create({ data: { name: 'a' } })).documentId;
  const used = (await app.documents(BOOK).create({ data: { author: wanted } })).documentId;
  const removed = () => app.documents(AUTHOR).delete({ documentId: wanted });
  // Only the published row has the link.
  await app.documents(BOOK).update({ documentId: used, status: 'draft', data: { author: null } });
  await expect(removed()).rejects.toMatchObject({ code: 'DOCUMENT_IN_USE', status: 409 });
  await app.documents(BOOK).publish({ documentId: used });
  // Only the draft has the link.
  await app.documents(BOOK).update({ documentId: used, status: 'draft', data: { author: wanted } });
  await expect(removed()).rejects.toMatchObject({ code: 'DOCUMENT_IN_USE' });
  await app.documents(BOOK).discardDraft({ documentId: used });
  expect(await removed()).toEqual({ deleted: 1 });
});

it('the error does not name a draft that the caller may not read', async () => {
  const wanted = (await app.documents(AUTHOR).create({ data: { name: 'b' } })).documentId;
  const used = await app.documents(BOOK).create({ data: { author: wanted }, status: 'draft' });
  const named = async (role: string) => {
    const { body } = await app.agent.delete(`/api/authors/${wanted}`).set('x-role', role).expect(409);
    return body.error.details;
  };
  expect(await named('reader')).toEqual({ uses: [], hasMore: true });
  const uses = [{ type: BOOK, attribute: 'author', documentIds: [used.documentId] }];
  expect(await named('full')).toEqual({ uses, hasMore: false });
  await app.documents(BOOK).publish({ documentId: used.documentId });
  expect(await named('reader')).toEqual({ uses, hasMore: false });
});
