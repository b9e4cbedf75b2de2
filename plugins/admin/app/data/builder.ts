// The changed schema files of the builder. They stay in this tab until they are written or dropped.
import { signal } from '@preact/signals';
import type { OptionSchema } from './definition';
import { api } from './place';

export interface SchemaFile {
  readonly path: string;
  readonly uid: string;
  readonly kind: 'type' | 'component';
  readonly text: string;
  readonly etag: string;
}

export interface BuilderState {
  readonly files: readonly SchemaFile[];
  readonly places: Readonly<Record<SchemaFile['kind'], string>>;
  readonly schemas: { readonly contentType: OptionSchema; readonly component: OptionSchema };
  readonly isRunning: boolean;
  readonly others: readonly { readonly uid: string; readonly title: string; readonly source: string }[];
}

/** A new file has no etag, and no stored text. */
export interface Draft {
  readonly path: string;
  readonly kind: SchemaFile['kind'];
  readonly stored: string | null;
  readonly etag?: string;
  readonly text: string;
}

export interface Step {
  readonly effect: 'safe' | 'asked' | 'lossy' | 'unused' | 'blocked' | 'wrong';
  readonly sentence: string;
  readonly broken: number;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly warnings: readonly { readonly where: string; readonly at?: string; readonly message: string }[];
}

/** The present text of a file that has changed since it was read. */
export interface ChangedFile {
  readonly path: string;
  readonly text: string | null;
  readonly etag: string | null;
}

export const builderAt = `${api}/builder`;
const KEY = 'quire-builder';

export const drafts = signal<readonly Draft[]>(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Draft[]);

function keep(next: readonly Draft[]): void {
  drafts.value = next;
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

/** A text equal to the stored one is no change. */
export function putDraft(draft: Draft): void {
  const others = drafts.value.filter(({ path }) => path !== draft.path);
  keep(draft.text === draft.stored ? others : [...others, draft]);
}

export const dropDrafts = (paths: readonly string[]): void =>
  keep(drafts.value.filter(({ path }) => !paths.includes(path)));

export const draftOf = (file: SchemaFile): Draft => ({
  path: file.path,
  kind: file.kind,
  stored: file.text,
  etag: file.etag,
  text: file.text,
});
