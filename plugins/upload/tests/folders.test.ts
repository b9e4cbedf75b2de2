// Folders of files: a tree with rules, files that move as a whole, deletes that count, and lists that show nothing more.
import { type AnyPlugin, definePlugin, limitRows } from '../../../core';
import { createTestApp, examine, type TestApp, testDatabases } from '../../../core/testing';
import { STORED_FILES } from '..';
import { CONTENT, openApp } from './app';
import { text, upload, uploaded } from './files';

const FILE = 'plugin::upload.file';
const FOLDER = 'plugin::upload.folder';
const AT = '/api/upload/folders';

const made = async (app: TestApp, name: string, parent: string | null = null): Promise<string> => {
  const { status, body } = await app.agent.post(AT).send({ data: { name, parent } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.documentId;
};
const refused = async (app: TestApp, name: string, parent: string | null = null) => {
  const { status, body } = await app.agent.post(AT).send({ data: { name, parent } });
  return [status, body.error?.details?.errors?.[0]?.path, body.error?.message];
};
const fileIn = (app: TestApp, folder: string | null, name = 'note.txt') =>
  uploaded(app, text('a', name), folder === null ? {} : { folder });
const namesIn = async (app: TestApp, folder: string): Promise<readonly string[]> =>
  (await app.agent.get(`/api/upload/files?folder=${folder}&sort=name`).expect(200)).body.map(
    ({ name }: { name: string }) => name,
  );

type Link = readonly [attribute: string, folder: string | null];

/** Without hooks, as an import. */
async function store(
  app: TestApp,
  uid: string,
  documents: readonly {
    readonly id: string;
    readonly columns: Readonly<Record<string, string>>;
    readonly link: Link;
  }[],
): Promise<void> {
  const type = app.kernel.schema.types.get(uid);
  if (!type) throw new Error(uid);
  const at = new Date(0).toISOString();
  const { refused } = await app.kernel.documents.bulk().write(
    type,
    documents.map(({ id, columns, link: [attribute, document] }, order) => ({
      documentId: id,
      rows: [
        {
          id: null,
          axes: {},
          columns: new Map(Object.entries({ created_at: at, updated_at: at, ...columns })),
          links:
            document === null
              ? []
              : [{ attribute, type: FOLDER, document, pins: {}, order: 0, inverseOrder: order }],
        },
      ],
    })),
  );
  expect(refused).toEqual([]);
}
const storeFolders = (
  app: TestApp,
  folders: readonly { readonly id: string; readonly parent: string | null }[],
) =>
  store(
    app,
    FOLDER,
    folders.map(({ id, parent }) => ({ id, columns: { name: id }, link: ['parent', parent] })),
  );
const storeFiles = (
  app: TestApp,
  names: readonly string[],
  folderOf: (name: string, index: number) => string,
) =>
  store(
    app,
    FILE,
    names.map((name, index) => ({
      id: name,
      columns: {
        name,
        hash: name,
        ext: '.txt',
        mime: 'text/plain',
        size: '1',
        url: `/uploads/${name}.txt`,
        provider: 'local',
      },
      link: ['folder', folderOf(name, index)],
    })),
  );
const numbered = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, index) => `${word}${index}`);

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({}, { database, api: { rest: { maxLimit: 250 } } });
  });
  afterAll(async () => {
    expect(await examine(app.kernel)).toEqual([]);
    await app.close();
  });

  it('makes, lists, renames and moves folders', async () => {
    const ponds = await made(app, 'Ponds');
    const small = await made(app, 'Small', ponds);
    const tiny = await made(app, 'Tiny', small);
    const { body: list } = await app.agent.get(
      `${AT}?filters[parent][documentId]=${ponds}&pagination[pageSize]=5`,
    );
    expect(list).toEqual({
      data: [
        expect.objectContaining({
          documentId: small,
          name: 'Small',
          parent: { id: expect.anything(), documentId: ponds, name: 'Ponds' },
        }),
      ],
      meta: { pagination: { page: 1, pageSize: 5, pageCount: 1, total: 1 } },
    });
    const { body: one } = await app.agent.get(`${AT}/${tiny}`);
    expect(one.data.path.map(({ name }: { name: string }) => name)).toEqual(['Ponds', 'Small']);
    const { body: renamed } = await app.agent.put(`${AT}/${small}`).send({ data: { name: 'Little' } });
    expect(renamed.data).toMatchObject({ name: 'Little', parent: { documentId: ponds } });
    await app.agent
      .put(`${AT}/${small}`)
      .send({ data: { parent: null } })
      .expect(200);
    const { body: moved } = await app.agent.get(`${AT}/${tiny}`);
    expect(moved.data.path.map(({ name }: { name: string }) => name)).toEqual(['Little']);
    await app.agent
      .put(`${AT}/unknown`)
      .send({ data: { name: 'x' } })
      .expect(404);
    await app.agent.get(`${AT}/unknown`).expect(404);
    await app.agent.delete(`${AT}/unknown`).expect(404);
  });

  it('refuses equal names, bad names, circles and deep trees', async () => {
    const first = await made(app, 'First');
    expect(await refused(app, 'FIRST')).toEqual([400, ['name'], expect.stringContaining('already')]);
    const inner = await made(app, 'First', first);
    expect(await refused(app, 'a/b')).toEqual([400, ['name'], expect.stringContaining('without slashes')]);
    for (const name of [' a', '..', '', 'a\u0000', 'a'.repeat(256)])
      expect([name, (await refused(app, name))[0]]).toEqual([name, 400]);
    expect((await refused(app, 'Lost', 'unknown'))[0]).toBe(400);
    for (const parent of [first, inner]) {
      const { status, body } = await app.agent.put(`${AT}/${first}`).send({ data: { parent } });
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['parent']]);
    }
    let deepest = inner;
    for (let level = 3; level <= 10; level += 1) deepest = await made(app, `Level ${level}`, deepest);
    expect(await refused(app, 'Level 11', deepest)).toEqual([
      400,
      ['parent'],
      expect.stringContaining('at most 10'),
    ]);
    const high = await made(app, 'High');
    await made(app, 'Below', high);
    const ninth = (await app.agent.get(`${AT}/${deepest}`)).body.data.parent.documentId;
    await app.agent
      .put(`${AT}/${high}`)
      .send({ data: { parent: ninth } })
      .expect(400);
    expect((await app.agent.get(`${AT}/${high}`)).body.data.parent).toBe(null);
  });

  it('two requests at once make one folder of a name, and no circle', async () => {
    const both = await Promise.all([refused(app, 'Twice'), refused(app, 'twice')]);
    expect(both.map(([status]) => status).sort()).toEqual([201, 400]);
    const [left, right] = [await made(app, 'Left'), await made(app, 'Right')];
    const put = (id: string, parent: string) => app.agent.put(`${AT}/${id}`).send({ data: { parent } });
    const moved = await Promise.all([put(left, right), put(right, left)]);
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('lists the files of a folder, and says where files are when it is asked', async () => {
    const folder = await made(app, 'Listed');
    const inner = await made(app, 'Inner', folder);
    const file = await fileIn(app, folder, 'in.txt');
    await fileIn(app, inner, 'deep.txt');
    await fileIn(app, null, 'out.txt');
    expect(file).not.toHaveProperty('folder');
    expect(await namesIn(app, folder)).toEqual(['in.txt']);
    expect(await namesIn(app, 'root')).toEqual(['out.txt']);
    expect(await namesIn(app, 'any')).toEqual(['deep.txt', 'in.txt', 'out.txt']);
    const shown = (await app.agent.get(`/api/upload/files/${file.id}?folder=any`)).body;
    expect(shown.folder).toEqual({ id: expect.anything(), documentId: folder, name: 'Listed' });
    const page = (await app.agent.get(`/api/upload/files/page?folder=${inner}`)).body;
    expect([page.meta.pagination.total, page.data[0].folder.name]).toEqual([1, 'Inner']);
    for (const query of ['populate=folder', 'filters[folder][name]=Listed', 'fields=folder'])
      expect([query, (await app.agent.get(`/api/upload/files?${query}`)).status]).toEqual([query, 400]);
    await app.agent.get('/api/upload/files?folder=unknown').expect(404);
    await app.agent.get('/api/upload/files?folder[a]=b').expect(400);
  });

  it('moves files: all of them or none', async () => {
    const [from, to] = [await made(app, 'From'), await made(app, 'To')];
    const files = [await fileIn(app, from, '1.txt'), await fileIn(app, from, '2.txt')];
    const move = (ids: readonly unknown[], folder: unknown) =>
      app.agent.post('/api/upload/actions/move').send({ data: { files: ids, folder } });
    const ids = files.map(({ id }) => id);
    expect((await move([...ids, 999_999], to)).status).toBe(404);
    expect((await move(ids, 'unknown')).status).toBe(400);
    expect((await move([], to)).status).toBe(400);
    expect(await namesIn(app, from)).toEqual(['1.txt', '2.txt']);
    expect((await move(ids, to).expect(200)).body.data).toHaveLength(2);
    expect([await namesIn(app, from), await namesIn(app, to)]).toEqual([[], ['1.txt', '2.txt']]);
    const info = (folder: unknown) =>
      upload(app, [], { fileInfo: JSON.stringify({ folder }) }, `?id=${ids[0]}`);
    await info(null).expect(200);
    await info(7).expect(400);
    await info('unknown').expect(400);
    expect(await namesIn(app, to)).toEqual(['2.txt']);
    await app.agent
      .put(`${AT}/${to}`)
      .send({ data: { parent: from } })
      .expect(200);
    expect(await namesIn(app, to)).toEqual(['2.txt']);
  });

  it('deletes an empty folder, and a full one with its exact numbers', async () => {
    const folder = await made(app, 'Full');
    const inner = await made(app, 'Inside', folder);
    const file = await fileIn(app, inner);
    await fileIn(app, folder);
    const remove = (query = '') => app.agent.delete(`${AT}/${folder}${query}`);
    const { status, body } = await remove();
    expect([status, body.error.details]).toEqual([409, { folders: 1, files: 2 }]);
    await remove('?folders=1&files=1').expect(409);
    await remove('?files=x').expect(400);
    await expect(app.documents(FOLDER).delete({ documentId: folder })).rejects.toMatchObject({
      code: 'DOCUMENT_IN_USE',
    });
    expect((await app.agent.get(file.url)).text).toBe('a');
    await remove('?folders=1&files=2').expect(204);
    await app.agent.get(file.url).expect(404);
    await app.agent.get(`/api/upload/files/${file.id}`).expect(404);
    await app.agent.get(`${AT}/${inner}`).expect(404);
    await app.agent.delete(`${AT}/${await made(app, 'Empty')}`).expect(204);
  });

  it('folders with more entries than a list of a filter takes are listed, renamed, moved and deleted', async () => {
    const [full, target] = [await made(app, 'Many'), await made(app, 'Target')];
    const inside = numbered(101, 'inside');
    await storeFolders(
      app,
      inside.map((id) => ({ id, parent: full })),
    );
    await storeFiles(app, numbered(101, 'many'), (_, index) => String(inside[index]));
    const list = (await app.agent.get('/api/upload/files?folder=any').expect(200)).body;
    expect(list.filter((file: { folder: object | null }) => file.folder !== null).length).toBeGreaterThan(
      100,
    );
    const put = (data: object) => app.agent.put(`${AT}/${full}`).send({ data });
    await put({ name: 'Very many' }).expect(200);
    await put({ parent: target }).expect(200);
    expect((await app.agent.delete(`${AT}/${full}`)).body.error.details).toEqual({
      folders: 101,
      files: 101,
    });
    await app.agent.delete(`${AT}/${full}?folders=101&files=101`).expect(204);
    await app.agent.delete(`${AT}/${target}`).expect(204);
  });

  it('a tree that an import made too deep can be renamed and deleted', async () => {
    const [top = '', ...below] = numbered(15, 'deep');
    await storeFolders(app, [
      { id: top, parent: null },
      ...below.map((id, index) => ({ id, parent: [top, ...below][index] ?? null })),
    ]);
    const put = (id: unknown, data: object) => app.agent.put(`${AT}/${id}`).send({ data });
    await put(below[3], { name: 'Renamed' }).expect(200);
    await put(below[3], { name: 'Again', parent: below[2] }).expect(200);
    const { status, body } = await put(below[13], { parent: below[11] });
    expect([status, body.error.message]).toEqual([400, expect.not.stringMatching(/1[1-9]/)]);
    await app.agent.delete(`${AT}/${top}?folders=14`).expect(204);
  });

  it('own code follows the rules of the tree', async () => {
    await made(app, 'Once');
    await expect(app.documents(FOLDER).create({ data: { name: 'once' } })).rejects.toMatchObject({
      code: 'UPLOAD_FOLDER',
    });
  });
});

