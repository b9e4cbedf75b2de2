// Linking a file needs an action of files. Without it a file is unknown, in every place where a request writes media.
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { type TestDatabase, testDatabases } from '../../../core/testing/databases';
import { CONTENT } from './app';
import { image, type Sent, text, upload } from './files';

const ARTICLE = 'api::article.article';
const FILE = 'plugin::upload.file';
const USER = 'plugin::users-permissions.user';
const WRITING = [
  ...['find', 'findOne', 'create', 'update', 'publish', 'readDraft'].map((verb) => `${ARTICLE}.${verb}`),
  ...['find', 'update'].map((verb) => `api::homepage.homepage.${verb}`),
  ...['find', 'findOne', 'update'].map((verb) => `${USER}.${verb}`),
];
const ofFiles = (verb: string): string => `plugin::upload.content-api.${verb}`;
const TOKENS = {
  writer: WRITING,
  destroyer: [...WRITING, ofFiles('destroy')],
  uploader: [...WRITING, ofFiles('upload')],
  finder: [...WRITING, ofFiles('find')],
  oneFinder: [...WRITING, ofFiles('findOne')],
};
const secret = (name: string) => `${name}-secret-${'0123456789abcdef'.repeat(4)}`;
const as = (name: string) => ({ authorization: `Bearer ${secret(name)}` });

const HOMEPAGE = {
  kind: 'singleType',
  info: { singularName: 'homepage', pluralName: 'homepages' },
  attributes: {
    cover: { type: 'media', multiple: false },
    any: { type: 'relation', relation: 'morphToMany' },
  },
} as const;

const open = (database?: TestDatabase, config: object = {}): Promise<TestApp> =>
  createTestApp({
    ...(database ? { database } : {}),
    components: CONTENT.components,
    contentTypes: [...CONTENT.contentTypes, HOMEPAGE],
    env: Object.fromEntries(Object.keys(TOKENS).map((name) => [`TOKEN_${name}`, secret(name)])),
    config: {
      plugins: {
        rest: true,
        'draft-and-publish': true,
        i18n: { config: { locales: ['en', 'fr'] } },
        graphql: true,
        upload: { config },
        'users-permissions': {
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
            ratelimit: { enabled: false },
            register: { allowedFields: ['avatar'] },
            user: { attributes: { avatar: { type: 'media', multiple: false } } },
          },
        },
        'api-tokens': {
          config: {
            tokens: Object.entries(TOKENS).map(([name, actions]) => ({
              name,
              type: 'custom',
              actions,
              secretFrom: `TOKEN_${name}`,
            })),
          },
        },
      },
    },
  });

interface Place {
  /** `{article}`, `{user}` stand for ids; `{file}` for the file. */
  readonly path: string;
  readonly method?: 'post' | 'put';
  readonly body: (file: unknown) => object;
}

const article = (data: (file: unknown) => object): Place => ({
  path: '/api/articles/{article}',
  body: (file) => ({ data: data(file) }),
});
const mutation = (query: string, variables: (file: unknown) => object): Place => ({
  path: '/graphql',
  method: 'post',
  body: (file) => ({ query, variables: variables(file) }),
});

