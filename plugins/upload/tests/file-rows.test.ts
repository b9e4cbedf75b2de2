// Which files a request reads, changes and deletes: those of the caller's visibility. Plugins limit it, and so do rules of roles.
import { type AnyPlugin, definePlugin, limitRows } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { type TestDatabase, testDatabases } from '../../../core/testing/databases';
import { CONTENT } from './app';
import { type Sent, text, upload } from './files';

const FILE = 'plugin::upload.file';
const USER = 'plugin::users-permissions.user';
const ARTICLE = 'api::article.article';
const ofFiles = (verb: string): string => `plugin::upload.content-api.${verb}`;

/** `update alice`: the writes of files, with the caller that hooks see. */
const seen: string[] = [];

/** Hides the files with the caption `hidden`. Files get an owner. */
const hider: AnyPlugin = definePlugin({
  name: 'hider',
  register({ hooks }) {
    hooks.schema.contentType((type) => {
      if (type.uid === FILE)
        type.addAttribute('owner', { type: 'relation', relation: 'manyToOne', target: USER });
    });
    hooks.documents.prepare(({ type, operation, caller }) => {
      if (type.uid === FILE)
        seen.push(`${operation} ${caller.kind === 'request' ? caller.principal?.label : 'code'}`);
    });
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'not hidden', ({ uid }) =>
        uid === FILE ? { $or: [{ caption: { $null: true } }, { caption: { $ne: 'hidden' } }] } : null,
      ),
    );
  },
});

const open = (database: TestDatabase | undefined, actions: readonly unknown[]): Promise<TestApp> =>
  createTestApp({
    ...(database ? { database } : {}),
    ...CONTENT,
    plugins: [hider],
    config: {
      plugins: {
        rest: true,
        'draft-and-publish': true,
        i18n: { config: { locales: ['en', 'fr'] } },
        graphql: true,
        upload: true,
        'users-permissions': {
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
            ratelimit: { enabled: false },
            roles: { authenticated: { actions } },
          },
        },
      },
    },
  });

interface Session {
  readonly id: number;
  readonly headers: { readonly authorization: string };
}
const register = async (app: TestApp, username: string): Promise<Session> => {
  const { body } = await app.agent
    .post('/api/auth/local/register')
    .send({ username, email: `${username}@example.com`, password: 'Passw0rd!' })
    .expect(200);
  return { id: body.user.id, headers: { authorization: `Bearer ${body.jwt}` } };
};

/** All writes of one file. Each gives its status; GraphQL gives 404 for an unknown file. */
const writesOf = (app: TestApp, { headers }: Session) => {
  const mutate = async (query: string) => {
    const { body } = await app.agent.post('/graphql').set(headers).send({ query });
    return body.errors || Object.values(body.data).includes(null) ? 404 : 200;
  };
  const info = JSON.stringify({ alternativeText: 'changed' });
  const replacement: Sent = text('replaced', 'b.txt');
  return {
    info: async (id: unknown) => (await upload(app, [], { fileInfo: info }, `?id=${id}`).set(headers)).status,
    replace: async (id: unknown) => (await upload(app, [replacement], {}, `?id=${id}`).set(headers)).status,
    updateUploadFile: (id: unknown) =>
      mutate(`mutation { updateUploadFile(id: "${id}", info: { alternativeText: "changed" }) { name } }`),
    deleteUploadFile: (id: unknown) => mutate(`mutation { deleteUploadFile(id: "${id}") { name } }`),
    destroy: async (id: unknown) => (await app.agent.delete(`/api/upload/files/${id}`).set(headers)).status,
  };
};
const WRITES = ['info', 'replace', 'updateUploadFile', 'deleteUploadFile', 'destroy'] as const;