/** Hides files and folders called `hidden`. */
const hider: AnyPlugin = definePlugin({
  name: 'hider',
  register({ hooks }) {
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'not hidden', ({ uid }) =>
        uid === FILE || uid === FOLDER ? { name: { $notContains: 'hidden' } } : null,
      ),
    );
  },
});

const ofUpload = (verb: string): string => `plugin::upload.content-api.${verb}`;
const ALL = [
  'find',
  'findOne',
  'upload',
  'destroy',
  'findFolders',
  'findFolder',
  'createFolder',
  'updateFolder',
  'deleteFolder',
];

describe.each(testDatabases())('rights on %s', (database) => {
  const open = (actions: readonly unknown[]) =>
    createTestApp({
      database,
      ...CONTENT,
      plugins: [hider],
      config: {
        plugins: {
          rest: true,
          'draft-and-publish': true,
          i18n: { config: { locales: ['en', 'fr'] } },
          upload: true,
          'users-permissions': {
            config: {
              jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
              roles: { public: { actions } },
            },
          },
        },
      },
    });

  it('hidden folders and files stay hidden, and are not deleted', async () => {
    const app = await open(ALL.map(ofUpload));
    const folders = app.documents(FOLDER);
    const hidden = (await folders.create({ data: { name: 'hidden' } })).documentId;
    const shown = await made(app, 'Shown');
    const inHidden = await fileIn(app, null, 'a.txt');
    await app.documents(FILE).update({ documentId: inHidden.documentId, data: { folder: hidden } });
    expect((await app.agent.get(AT)).body.data).toMatchObject([{ name: 'Shown' }]);
    for (const request of [
      app.agent.get(`${AT}/${hidden}`),
      app.agent.put(`${AT}/${hidden}`).send({ data: { name: 'b' } }),
      app.agent.delete(`${AT}/${hidden}?files=1`),
      app.agent.get(`/api/upload/files?folder=${hidden}`),
    ])
      expect((await request).status).toBe(404);
    // The file itself is visible, its folder is not.
    const [found] = (await app.agent.get('/api/upload/files?folder=any')).body;
    expect([found.name, found.folder]).toEqual(['a.txt', null]);
    const move = { data: { files: [inHidden.id], folder: hidden } };
    expect((await app.agent.post('/api/upload/actions/move').send(move)).status).toBe(400);
    expect((await refused(app, 'Child', hidden))[0]).toBe(400);

    const secret = await fileIn(app, shown, 'b.txt');
    await app.documents(FILE).update({ documentId: secret.documentId, data: { name: 'hidden.txt' } });
    expect(await namesIn(app, shown)).toEqual([]);
    const { status, body } = await app.agent.delete(`${AT}/${shown}?files=1`);
    expect([status, body.error.details]).toEqual([409, {}]);
    expect(await app.documents(FILE).count()).toBe(2);
    const child = await folders.create({ data: { name: 'Child', parent: hidden } });
    expect((await app.agent.get(`${AT}/${child.documentId}`)).body.data).toMatchObject({
      parent: null,
      path: [],
    });
    await app.close();
  });

  it('says nothing of the number of hidden files, however many there are', async () => {
    const app = await open(ALL.map(ofUpload));
    const shown = await made(app, 'Shown');
    await storeFiles(app, numbered(1_001, 'hidden'), () => shown);
    const { status, body } = await app.agent.delete(`${AT}/${shown}`);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('you may not delete')]);
    await app.close();
  });

  it.each(ALL)('needs %s', async (verb) => {
    const app = await open(ALL.filter((each) => each !== verb).map(ofUpload));
    const folder = (await app.documents(FOLDER).create({ data: { name: 'A' } })).documentId;
    const file = await app.kernel.container
      .resolve(STORED_FILES)
      .add(__filename, { folder }, { name: 'a.txt', type: 'text/plain' });
    const statuses = {
      find: (await app.agent.get(`/api/upload/files?folder=any`)).status,
      findFolders: (await app.agent.get(`/api/upload/files?folder=any`)).status,
      findOne: (await app.agent.get(`/api/upload/files/${file.id}`)).status,
      findFolder: (await app.agent.get(`${AT}/${folder}`)).status,
      createFolder: (await app.agent.post(AT).send({ data: { name: 'B' } })).status,
      updateFolder: (await app.agent.put(`${AT}/${folder}`).send({ data: { name: 'C' } })).status,
      upload: (await app.agent.post('/api/upload/actions/move').send({ data: { files: [file.id], folder } }))
        .status,
      destroy: (await app.agent.delete(`${AT}/${folder}?files=1`)).status,
      deleteFolder: (await app.agent.delete(`${AT}/${folder}`)).status,
    };
    expect(statuses[verb as keyof typeof statuses]).toBe(verb === 'destroy' ? 409 : 403);
    await app.close();
  });

  it('rules of roles may name the folder', async () => {
    const app = await open([
      { action: ofUpload('find'), where: { folder: { name: 'Press' } } },
      { action: ofUpload('findFolders'), where: { name: 'Press' } },
    ]);
    const folders = app.documents(FOLDER);
    const stored = app.kernel.container.resolve(STORED_FILES);
    for (const name of ['Press', 'Drafts']) {
      const { documentId: folder } = await folders.create({ data: { name } });
      await stored.add(__filename, { folder }, { name: `${name}.txt`, type: 'text/plain' });
    }
    expect((await app.agent.get(AT)).body.data).toMatchObject([{ name: 'Press' }]);
    const names = (await app.agent.get('/api/upload/files')).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Press.txt']);
    await app.close();
  });
});
