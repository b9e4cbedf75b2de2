// The file whose dialog is open above a form. The field of the file opens it, and the screen draws it.
import { signal } from '@preact/signals';
import type { File } from './files';

interface OpenedFile {
  readonly file: File;
  /** The file may have changed, or be gone. */
  readonly done: () => void;
}

export const openedFile = signal<OpenedFile | null>(null);

type Listener = (id: number) => void;
const listeners = new Set<Listener>();

/** For forms: several of their fields may have the file. Returns what ends the calls. */
export function onDeletedFile(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellDeletedFile(id: number): void {
  for (const listener of listeners) listener(id);
}