const PLACES: Readonly<Record<string, Place>> = {
  'a create': { path: '/api/articles', method: 'post', body: (file) => ({ data: { cover: file } }) },
  'a single file': article((file) => ({ cover: file })),
  'an object': article((file) => ({ cover: typeof file === 'number' ? { id: file } : { documentId: file } })),
  set: article((file) => ({ gallery: { set: [file] } })),
  connect: article((file) => ({ gallery: { connect: [file] } })),
  'a list': article((file) => ({ gallery: [file] })),
  'a private attribute': article((file) => ({ hidden: file })),
  'a component': article((file) => ({ seo: { image: file } })),
  'a zone': article((file) => ({ zone: [{ __component: 'shared.slider', files: [file] }] })),
  'a single type': { path: '/api/homepage', body: (file) => ({ data: { cover: file } }) },
  'a polymorphic relation': {
    path: '/api/homepage',
    body: (file) => ({
      data: { any: [{ __type: FILE, ...(typeof file === 'number' ? { id: file } : { documentId: file }) }] },
    }),
  },
  'a user': { path: '/api/users/{user}', body: (file) => ({ avatar: file }) },
  createArticle: mutation(
    'mutation ($file: ID) { createArticle(data: { cover: $file }) { documentId } }',
    (file) => ({
      file,
    }),
  ),
  updateHomepage: mutation(
    'mutation ($file: ID) { updateHomepage(data: { cover: $file }) { documentId } }',
    (file) => ({
      file,
    }),
  ),
};

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let png: Sent;
  let user: number;
  let documentId: string;
  beforeAll(async () => {
    app = await open(database);
    png = await image(10, 10);
    documentId = (await app.documents(ARTICLE).create({ data: { title: 'a' } })).documentId;
    const made = await app.documents(USER).create({ data: { username: 'ann', email: 'ann@example.com' } });
    user = Number(made.id);
  });
  afterAll(() => app.close());

  const newFile = async (sent: Sent = png) => {
    const { status, body } = await upload(app, [sent]).set(as('uploader'));
    expect(status).toBe(201);
    return body[0];
  };
  const send = async ({ path, method = 'put', body }: Place, file: unknown, name: string) => {
    const to = path.replace('{article}', documentId).replace('{user}', String(user));
    const { status, body: answer } = await app.agent[method](to).set(as(name)).send(body(file));
    const error = answer.error ?? answer.errors?.[0];
    return { isDone: status < 300 && !error, error: JSON.stringify(error ?? null), status };
  };

  it.each(Object.entries(PLACES))(
    '%s: without an action of files the file is unknown',
    async (_name, place) => {
      const file = await newFile();
      for (const [own, unknown] of [
        [file.id, 999_999],
        [file.documentId, 'abcdefghijklmnopqrstuvwx'],
      ])
        for (const name of ['writer', 'destroyer']) {
          const refused = await send(place, own, name);
          const nothing = await send(place, typeof own === 'number' ? Number(unknown) : unknown, name);
          expect(refused.isDone).toBe(false);
          if (place.path !== '/graphql') expect(refused.status).toBe(400);
          expect(refused.error).toBe(nothing.error.replaceAll(unknown, file.documentId));
        }
    },
  );

  it.each(Object.entries(PLACES))('%s: each of upload, find and findOne links', async (_name, place) => {
    const file = await newFile();
    for (const name of ['uploader', 'finder', 'oneFinder'])
      expect(await send(place, name === 'finder' ? file.documentId : file.id, name)).toMatchObject({
        isDone: true,
      });
  });

  it('the refusal tells neither name nor type of a file', async () => {
    const note = await newFile(text('a', 'salaries.txt'));
    const place = article((file) => ({ cover: file }));
    expect((await send(place, note.id, 'finder')).error).toContain('salaries.txt');
    const { error } = await send(place, note.id, 'writer');
    expect(error).toContain('do not exist');
    expect(error).not.toContain('salaries');
  });

  it('a registration links no file', async () => {
    const file = await newFile();
    const { status } = await app.agent
      .post('/api/auth/local/register')
      .send({ username: 'eve', email: 'eve@example.com', password: 'Passw0rd!', avatar: file.id });
    expect(status).toBe(400);
    expect(await app.documents(USER).count({ filters: { username: 'eve' } })).toBe(0);
  });

  it('links stay, can be moved and removed without an action of files', async () => {
    const [first, second] = [await newFile(), await newFile()];
    const { documentId: own } = await app
      .documents(ARTICLE)
      .create({ data: { title: 'b', cover: first.id, gallery: [first.id, second.id] } });
    const put = (data: object) =>
      app.agent.put(`/api/articles/${own}?populate=*`).set(as('writer')).send({ data });
    const renamed = await put({ title: 'c' });
    expect(renamed.body.data.gallery.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
    const removed = await put({ cover: null, gallery: { disconnect: [first.id] } });
    expect(removed.status).toBe(200);
    expect(removed.body.data.cover).toBeNull();
    expect(removed.body.data.gallery.map(({ id }: { id: number }) => id)).toEqual([second.id]);
  });

  it('an upload links its own file, if the caller may update the document', async () => {
    const target = { ref: ARTICLE, refId: documentId, field: 'gallery' };
    expect((await upload(app, [png], target).set(as('uploader'))).status).toBe(201);
    expect((await upload(app, [png], target).set(as('writer'))).status).toBe(403);
  });

  it('the program links any file', async () => {
    const { id } = await newFile();
    const made = await app.documents(ARTICLE).create({ data: { cover: id }, populate: ['cover'] });
    expect(made).toMatchObject({ cover: { id } });
  });
});

it('linkWithoutPermission: true links without an action of files, as in Strapi', async () => {
  const app = await open(undefined, { linkWithoutPermission: true });
  const [file] = (await upload(app, [await image(10, 10)]).set(as('uploader'))).body;
  const { status, body } = await app.agent
    .post('/api/articles?populate=cover')
    .set(as('writer'))
    .send({ data: { cover: file.id } });
  expect([status, body.data.cover.id]).toEqual([201, file.id]);
  await app.close();
});

it('a private storage starts only without linkWithoutPermission', async () => {
  const provider = { provider: join(__dirname, 'failing-provider.js'), providerOptions: { method: 'move' } };
  await expect(open(undefined, { ...provider, linkWithoutPermission: true })).rejects.toThrow(
    'upload.config.linkWithoutPermission',
  );
  const app = await open(undefined, provider);
  const [file] = (await upload(app, [text('a')]).set(as('uploader'))).body;
  expect(file.url).toMatch(/\?signed$/);
  const link = (name: string) =>
    app.agent
      .post('/api/articles?populate=gallery')
      .set(as(name))
      .send({ data: { gallery: [file.id] } });
  const refused = await link('writer');
  expect([refused.status, refused.text.includes('signed')]).toEqual([400, false]);
  expect((await link('finder')).body.data.gallery[0].url).toMatch(/\?signed$/);
  await app.close();
});
