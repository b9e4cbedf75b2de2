// The changed schema files of the builder. They stay in this tab until they are written or dropped.
import { computed, signal } from '@preact/signals';
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
  /** Another application at this address has another one. */
  readonly application: string;
  readonly isRunning: boolean;
  readonly others: readonly { readonly uid: string; readonly title: string; readonly source: string }[];
}

/** A new file has no etag, and no stored text. `text` is null: the file will be removed, because `movedTo` has its definition. */
export interface Draft {
  readonly path: string;
  readonly kind: SchemaFile['kind'];
  readonly stored: string | null;
  readonly etag?: string;
  readonly text: string | null;
  /** The path of a renamed definition, in the draft of its former file. */
  readonly movedTo?: string;
}

export interface Step {
  /** Of a step that loses or removes values. */
  readonly id?: string;
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

/** Also texts that are equal to the stored ones, until the files are read again. */
export const drafts = signal<readonly Draft[]>([]);
export const changes = computed(() => drafts.value.filter(({ text, stored }) => text !== stored));
/** Of the application and the user; empty before the first answer. */
export const draftsKey = signal('');

/** The files were read: texts without a change are forgotten. */
export function filesRead({ application }: BuilderState, user: number | null): void {
  const key = `quire-builder ${application} ${user}`;
  if (draftsKey.value !== key) {
    drafts.value = storedAt(key);
    draftsKey.value = key;
  }
  keep(changes.value);
}

function storedAt(key: string): readonly Draft[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? (value as Draft[]) : [];
  } catch {
    return [];
  }
}

function keep(next: readonly Draft[]): void {
  drafts.value = next;
  try {
    sessionStorage.setItem(draftsKey.value, JSON.stringify(next));
  } catch {
    // The storage is full. The texts stay until the page is closed.
  }
}

/** The text of a file; empty for a file that will be removed. */
export const textOf = ({ text }: Draft): string => text ?? '';

const othersOf = (path: string): readonly Draft[] => drafts.value.filter((draft) => draft.path !== path);

export const putDraft = (draft: Draft): void => keep([...othersOf(draft.path), draft]);

/** The stored text may have changed since the draft was drawn. */
export function putText(draft: Draft, text: string): void {
  const now = drafts.value.find(({ path }) => path === draft.path) ?? draft;
  putDraft({ ...now, text });
}

/** These texts were written. Text that the user typed meanwhile is a change of them. */
export function settle(
  sent: readonly Pick<Draft, 'path' | 'text'>[],
  written: readonly { readonly path: string; readonly etag: string }[],
): void {
  const isRemoved = ({ path }: Draft): boolean =>
    sent.some((file) => file.path === path && file.text === null);
  const etags = new Map(written.map(({ path, etag }) => [path, etag]));
  const texts = new Map(sent.map(({ path, text }) => [path, text]));
  keep(
    drafts.value
      .filter((draft) => !isRemoved(draft))
      .map((draft) => {
        const [stored, etag] = [texts.get(draft.path), etags.get(draft.path)];
        return stored === undefined || etag === undefined ? draft : { ...draft, stored, etag };
      }),
  );
}

/** After a change by another program. `text`: of the user, or of the file. */
export function rebase({ etag: _, ...draft }: Draft, file: ChangedFile, text: string | null): void {
  putDraft({ ...draft, stored: file.text, text, ...(file.etag === null ? {} : { etag: file.etag }) });
}

/** A rename is one change: its two files are dropped together. */
export function dropDrafts(paths: readonly string[]): void {
  const isDropped = ({ path, movedTo }: Draft): boolean =>
    paths.includes(path) ||
    (movedTo !== undefined && paths.includes(movedTo)) ||
    drafts.value.some((other) => other.movedTo === path && paths.includes(other.path));
  keep(drafts.value.filter((draft) => !isDropped(draft)));
}

export const draftOf = (file: SchemaFile): Draft => ({
  path: file.path,
  kind: file.kind,
  stored: file.text,
  etag: file.etag,
  text: file.text,
});
