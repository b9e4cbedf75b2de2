// The rules of the tree, for every write of a folder: over REST and by code. No circle, a limited depth, and no two folders of one name in
// one folder. The rules run in the transaction, and such transactions run one after another.
import { type App, check, type DocumentObject, inParts, type WriteAction } from '../../../core';
import { uploadErrors } from '../errors';
import { FOLDER } from '../types';
import { WITH_PARENT } from './folder-content-type';

/** Folders above each other. */
export const MOST_LEVELS = 10;

/** Waits until no other transaction of any process changes folders. */
export type TakeTurn = () => Promise<void>;

/** Call it in `register`. */
export function holdFolderRules(app: App): TakeTurn {
  // The row of this value is locked until the transaction ends.
  const state = app.state({ folders: check.string() });
  const takeTurn = (): Promise<void> => state.set('folders', 'turn');
  app.hooks.documents.prepare(async (action) => {
    if (!changesTree(action)) return;
    const former = await formerParentOf(app, action);
    action.followUps.push({
      name: 'upload folders',
      async run() {
        await takeTurn();
        await checkTree(app, action, former);
      },
    });
  });
  return takeTurn;
}

function changesTree({ type, operation, values }: WriteAction): boolean {
  if (type.uid !== FOLDER || operation === 'delete') return false;
  return operation !== 'update' || ['name', 'parent'].some((name) => Object.hasOwn(values(), name));
}

/** Before the write. undefined: the write names no parent. */
async function formerParentOf(
  app: App,
  { operation, documentId, values }: WriteAction,
): Promise<string | null | undefined> {
  if (operation !== 'update') return null;
  if (!Object.hasOwn(values(), 'parent')) return undefined;
  const folder = await folderWithParent(app, documentId);
  return folder && parentOf(folder);
}

async function checkTree(
  app: App,
  { documentId }: WriteAction,
  former: string | null | undefined,
): Promise<void> {
  const folder = await folderWithParent(app, documentId);
  if (!folder) return;
  checkName(String(folder.name));
  const parent = parentOf(folder);
  if (parent !== null && former !== undefined) await checkPlace(app, documentId, parent, parent !== former);
  const same = await app.documents(FOLDER).findFirst({
    filters: { documentId: { $ne: documentId }, name: { $eqi: folder.name }, ...isIn(parent) },
    fields: ['id'],
  });
  if (same)
    throw uploadErrors.UPLOAD_FOLDER('name', 'There is a folder of this name already. Choose another name.');
}

async function checkPlace(app: App, documentId: string, parent: string, isMoved: boolean): Promise<void> {
  const above = [parent, ...(await ancestorsOf(app, parent))];
  if (above.includes(documentId))
    throw uploadErrors.UPLOAD_FOLDER(
      'parent',
      'A folder cannot be moved into itself or into its own folders.',
    );
  // An import may bring a deep tree. Its folders keep their places.
  if (!isMoved) return;
  const below = await levelsBelow(app, documentId, { levels: MOST_LEVELS });
  // Without the number of levels, which would tell of folders that the caller may not read.
  if (above.length + below.length + 1 > MOST_LEVELS)
    throw uploadErrors.UPLOAD_FOLDER(
      'parent',
      `There would be too many folders above each other: at most ${MOST_LEVELS} are possible. Choose another folder.`,
    );
}

/** Names of folders may become names of folders of a disk. */
function checkName(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
  if (name !== name.trim() || name === '' || /[/\\\u0000-\u001f\u007f]/.test(name) || /^\.+$/.test(name))
    throw uploadErrors.UPLOAD_FOLDER(
      'name',
      'A folder needs a name without slashes, without control characters, and without spaces around it.',
    );
}

/** A filter: the documents in this folder; null: those in no folder. `relation` is `folder` for files. */
export const isIn = (folder: string | null, relation = 'parent') => ({
  [relation]: folder === null ? { id: { $null: true } } : { documentId: { $eq: folder } },
});

const folderWithParent = (app: App, documentId: string): Promise<DocumentObject | null> =>
  app.documents(FOLDER).findOne({ documentId, populate: WITH_PARENT });

export const parentOf = ({ parent }: DocumentObject): string | null =>
  check.isPlainObject(parent) ? String(parent.documentId) : null;

/** The folders above a folder, from the nearest one. Ends in a circle, too. */
async function ancestorsOf(app: App, documentId: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let next: string | null = documentId; next !== null; ) {
    const folder: DocumentObject | null = await folderWithParent(app, next);
    next = folder && parentOf(folder);
    if (next === null || found.has(next)) break;
    found.add(next);
  }
  return [...found];
}

/** The folders below a folder, level by level. Ends in a circle, too, and after the first level that reaches one of the numbers. */
export async function levelsBelow(
  app: App,
  documentId: string,
  enough: { readonly levels?: number; readonly folders?: number },
): Promise<readonly (readonly string[])[]> {
  const { levels: mostLevels = Number.POSITIVE_INFINITY, folders: mostFolders } = enough;
  const levels: (readonly string[])[] = [];
  const seen = new Set([documentId]);
  for (let above: readonly string[] = [documentId]; levels.length < mostLevels; ) {
    const found = await inParts(above, app.config.api.limits.arrayLimit, (part) =>
      app.documents(FOLDER).findMany({
        filters: { parent: { documentId: { $in: part } } },
        fields: ['id'],
        sort: 'id',
        pagination: { limit: mostFolders ?? -1 },
      }),
    );
    above = found
      .flat()
      .map((each) => each.documentId)
      .filter((each) => !seen.has(each));
    if (above.length === 0) break;
    for (const each of above) seen.add(each);
    levels.push(above);
    if (mostFolders !== undefined && seen.size > mostFolders) break;
  }
  return levels;
}
