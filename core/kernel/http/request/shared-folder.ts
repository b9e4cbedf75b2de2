// A temporary folder that requests of the same time share. The last one removes it. A busy process begins a new folder from time to time:
// a killed image worker leaves files in the folder, and they must not accumulate.
import { removeFolder, temporaryFolder } from './temporary-folders';

/** Requests that use one folder. */
const MOST_USES = 100;

export interface SharedFolder {
  readonly path: string;
  /** Ends the use. Call it once. */
  leave(): void;
}

let current: { readonly path: Promise<string>; uses: number; users: number } | null = null;

export async function enterSharedFolder(): Promise<SharedFolder> {
  if (!current || current.uses >= MOST_USES) current = { path: temporaryFolder(), uses: 0, users: 0 };
  const folder = current;
  folder.uses += 1;
  folder.users += 1;
  const leave = (): void => {
    folder.users -= 1;
    if (folder.users > 0) return;
    if (current === folder) current = null;
    folder.path.then(removeFolder).catch(() => undefined);
  };
  try {
    return { path: await folder.path, leave };
  } catch (error) {
    leave();
    throw error;
  }
}
