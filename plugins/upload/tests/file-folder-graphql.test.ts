// The folder of a file as a field over GraphQL: wherever a file is shown, for callers who may read folders, in one read.
import { type AnyPlugin, definePlugin, limitRows } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { CONTENT } from './app';
import { image, uploaded } from './files';
import { FILE, FOLDER, fileIn, made } from './in-folders';

/** Hides folders called `hidden`. */
const hider: AnyPlugin = definePlugin({
  name: 'hider',
  register({ hooks }) {
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'not hidden', ({ uid }) =>
        uid === FOLDER ? { name: { $notContains: 'hidden' } } : null,
      ),
    );
  },
});

const WRITE = ['upload', 'createFolder'];
const READ = ['find', 'findOne'];
const ARTICLES = ['find', 'findOne', 'create'].map((verb) => `api::article.article.${verb}`);

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  const open = async (verbs: readonly string[], plugins: readonly AnyPlugin[] = []): Promise<void> => {
    const actions = [...ARTICLES, ...verbs.map((verb) => `plugin::upload.content-api.${verb}`)];
    const jwtSecret = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
    app = await createTestApp({
      database,
      ...CONTENT,
      plugins,
      config: {
        plugins: {
          rest: true,
          graphql: true,
          'draft-and-publish': true,
          i18n: { config: { locales: ['en', 'fr'] } },
          upload: true,
          'users-permissions': { config: { jwtSecret, roles: { public: { actions } } } },
        },
      },
    });
  };
  afterEach(() => app.close());
  const ask = async (query: string) =>
    (await app.agent.post('/graphql').set('x-quire-trace', '1').send({ query })).body;
  /** By the program: the caller may not put the file there. */
  const placedIn = async (folder: string, name: string): Promise<void> => {
    const { documentId } = await app.documents(FOLDER).create({ data: { name: folder } } as never);
    const file = await fileIn(app, null, name);
    const data = { folder: documentId };
    await app.documents(FILE).update({ documentId: file.documentId, data } as never);
  };
  const NAMES = 'uploadFiles(sort: "name") { name folder { name } }';

  it('is shown wherever a file is', async () => {
    await open([...READ, ...WRITE, 'findFolders']);
    const ponds = await made(app, 'Ponds');
    const cover = await uploaded(app, await image(9, 9), { folder: ponds });
    const loose = await uploaded(app, await image(9, 9, 'png', 'loose.png'));
    const folder = { documentId: ponds, name: 'Ponds' };
    const { documentId } = await app.documents('api::article.article').create({
      data: { title: 'One', cover: cover.id, gallery: [cover.id, loose.id], seo: { image: cover.id } },
      status: 'published',
    } as never);
    const shown = 'folder { documentId name }';
    const { data, errors } = await ask(
      `{ uploadFile(documentId: "${cover.documentId}") { ${shown} }
         uploadFiles_connection(sort: "name") { nodes { place: ${shown} } }
         uploadFilesInFolder(folder: "any", sort: ["name"]) { file { ${shown} } }
         article(documentId: "${documentId}") { cover { ${shown} } gallery { name ${shown} } seo { image { ${shown} } } } }`,
    );
    expect(errors).toBe(undefined);
    expect(data).toEqual({
      uploadFile: { folder },
      uploadFiles_connection: { nodes: [{ place: null }, { place: folder }] },
      uploadFilesInFolder: [{ file: { folder: null } }, { file: { folder } }],
      article: {
        cover: { folder },
        gallery: [
          { name: cover.name, folder },
          { name: 'loose.png', folder: null },
        ],
        seo: { image: { folder } },
      },
    });
    const move = `mutation { moveUploadFiles(files: [${cover.id}, ${loose.id}], folder: null) { name folder { name } } }`;
    expect((await ask(move)).data.moveUploadFiles).toEqual([
      { name: cover.name, folder: null },
      { name: 'loose.png', folder: null },
    ]);
    const change = `mutation { updateUploadFile(id: "${loose.id}", info: { folder: "${ponds}" }) { folder { name } } }`;
    expect((await ask(change)).data.updateUploadFile).toEqual({ folder: { name: 'Ponds' } });
  });

  it('is null without the permission to read folders', async () => {
    await open([...READ, ...WRITE, 'findFolder']);
    await placedIn('Ponds', 'note.txt');
    const { data, errors } = await ask(`{ ${NAMES} }`);
    expect([data, errors]).toEqual([{ uploadFiles: [{ name: 'note.txt', folder: null }] }, undefined]);
  });

  it('is null if a rule hides the folder', async () => {
    await open([...READ, ...WRITE, 'findFolders'], [hider]);
    await fileIn(app, await made(app, 'Ponds'), 'a.txt');
    await placedIn('hidden', 'b.txt');
    const { data } = await ask(`{ ${NAMES} }`);
    expect(data.uploadFiles).toEqual([
      { name: 'a.txt', folder: { name: 'Ponds' } },
      { name: 'b.txt', folder: null },
    ]);
  });

  it.each([
    ['in an application of built-in plugins', []],
    ['in an application with other plugins', [hider]],
  ])('is read in as many statements for many files as for one, %s', async (_name, plugins) => {
    await open([...READ, ...WRITE, 'findFolders'], plugins);
    // A request that comes a second after the last look at the roles reads them again.
    const statements = async (query: string): Promise<number> => {
      const counts: number[] = [];
      for (let n = 0; n < 3; n++) counts.push((await ask(query)).extensions.trace.fields[0].statements);
      return Math.min(...counts);
    };
    await fileIn(app, await made(app, 'f0'), '0.txt');
    const alone = await statements(`{ ${NAMES} }`);
    for (const each of [1, 2, 3, 4]) await fileIn(app, await made(app, `f${each}`), `${each}.txt`);
    expect(await statements(`{ ${NAMES} }`)).toBe(alone);
    expect(alone).toBeGreaterThan(await statements('{ uploadFiles(sort: "name") { name } }'));
  });
});
