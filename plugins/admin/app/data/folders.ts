// Folders of files: the whole tree in memory, as requests of a page need the way to a folder and the choices of a move.
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client';
import { known, may } from './model';
import { queryOf } from './query';

export interface NamedFolder {
  readonly documentId: string;
  readonly name: string;
}

export interface Folder extends NamedFolder {
  readonly parent: NamedFolder | null;
}

export const FOLDER_ACTIONS = {
  find: 'plugin::upload.content-api.findFolders',
  create: 'plugin::upload.content-api.createFolder',
  update: 'plugin::upload.content-api.updateFolder',
  delete: 'plugin::upload.content-api.deleteFolder',
} as const;

export const foldersAt = (): string => `${known().prefix}/upload/folders`;
export const folderAt = (id: string): string => `${foldersAt()}/${encodeURIComponent(id)}`;

export interface Folders {
  readonly byId: ReadonlyMap<string, Folder>;
  /** null: those in no folder that the role sees. */
  readonly childrenOf: (id: string | null) => readonly Folder[];
  /** The folder with those above it, the top one first. Empty: no such folder. */
  readonly wayTo: (id: string | null) => readonly Folder[];
  /** There are more folders than the page reads. */
  readonly isCut: boolean;
}

const PAGE = 100;
const MOST_FOLDERS = 2000;

const byName = (a: Folder, b: Folder): number => a.name.localeCompare(b.name);

export function treeOf(folders: readonly Folder[], isCut = false): Folders {
  const byId = new Map(folders.map((folder) => [folder.documentId, folder]));
  const parentOf = ({ parent }: Folder): string | null =>
    parent !== null && byId.has(parent.documentId) ? parent.documentId : null;
  const children = new Map<string | null, Folder[]>();
  for (const folder of folders) {
    const list = children.get(parentOf(folder));
    if (list) list.push(folder);
    else children.set(parentOf(folder), [folder]);
  }
  for (const list of children.values()) list.sort(byName);
  return {
    byId,
    isCut,
    childrenOf: (id) => children.get(id) ?? [],
    wayTo(id) {
      const way: Folder[] = [];
      let folder = id === null ? undefined : byId.get(id);
      while (folder && !way.includes(folder)) {
        way.unshift(folder);
        folder = byId.get(parentOf(folder) ?? '');
      }
      return way;
    },
  };
}

export const NO_FOLDERS = treeOf([]);

interface FolderPage {
  readonly data: readonly Folder[];
  readonly meta: { readonly pagination: { readonly pageCount: number } };
}

async function loadFolders(): Promise<Folders> {
  const folders: Folder[] = [];
  for (let page = 1; ; page += 1) {
    const pagination = { page, pageSize: PAGE, withCount: true };
    const query = queryOf({ sort: 'id', fields: ['name'], pagination });
    // The server may send smaller pages than the page asks for.
    const { data, meta } = (await ask<FolderPage>(`${foldersAt()}${query}`)).data;
    folders.push(...data);
    if (page >= meta.pagination.pageCount) return treeOf(folders);
    if (folders.length >= MOST_FOLDERS) return treeOf(folders, true);
  }
}

export interface LoadedFolders {
  /** null: on their way, or the role sees no folders. */
  readonly folders: Folders | null;
  readonly error: unknown;
  readonly again: () => void;
}

export function useFolders(): LoadedFolders {
  const [folders, setFolders] = useState<Folders | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!may(FOLDER_ACTIONS.find)) return;
    let isLate = false;
    loadFolders().then(
      (loaded) => {
        if (isLate) return;
        setFolders(loaded);
        setError(null);
      },
      (thrown: unknown) => {
        if (!isLate) setError(thrown);
      },
    );
    return () => {
      isLate = true;
    };
  }, [round]);
  return { folders, error, again: () => setRound((now) => now + 1) };
}

export interface ChoiceOptions {
  /** The title of the place of files and folders in no folder. */
  readonly top: string;
  /** The chosen folder. The page may not know it: another person has made it, or the list is cut. Without it, a form would move to the top. */
  readonly present: NamedFolder | null;
  /** A folder that cannot be chosen, with its folders. */
  readonly without?: string;
}

/** The choices of a select, in the order of the tree: value, title. */
export function choicesOf(
  folders: Folders,
  { top, present, without }: ChoiceOptions,
): readonly (readonly [string, string])[] {
  const choices: (readonly [string, string])[] = [['', top]];
  const add = (parent: string | null, above: string): void => {
    for (const { documentId, name } of folders.childrenOf(parent)) {
      if (documentId === without) continue;
      choices.push([documentId, above + name]);
      add(documentId, `${above + name} / `);
    }
  };
  add(null, '');
  const isListed = present === null || choices.some(([id]) => id === present.documentId);
  return isListed ? choices : [...choices, [present.documentId, present.name]];
}
