// The rules of the tree, for every write of a folder: over REST and by code. No circle, a limited depth, and no two folders of one name in
// one folder. The rules run in the transaction, and such transactions run one after another.
import { type App, check, type DocumentObject, type WriteAction } from '../../../core';
import { uploadErrors } from '../errors';
import { FOLDER } from '../types';

/** Folders above each other. */
export const MOST_LEVELS = 10;

/** Waits until no other transaction of any process changes folders. */
export type TakeTurn = () => Promise<void>;

/** Call it in `register`. */
export function holdFolderRules(app: App): TakeTurn {
  // The row of this value is locked until the transaction ends.
  const state = app.state({ folders: check.string() });
  const takeTurn = (): Promise<void> => state.set('folders', 'turn');
  app.hooks.documents.prepare((action) => {
    if (!changesTree(action)) return;
    action.followUps.push({
      name: 'upload folders',
      async run() {
        await takeTurn();
        await checkTree(app, action.documentId);
      },
    });
  });
  return takeTurn;
}

function changesTree({ type, operation, values }: WriteAction): boolean {
  if (type.uid !== FOLDER || operation === 'delete') return false;
  return operation !== 'update' || ['name', 'parent'].some((name) => Object.hasOwn(values(), name));
}

async function checkTree(app: App, documentId: string): Promise<void> {
  const folder = await folderWithParent(app, documentId);
  if (!folder) return;
  checkName(String(folder.name));
  const parent = parentOf(folder);
  const above = parent === null ? [] : [parent, ...(await ancestorsOf(app, parent))];
  if (above.includes(documentId))
    throw uploadErrors.UPLOAD_FOLDER(
      'parent',
      'A folder cannot be moved into itself or into its own folders.',
    );
  const levels = above.length + (await levelsBelow(app, documentId)).length + 1;
  if (levels > MOST_LEVELS)
    throw uploadErrors.UPLOAD_FOLDER(
      'parent',
      `There would be ${levels} folders above each other, and at most ${MOST_LEVELS} are possible. Choose another folder.`,
    );
  const same = await app.documents(FOLDER).findFirst({
    filters: { documentId: { $ne: documentId }, name: { $eqi: folder.name }, ...isIn(parent) },
    fields: ['id'],
  });
  if (same)
    throw uploadErrors.UPLOAD_FOLDER('name', 'There is a folder of this name already. Choose another name.');
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
  app.documents(FOLDER).findOne({ documentId, populate: { parent: { fields: ['name'] } } });

export const parentOf = ({ parent }: DocumentObject): string | null =>
  check.isPlainObject(parent) ? String(parent.documentId) : null;

/** The folders above a folder, from the nearest one. Ends in a circle, too. */
async function ancestorsOf(app: App, documentId: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let next: string | null = documentId; next !== null && found.length <= MOST_LEVELS; ) {
    const folder: DocumentObject | null = await folderWithParent(app, next);
    next = folder && parentOf(folder);
    if (next !== null) found.push(next);
  }
  return found;
}

/** The folders below a folder, level by level. Ends in a circle, too. */
export async function levelsBelow(app: App, documentId: string): Promise<readonly (readonly string[])[]> {
  const levels: (readonly string[])[] = [];
  for (let above: readonly string[] = [documentId]; levels.length <= MOST_LEVELS; ) {
    const folders = await app.documents(FOLDER).findMany({
      filters: { parent: { documentId: { $in: above } } },
      fields: ['id'],
      pagination: { limit: -1 },
    });
    above = folders.map((each) => each.documentId);
    if (above.length === 0) break;
    levels.push(above);
  }
  return levels;
}
