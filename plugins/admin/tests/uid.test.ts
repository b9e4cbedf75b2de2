// Free uids for a text, as the form of a document asks for them.
import type { TestApp } from '../../../core/testing';
import { administrator, ask, createAdminApp, userWith } from './admin-app';

const OPEN = 'plugin::admin.app.open';
const PAGE = 'api::page.page';
let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createAdminApp({
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        options: { draftAndPublish: true },
        attributes: {
          title: { type: 'string' },
          slug: { type: 'uid', targetField: 'title' },
          short: { type: 'uid', targetField: 'title', maxLength: 6, options: { separator: '_' } },
        },
      },
    ],
  });
  cookie = await administrator(app);
});
afterAll(() => app.close());

async function uidOf(words: string, session = cookie): Promise<unknown> {
  const { status, body } = await ask(app, `/admin/api/uid/${PAGE}/${words}`, { cookie: session });
  return status === 200 ? (body.data as { uid: unknown }).uid : status;
}

it('names the next free uid, also beside drafts and published versions', async () => {
  const pages = app.documents(PAGE);
  await pages.create({ data: { title: 'My pond', slug: 'my-pond' }, status: 'draft' } as never);
  const { documentId } = await pages.create({ data: { title: 'B', slug: 'my-pond-1' } } as never);
  // Its published version still has the former slug.
  await pages.update({ documentId, data: { slug: 'other' }, status: 'draft' } as never);
  expect(await uidOf('slug?text=My%20pond')).toBe('my-pond-2');
  expect(await uidOf(`slug?text=My%20pond&documentId=${documentId}`)).toBe('my-pond-1');
  expect(await uidOf('short?text=My%20pond')).toBe('my_p-1');
  expect(await uidOf('slug?text=%E2%80%A6')).toBeNull();
});

it('gives what a write would give', async () => {
  for (const title of ['Crème Brûlée!', 'my pond', 'ÆTHER and ß']) {
    const expected = await uidOf(`slug?text=${encodeURIComponent(title)}`);
    const { slug } = await app.documents(PAGE).create({ data: { title }, status: 'draft' } as never);
    expect(slug).toBe(expected);
  }
});

it('needs the right to write, an attribute of the type uid, and a text', async () => {
  const reader = await userWith(app, 'reader', [OPEN, `${PAGE}.find`, `${PAGE}.update`]);
  expect(await uidOf('slug?text=a', reader)).toBe(403);
  expect(await uidOf('slug?text=a&documentId=x', reader)).toBe('a');
  expect(await uidOf('slug?text=a', '')).toBe(401);
  expect(await uidOf('title?text=a')).toBe(404);
  expect(await uidOf('slug')).toBe(400);
  expect(await uidOf(`slug?text=${'a'.repeat(1001)}`)).toBe(400);
});
