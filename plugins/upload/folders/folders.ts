// Folders with their content: the way to a folder, moving files, and removing a folder with all that is in it. Each write is whole or absent.
import { type App, type Caller, type DocumentObject, inParts, withAllFields } from '../../../core';
import { uploadErrors } from '../errors';
import type { Files } from '../files/files';
import { FILE, FOLDER } from '../types';
import { WITH_PARENT } from './folder-content-type';
import { levelsBelow, parentOf, type TakeTurn } from './folder-rules';

/** What is in a folder, at all levels. */
export interface Content {
  readonly folders: number;
  readonly files: number;
}

/** Who asks, with the rights of the action on each type. null: no rights for files. */
export interface Removers {
  readonly folders: Caller;
  readonly files: Caller | null;
}

export interface Folders {
  /** Null: no such folder for the caller. */
  find(documentId: string, caller: Caller): Promise<DocumentObject | null>;
  /** The folders above a folder that the caller may read, the top one first. */
  wayTo(documentId: string, caller: Caller): Promise<readonly DocumentObject[]>;
  /** Without `confirmed` only an empty folder goes, else only one with exactly this content. */
  remove(documentId: string, confirmed: Content | null, removers: Removers): Promise<boolean>;
}

/** Of one removal, files and folders. */
const MOST = 1_000;

export function createFolders(app: App, files: () => Files, takeTurn: TakeTurn): Folders {
  const folders = () => app.documents(FOLDER);

  const find: Folders['find'] = (documentId, caller) =>
    folders().findFirst({ filters: { documentId: { $eq: documentId } }, caller, populate: WITH_PARENT });

  const { arrayLimit } = app.config.api.limits;

  /** All of it, also what the caller does not see. Of more than MOST folders or files, at least MOST + 1. */
  async function contentOf(documentId: string) {
    const levels = await levelsBelow(app, documentId, { folders: MOST + 1 });
    const within = await inParts([documentId, ...levels.flat()], arrayLimit, (part) =>
      app.documents(FILE).findMany({
        filters: { folder: { documentId: { $in: part } } },
        fields: ['id'],
        sort: 'id',
        pagination: { limit: MOST + 1 },
      }),
    );
    return { levels, files: within.flat().map(({ id }) => id) };
  }

  /** May the caller delete all of them? */
  async function maySeeAll(
    uid: string,
    key: string,
    ids: readonly unknown[],
    caller: Caller | null,
  ): Promise<boolean> {
    if (!caller) return ids.length === 0;
    const counts = await inParts(ids, arrayLimit, (part) =>
      app.documents(uid).count({ filters: { [key]: { $in: part } }, ...asFinder(caller) }),
    );
    return counts.reduce((sum, count) => sum + count, 0) === ids.length;
  }

  return {
    find,
    async wayTo(documentId, caller) {
      const way: DocumentObject[] = [];
      let folder = await find(documentId, caller);
      // A folder that the caller may not read ends the way. So does a circle, which only an import can store.
      for (const seen = new Set([documentId]); folder; ) {
        const parent = parentOf(folder);
        if (parent === null || seen.has(parent)) break;
        seen.add(parent);
        folder = await find(parent, caller);
        if (folder) way.unshift(folder);
      }
      return way;
    },
    async remove(documentId, confirmed, removers) {
      return files().removeIn(async (removeFile) => {
        await takeTurn();
        if (!(await maySeeAll(FOLDER, 'documentId', [documentId], removers.folders))) return false;
        const { levels, files: inside } = await contentOf(documentId);
        const below = levels.flat();
        // First of all: a count of what the caller may not delete would tell of it.
        const maySee =
          (await maySeeAll(FOLDER, 'documentId', below, removers.folders)) &&
          (await maySeeAll(FILE, 'id', inside, removers.files));
        if (!maySee) throw uploadErrors.UPLOAD_FOLDER_HOLDS_OTHERS();
        if (below.length > MOST || inside.length > MOST) throw uploadErrors.UPLOAD_FOLDER_TOO_FULL(MOST);
        const content: Content = { folders: below.length, files: inside.length };
        const expected = confirmed ?? { folders: 0, files: 0 };
        if (expected.folders !== content.folders || expected.files !== content.files)
          throw uploadErrors.UPLOAD_FOLDER_NOT_EMPTY(content);
        for (const id of inside) if (removers.files) await removeFile(id, removers.files);
        // The deepest ones first.
        for (const each of [...levels.toReversed().flat(), documentId])
          if ((await folders().delete({ documentId: each, caller: removers.folders })).deleted === 0)
            throw uploadErrors.UPLOAD_FOLDER_HOLDS_OTHERS();
        return true;
      });
    },
  };
}

const asFinder = (caller: Caller) =>
  caller.kind === 'request' ? { caller, visibility: withAllFields(caller.visibility) } : {};

/** `?folders=2&files=7` */
export function confirmedContent(query: Readonly<Record<string, unknown>>): Content | null {
  if (query.folders === undefined && query.files === undefined) return null;
  const count = (name: string): number => {
    const text = query[name] ?? '0';
    if (typeof text === 'string' && /^\d{1,6}$/.test(text)) return Number(text);
    throw uploadErrors.UPLOAD_FOLDER(name, `${name} must be a number`, 'query');
  };
  return { folders: count('folders'), files: count('files') };
}
