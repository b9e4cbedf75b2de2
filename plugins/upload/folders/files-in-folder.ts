// The word `folder` of requests that list files: the documentId of a folder, `root` for files without one, or `any`. The files of the
// answer then have their folder.
import {
  type App,
  type Caller,
  type DocumentObject,
  inParts,
  limitRows,
  type RequestCaller,
  type RequestContext,
  requestCaller,
} from '../../../core';
import { uploadErrors } from '../errors';
import { actionOf, FILE, FOLDER } from '../types';
import { callerFor } from './callers';
import { isIn, parentOf } from './folder-rules';

const ROOT = 'root';
const ANY = 'any';

export interface FolderWord {
  /** The caller, who sees the files of the folder only. */
  readonly caller: RequestCaller;
  /** The folder of each file, by documentId; null: it is in none that the caller sees. */
  foldersOf(files: readonly DocumentObject[]): Promise<ReadonlyMap<string, DocumentObject | null>>;
}

/** null: the request does not have the word. Without the action of folders it is a 403. */
export async function folderWord(app: App, request: RequestContext): Promise<FolderWord | null> {
  const { folder } = request.query;
  if (folder === undefined) return null;
  if (typeof folder !== 'string' || folder === '')
    throw uploadErrors.UPLOAD_FOLDER(
      'folder',
      `folder must be the documentId of a folder, ${ROOT} or ${ANY}`,
      'query',
    );
  const reader = await callerFor(app, request, actionOf('findFolders'), 'GET');
  const foldersOf: FolderWord['foldersOf'] = (files) =>
    foldersOfFiles(
      app,
      files.map(({ documentId }) => documentId),
      reader,
    );
  if (folder === ANY) return { caller: request.caller, foldersOf };
  const isRoot = folder === ROOT;
  const known = isRoot
    ? null
    : await app.documents(FOLDER).findFirst({ filters: { documentId: { $eq: folder } }, caller: reader });
  if (!isRoot && !known) throw uploadErrors.UPLOAD_FOLDER_NOT_FOUND();
  const { visibility } = request;
  const limited = limitRows(visibility, { folder: isRoot ? null : folder }, ({ uid }, place) =>
    uid === FILE && place === 'root' ? isIn(isRoot ? null : folder, 'folder') : null,
  );
  return { caller: requestCaller(request.principal, limited, request), foldersOf };
}

/** The folders of files that the caller has read, as far as `reader` may see them. */
export async function foldersOfFiles(
  app: App,
  files: readonly string[],
  reader: Caller,
): Promise<ReadonlyMap<string, DocumentObject | null>> {
  const most = app.config.api.limits.arrayLimit;
  // By the program: the caller has read the files, and `folder` is a private attribute.
  const rows = await inParts(files, most, (part) =>
    app.documents(FILE).findMany({
      filters: { documentId: { $in: part } },
      fields: ['documentId'],
      populate: { folder: { fields: ['name'] } },
      pagination: { limit: -1 },
    }),
  );
  const named = new Map(rows.flat().map((row) => [row.documentId, parentOf({ ...row, parent: row.folder })]));
  const wanted = [...new Set(named.values())].filter((each) => each !== null);
  const seen = await inParts(wanted, most, (part) =>
    app.documents(FOLDER).findMany({
      filters: { documentId: { $in: part } },
      fields: ['name'],
      caller: reader,
      pagination: { limit: -1 },
    }),
  );
  const byId = new Map(seen.flat().map((each) => [each.documentId, each]));
  return new Map([...named].map(([file, folder]) => [file, byId.get(folder ?? '') ?? null]));
}
