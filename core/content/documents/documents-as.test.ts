import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { OPEN_VISIBILITY } from '../model/compiled/visibility';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' }, hidden: { type: 'boolean' } },
};

/** Readers see notes that are not hidden; writers may also change them. `/do` is open, and calls `documentsAs`. */
const plugin = definePlugin({
  name: 'desk' as string,
  register(app) {
    app.hooks.request.authorize((request, action) => {
      const role = request.header('x-role');
      const isAllowed = role === 'writer' || (role === 'reader' && /\.find(One)?$/.test(action));
      if (!isAllowed) return { allowed: false, status: 403 };
      const rowFilter = () => ({ hidden: { $ne: true } });
      return { allowed: true, visibility: { ...OPEN_VISIBILITY, scope: `desk ${action}`, rowFilter } };
    });
    app.routes.add({
      method: 'POST',
      path: '/do',
      action: null,
      summary: 'Runs one operation for the caller',
      body: 'json',
      handler: async (request, { body }) => {
        const { name, args } = body as { name: 'findOne'; args: { documentId: string } };
        return { json: await app.documentsAs(request)('api::note.note')[name](args) };
      },
    });
  },
});

let app: TestApp;
const ids = { open: '', hidden: '', unknown: 'unknown' };
beforeAll(async () => {
  app = await createTestApp({ contentTypes: [note], plugins: [plugin] });
  for (const name of ['open', 'hidden'] as const) {
    const data = { text: name, hidden: name === 'hidden' };
    ids[name] = (await app.documents('api::note.note').create({ data })).documentId;
  }
});
afterAll(() => app.close());

const cases: [role: string, name: string, id: keyof typeof ids, status: number][] = [
  ['nobody', 'findMany', 'open', 403],
  ['nobody', 'count', 'open', 403],
  ['reader', 'findMany', 'open', 200],
  ['reader', 'findFirst', 'open', 200],
  ['reader', 'findOne', 'open', 200],
  ['reader', 'findOne', 'hidden', 404],
  ['reader', 'findOne', 'unknown', 404],
  ['reader', 'update', 'open', 403],
  ['reader', 'delete', 'open', 403],
  ['reader', 'clone', 'open', 403],
  ['writer', 'update', 'open', 200],
  ['writer', 'update', 'hidden', 404],
  ['writer', 'update', 'unknown', 404],
  ['writer', 'clone', 'unknown', 404],
  ['writer', 'delete', 'unknown', 404],
  ['writer', 'delete', 'hidden', 404],
];
it.each(cases)('a %s may %s the %s document: %i', async (role, name, id, status) => {
  const reads = name === 'findMany' || name === 'findFirst' || name === 'count';
  const args = reads ? {} : { documentId: ids[id], ...(name === 'update' ? { data: { text: 'b' } } : {}) };
  const answer = await app.agent.post('/do').set('x-role', role).send({ name, args });
  expect(answer.status).toBe(status);
  if (name === 'findMany' && status === 200) expect(answer.body).toHaveLength(1);
});
