// What tests of folders do: make folders, upload into them, and store many without hooks.
import type { TestApp } from '../../../core/testing';
import { text, uploaded } from './files';

export const FILE = 'plugin::upload.file';
export const FOLDER = 'plugin::upload.folder';
export const AT = '/api/upload/folders';

export const made = async (app: TestApp, name: string, parent: string | null = null): Promise<string> => {
  const { status, body } = await app.agent.post(AT).send({ data: { name, parent } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.documentId;
};
export const refused = async (app: TestApp, name: string, parent: string | null = null) => {
  const { status, body } = await app.agent.post(AT).send({ data: { name, parent } });
  return [status, body.error?.details?.errors?.[0]?.path, body.error?.message];
};
export const fileIn = (app: TestApp, folder: string | null, name = 'note.txt') =>
  uploaded(app, text('a', name), folder === null ? {} : { folder });
export const namesIn = async (app: TestApp, folder: string): Promise<readonly string[]> =>
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
export const storeFolders = (
  app: TestApp,
  folders: readonly { readonly id: string; readonly parent: string | null }[],
) =>
  store(
    app,
    FOLDER,
    folders.map(({ id, parent }) => ({ id, columns: { name: id }, link: ['parent', parent] })),
  );
export const storeFiles = (
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
export const numbered = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, index) => `${word}${index}`);