describe.each(testDatabases())('on %s', (database) => {
  describe('a plugin that hides files', () => {
    let app: TestApp;
    let ann: Session;
    beforeAll(async () => {
      const files = ['find', 'findOne', 'upload', 'destroy'].map(ofFiles);
      app = await open(database, [
        ...files,
        ...['find', 'create', 'update', 'readDraft'].map((verb) => `${ARTICLE}.${verb}`),
      ]);
      ann = await register(app, 'ann');
    });
    afterAll(() => app.close());

    const made = async (caption?: string) => {
      const [file] = (await upload(app, [text('first')]).set(ann.headers)).body;
      if (caption !== undefined)
        await app.documents(FILE).update({ documentId: file.documentId, data: { caption } });
      return file;
    };

    it.each(WRITES)('hides them from %s', async (write) => {
      const file = await made('hidden');
      expect((await app.agent.get(`/api/upload/files/${file.id}`).set(ann.headers)).status).toBe(404);
      expect(await writesOf(app, ann)[write](file.id)).toBe(404);
      const now = await app.documents(FILE).findOne({ documentId: file.documentId });
      expect(now).toMatchObject({ name: 'note.txt', alternativeText: null, size: file.size });
      expect((await app.agent.get(file.url)).text).toBe('first');
    });

    it.each(WRITES)('leaves others to %s', async (write) => {
      const { id } = await made();
      seen.length = 0;
      expect(await writesOf(app, ann)[write](id)).toBe(200);
      // Hooks of plugins know the user.
      expect(seen).toEqual([expect.stringMatching(/^(update|delete) ann$/)]);
    });

    it('hides them from links', async () => {
      const link = async (id: unknown) => {
        const data = { gallery: [id] };
        return (await app.agent.post('/api/articles').set(ann.headers).send({ data })).status;
      };
      expect(await link((await made('hidden')).id)).toBe(400);
      expect(await link((await made()).id)).toBe(201);
    });

    it('refuses an upload and a change that would hide the file', async () => {
      const fileInfo = JSON.stringify({ caption: 'hidden' });
      const before = await app.documents(FILE).count();
      expect((await upload(app, [text('a')], { fileInfo }).set(ann.headers)).status).toBe(403);
      expect(await app.documents(FILE).count()).toBe(before);
      const { id } = await made();
      expect((await upload(app, [], { fileInfo }, `?id=${id}`).set(ann.headers)).status).toBe(403);
      const query = `mutation { updateUploadFile(id: "${id}", info: { caption: "hidden" }) { name } }`;
      const { body } = await app.agent.post('/graphql').set(ann.headers).send({ query });
      expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] });
      const [kept] = await app.documents(FILE).findMany({ filters: { id } });
      expect(kept).toMatchObject({ caption: null });
    });
  });

  describe('rules of roles', () => {
    let app: TestApp;
    let ann: Session;
    let bob: Session;
    beforeAll(async () => {
      const where = { owner: { id: '$user.id' } };
      app = await open(database, [
        { action: ofFiles('upload'), where, fields: ['name', 'alternativeText'] },
        { action: ofFiles('destroy'), where },
        { action: ofFiles('find'), where },
        ...['find', 'create', 'update', 'readDraft'].map((verb) => `${ARTICLE}.${verb}`),
      ]);
      ann = await register(app, 'ann');
      bob = await register(app, 'bob');
    });
    afterAll(() => app.close());

    const made = async () => (await upload(app, [text('first')]).set(ann.headers)).body[0];

    it('an upload gets the values of the rule', async () => {
      const file = await made();
      expect(file).toMatchObject({ name: 'note.txt' });
      const stored = await app.documents(FILE).findOne({ documentId: file.documentId, populate: ['owner'] });
      expect(stored).toMatchObject({ owner: { id: ann.id } });
    });

    it.each(WRITES)('hold for %s', async (write) => {
      const file = await made();
      expect(await writesOf(app, bob)[write](file.id)).toBe(404);
      expect((await app.agent.get(file.url)).text).toBe('first');
      expect(await writesOf(app, ann)[write](file.id)).toBe(200);
    });

    it('hold for lists and links', async () => {
      const file = await made();
      const listed = async ({ headers }: Session) =>
        (await app.agent.get(`/api/upload/files?filters[id]=${file.id}`).set(headers)).body.length;
      expect([await listed(ann), await listed(bob)]).toEqual([1, 0]);
      const link = async ({ headers }: Session) =>
        (
          await app.agent
            .post('/api/articles')
            .set(headers)
            .send({ data: { gallery: [file.id] } })
        ).status;
      expect([await link(ann), await link(bob)]).toEqual([201, 400]);
      const { body } = await app.agent.get('/api/articles?populate=gallery').set(bob.headers);
      expect(body.data.at(-1).gallery).toMatchObject([{ id: file.id }]);
    });

    it('refuse values of other fields', async () => {
      const fileInfo = JSON.stringify({ caption: 'mine' });
      const { status, body } = await upload(app, [text('a')], { fileInfo }).set(ann.headers);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('caption')]);
    });
  });
});

it('a mistake in a rule stops startup', async () => {
  const opened = open(undefined, [{ action: ofFiles('upload'), where: { oner: 1 } }]);
  await expect(opened).rejects.toThrow(/content-api\.upload: where: .*oner/);
});
