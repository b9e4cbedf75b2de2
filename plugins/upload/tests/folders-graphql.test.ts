// Folders of files over GraphQL: the same rules, permissions and rows as over REST.
import { type AnyPlugin, definePlugin, limitRows } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { CONTENT } from './app';
import { FILE, FOLDER, fileIn, made } from './in-folders';

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

const READ = ['find', 'findOne', 'findFolders', 'findFolder'];
const ALL = [...READ, 'upload', 'destroy', 'createFolder', 'updateFolder', 'deleteFolder'];

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  const open = async (verbs: readonly string[]): Promise<void> => {
    const actions = verbs.map((verb) => `plugin::upload.content-api.${verb}`);
    const jwtSecret = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
    app = await createTestApp({
      database,
      ...CONTENT,
      plugins: [hider],
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
  const ask = async (query: string, variables: object = {}) =>
    (await app.agent.post('/graphql').send({ query, variables })).body;
  const refusal = async (query: string): Promise<unknown> => {
    const { errors } = await ask(query);
    const [{ message, extensions }] = errors;
    return [extensions.error.name, message, extensions.error.details];
  };

  it('makes, renames, moves and lists folders', async () => {
    await open(ALL);
    const create =
      'mutation ($data: CreateUploadFolderInput!) { createUploadFolder(data: $data) { documentId name parent { name } } }';
    const { data: first } = await ask(create, { data: { name: 'Ponds' } });
    const ponds = first.createUploadFolder.documentId;
    expect(first.createUploadFolder).toMatchObject({ name: 'Ponds', parent: null });
    const { data: second } = await ask(create, { data: { name: 'Small', parent: ponds } });
    const small = second.createUploadFolder.documentId;
    expect(second.createUploadFolder.parent).toEqual({ name: 'Ponds' });
    const lakes = await made(app, 'Lakes');
    expect(
      await ask(
        `mutation { updateUploadFolder(documentId: "${small}", data: { name: "Little", parent: "${lakes}" }) { name parent { name } } }`,
      ),
    ).toEqual({ data: { updateUploadFolder: { name: 'Little', parent: { name: 'Lakes' } } } });
    expect(
      await ask(
        `{ uploadFolders(sort: "name") { name parent { name } }
           within: uploadFolders(filters: { parent: { documentId: { eq: "${lakes}" } } }) { name }
           top: uploadFolders(filters: { parent: { documentId: { null: true } } }, sort: "name") { name }
           page: uploadFolders_connection(pagination: { pageSize: 1 }) { pageInfo { total } }
           uploadFolder(documentId: "${small}") { name parent { documentId } } }`,
      ),
    ).toEqual({
      data: {
        uploadFolders: [
          { name: 'Lakes', parent: null },
          { name: 'Little', parent: { name: 'Lakes' } },
          { name: 'Ponds', parent: null },
        ],
        within: [{ name: 'Little' }],
        top: [{ name: 'Lakes' }, { name: 'Ponds' }],
        page: { pageInfo: { total: 3 } },
        uploadFolder: { name: 'Little', parent: { documentId: lakes } },
      },
    });
    const [name, message] = (await refusal(
      `mutation { updateUploadFolder(documentId: "${lakes}", data: { parent: "${small}" }) { name } }`,
    )) as string[];
    expect([name, message]).toEqual([
      'ValidationError',
      'A folder cannot be moved into itself or into its own folders.',
    ]);
  });

  it('lists and moves the files of a folder', async () => {
    await open(ALL);
    const ponds = await made(app, 'Ponds');
    const inside = await fileIn(app, ponds, 'inside.txt');
    const outside = await fileIn(app, null, 'outside.txt');
    const list = (words: string): Promise<unknown> =>
      ask(`{ uploadFilesInFolder(${words}) { file { name mime } folder { documentId name } } }`).then(
        ({ data, errors }) => data?.uploadFilesInFolder ?? errors,
      );
    const at = { documentId: ponds, name: 'Ponds' };
    const shown = (name: string, folder: object | null) => ({
      file: { name: `${name}.txt`, mime: 'text/plain' },
      folder,
    });
    expect(await list(`folder: "${ponds}"`)).toEqual([shown('inside', at)]);
    expect(await list('folder: "root"')).toEqual([shown('outside', null)]);
    expect(await list('folder: "any", sort: ["name:desc"]')).toEqual([
      shown('outside', null),
      shown('inside', at),
    ]);
    expect(await list('folder: "any", sort: ["name:desc"], start: 1, limit: 1')).toEqual([
      shown('inside', at),
    ]);
    const filtered = `query ($filters: JSON) { uploadFilesInFolder(folder: "any", filters: $filters) { file { name } } }`;
    expect(await ask(filtered, { filters: { name: { $startsWith: 'out' } } })).toEqual({
      data: { uploadFilesInFolder: [{ file: { name: 'outside.txt' } }] },
    });
    const move = `mutation { moveUploadFiles(files: [${inside.id}, ${outside.id}]`;
    expect(await ask(`${move}, folder: "${ponds}") { name } }`)).toEqual({
      data: { moveUploadFiles: [{ name: 'inside.txt' }, { name: 'outside.txt' }] },
    });
    expect(await list('folder: "root"')).toEqual([]);
    await ask(`mutation { updateUploadFile(id: "${inside.id}", info: { folder: null }) { name } }`);
    expect(await list('folder: "root"')).toEqual([shown('inside', null)]);
    await ask(`${move}) { name } }`);
    expect(await list(`folder: "${ponds}"`)).toEqual([]);
  });

  it('deletes a full folder only with the numbers of its content', async () => {
    await open(ALL);
    const ponds = await made(app, 'Ponds');
    await made(app, 'Small', ponds);
    await fileIn(app, ponds);
    const remove = (words = ''): string => `mutation { deleteUploadFolder(documentId: "${ponds}"${words}) }`;
    expect(await refusal(remove())).toMatchObject([
      'ConflictError',
      expect.anything(),
      { folders: 1, files: 1 },
    ]);
    expect(await refusal(remove(', folders: 1'))).toMatchObject(['ConflictError', expect.anything(), {}]);
    expect(await ask(remove(', folders: 1, files: 1'))).toEqual({ data: { deleteUploadFolder: true } });
    expect(await app.documents(FOLDER).count({})).toBe(0);
    expect(await app.documents(FILE).count({})).toBe(0);
    expect(await refusal(remove())).toMatchObject(['NotFoundError', expect.anything(), {}]);
  });

  it('hides what a rule hides', async () => {
    await open(ALL);
    const create = (data: object) => app.documents(FOLDER).create({ data } as never);
    const hidden = await create({ name: 'hidden' });
    await create({ name: 'Below', parent: hidden.documentId });
    const { id } = await fileIn(app, null, 'in.txt');
    await app.documents(FILE).update({
      documentId: (await app.documents(FILE).findFirst({ filters: { id } }))?.documentId ?? '',
      data: { folder: hidden.documentId },
    } as never);
    expect(
      await ask(
        `{ uploadFolders { name parent { name } } uploadFolder(documentId: "${hidden.documentId}") { name }
           uploadFilesInFolder(folder: "any") { file { name } folder { name } } }`,
      ),
    ).toMatchObject({
      data: {
        uploadFolders: [{ name: 'Below', parent: null }],
        uploadFolder: null,
        uploadFilesInFolder: [{ file: { name: 'in.txt' }, folder: null }],
      },
    });
    for (const write of [
      `updateUploadFolder(documentId: "${hidden.documentId}", data: { name: "shown" }) { name }`,
      `deleteUploadFolder(documentId: "${hidden.documentId}")`,
    ])
      expect(await refusal(`mutation { ${write} }`)).toMatchObject(['NotFoundError', expect.anything(), {}]);
    const below = `createUploadFolder(data: { name: "x", parent: "${hidden.documentId}" }) { name }`;
    expect(await refusal(`mutation { ${below} }`)).toMatchObject(['ValidationError', expect.anything(), {}]);
  });

  it('needs the actions of the routes', async () => {
    await open(['find', 'findOne']);
    const folder = await app.documents(FOLDER).create({ data: { name: 'Ponds' } } as never);
    const id = folder.documentId;
    for (const query of [
      '{ uploadFolders { name } }',
      `{ uploadFolder(documentId: "${id}") { name } }`,
      '{ uploadFilesInFolder(folder: "any") { file { name } } }',
      'mutation { createUploadFolder(data: { name: "x" }) { name } }',
      `mutation { updateUploadFolder(documentId: "${id}", data: { name: "x" }) { name } }`,
      `mutation { deleteUploadFolder(documentId: "${id}") }`,
      'mutation { moveUploadFiles(files: [1]) { name } }',
    ])
      expect([query, await refusal(query)]).toMatchObject([query, ['ForbiddenError', expect.anything(), {}]]);
    expect(await app.documents(FOLDER).count({})).toBe(1);
  });
});
