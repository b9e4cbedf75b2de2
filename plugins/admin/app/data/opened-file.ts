// The file whose dialog is open above a form. The field of the file opens it, and the screen draws it.
import { signal } from '@preact/signals';
import type { File } from './files';

interface OpenedFile {
  readonly file: File;
  /** The file may have changed, or be gone. */
  readonly done: () => void;
  /** In place of `done`: the person has deleted it. */
  readonly deleted: () => void;
}

export const openedFile = signal<OpenedFile | null>(null);
