// Who may see, move and delete folders: rules of rows, actions, and what messages tell of hidden content.
import { type AnyPlugin, definePlugin, limitRows } from '../../../core';
import { createTestApp, testDatabases } from '../../../core/testing';
import { STORED_FILES } from '..';
import { CONTENT } from './app';
import { AT, FILE, FOLDER, fileIn, made, namesIn, numbered, refused, storeFiles } from './in-folders';

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

describe.each(testDatabases())('on %s', (database) => {
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

  it('deletes at most 1,000 files at once', async () => {
    const app = await open(ALL.map(ofUpload));
    const full = await made(app, 'Full');
    await storeFiles(app, numbered(1_001, 'file'), () => full);
    const { status, body } = await app.agent.delete(`${AT}/${full}?files=1001`);
    expect([status, body.error.details]).toEqual([409, { most: 1_000 }]);
    expect(await app.documents(FILE).count()).toBe(1_001);
    await app.close();
  });
});
