// The form of one document. Its values, its saves and the text that it keeps in the browser are in modules of their own.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ApiError, Issue } from './client';
import { createDocumentRequests, type Document } from './document-requests';
import type { FormParts } from './form-parts';
import { createFormValues, linksIn, type Path } from './form-values';
import { markGiven } from './given-values';
import { createKeptText } from './kept-text';
import { createLinkPages, type LinkPages } from './link-pages';
import type { Clash } from './merge';
import { hasDrafts, hasLocales, known, seesDrafts, type TypeModel } from './model';
import { onDeletedFile } from './opened-file';
import { createOperations } from './operations';
import type { Recovered } from './recovery';
import type { Refused } from './refused';
import { createSaving, type SaveState } from './saving';
import { createUnfinished, type Unfinished } from './unfinished';
import { same, type Value } from './values';
import { withoutFile } from './without-file';

export interface Form {
  readonly type: TypeModel;
  readonly locale: string | null;
  /** The role may not read drafts: the values are those of the published version, and the form only shows them. */
  readonly isPublished: boolean;
  /** The role may store what the form shows. */
  readonly canWrite: ReadonlySignal<boolean>;
  readonly documentId: Signal<string | null>;
  /** The next save creates the document. */
  readonly isCreate: ReadonlySignal<boolean>;
  /** The stored document; null for a new one. */
  readonly document: Signal<Document | null>;
  /** Of a document without content in this locale: those that have content. Its first save copies the shared values from them. */
  readonly otherLocales: ReadonlySignal<readonly string[]>;
  readonly fields: Readonly<Record<string, Signal<Value>>>;
  readonly state: Signal<SaveState>;
  readonly savedAt: Signal<number | null>;
  /** The last save was refused, and all but the refused values are stored. */
  readonly isRestSaved: ReadonlySignal<boolean>;
  readonly message: Signal<string>;
  /** The server has refused the last request. */
  readonly refused: Signal<Refused | null>;
  readonly issues: ReadonlySignal<readonly Issue[]>;
  /** A publication, a deletion or another operation has failed. Stays until the person acts. */
  readonly failure: ReadonlySignal<ApiError | null>;
  readonly clashes: Signal<readonly Clash[]>;
  /** Values of this form in whose place the person has taken others. */
  readonly replaced: Signal<readonly Replaced[]>;
  readonly recovered: ReadonlySignal<Recovered | null>;
  readonly isDirty: ReadonlySignal<boolean>;
  readonly unfinished: Unfinished;
  /** The form has begun the document, and has not published it. */
  readonly isFresh: ReadonlySignal<boolean>;
  readonly pages: LinkPages;
  /** The next links of a relation. */
  readMore(name: string): Promise<void>;
  set(path: Path, value: Value): void;
  /** Sends the changes now. Returns whether the server has them, and no input is unfinished. */
  save(): Promise<boolean>;
  /** A field was left. */
  rest(): void;
  /** Does not publish what the person sees only in part. */
  operate(name: string): Promise<boolean>;
  /** `everywhere`: in all locales. */
  remove(everywhere: boolean): Promise<boolean>;
  solve(name: string, value: Value): void;
  useRecovered(): void;
  dropRecovered(): void;
  reload(): Promise<void>;
  close(): void;
}

export interface Replaced {
  readonly name: string;
  readonly mine: Value;
}

export interface FormOptions {
  readonly type: TypeModel;
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly created: (documentId: string) => void;
}

/** Forms that were left while they save. The next form of the document shows what they have saved, or offers what they have not. */
const closing = new Map<string, Promise<unknown>>();

export async function openForm({ type, documentId, locale, created }: FormOptions): Promise<Form> {
  const placeOf = (id: string | null): string => `${type.uid} ${id ?? 'new'} ${locale}`;
  await closing.get(placeOf(documentId));
  const pages = createLinkPages(type.attributes);
  const isNew = documentId === null && type.kind === 'collectionType';
  const isPublished = !seesDrafts(type) && !isNew;
  const isFresh = signal(isNew);
  const requests = createDocumentRequests(type, locale, pages, isPublished);
  const first = await requests.read(documentId);
  const values = createFormValues(type, pages, first);
  const id = signal(first.document?.documentId ?? documentId);
  const canWrite = computed(() => !isPublished && mayWrite(type, id.value, values.document.value));
  const newKey = signal(crypto.randomUUID() as string);
  const unfinished = createUnfinished(placeOf(id.peek()));
  const parts: FormParts = { type, id, newKey, values, pages, requests, canWrite };
  const kept = createKeptText({ ...parts, locale, reload: (counts) => saving.reload(counts) });
  const saving = createSaving({
    ...parts,
    async created(made) {
      unfinished.created(placeOf(made));
      // What is saved without drafts is live.
      if (!hasDrafts(type)) isFresh.value = false;
      await kept.created(made);
      created(made);
    },
    keepText: kept.keepNow,
  });
  const operations = createOperations(parts, saving);
  const set = (path: Path, value: Value): void => {
    // Before the fields show it.
    markGiven(value);
    if (!saving.set(path, value)) return;
    operations.changed(path);
    kept.keepSoon();
  };
  const replaced = signal<readonly Replaced[]>([]);
  const isWhole = (): boolean => unfinished.inputs.peek().size === 0;
  const stopListening = onDeletedFile((file) => {
    if (!canWrite.peek()) return;
    for (const attribute of type.attributes) {
      const field = values.fields[attribute.name];
      const next = field && withoutFile(attribute, field.peek(), file, attributesOf);
      if (field && next !== field.peek()) set([attribute.name], next);
    }
  });
  await kept.open();

  return {
    type,
    locale,
    isPublished,
    canWrite,
    documentId: id,
    isCreate: computed(() => requests.isCreate(id.value)),
    document: values.document,
    otherLocales: values.otherLocales,
    fields: values.fields,
    state: saving.state,
    savedAt: saving.savedAt,
    message: saving.message,
    refused: saving.refused,
    issues: computed(() => [...saving.issues.value, ...operations.issues.value]),
    isRestSaved: saving.isRestSaved,
    failure: operations.failure,
    clashes: saving.clashes,
    replaced,
    recovered: kept.recovered,
    isDirty: values.isDirty,
    unfinished,
    isFresh,
    pages,
    async readMore(name) {
      await saving.finished();
      const before = values.stored(name);
      values.addLinks(name, before, await requests.readLinks(id.value, name, linksIn(before).length));
    },
    set,
    async save() {
      operations.forget();
      return (await saving.save()) && isWhole();
    },
    rest: saving.rest,
    async operate(name) {
      if (name === 'publish' && !isWhole()) return false;
      const isDone = await operations.operate(name);
      if (isDone) isFresh.value = false;
      return isDone;
    },
    async remove(everywhere) {
      const isGone = await operations.remove(everywhere);
      if (isGone) await kept.forgetOwn();
      return isGone;
    },
    solve(name, value) {
      const mine = values.fields[name]?.value ?? null;
      if (!same(mine, value)) replaced.value = [...replaced.value, { name, mine }];
      set([name], value);
      saving.solve(name);
    },
    useRecovered: () => void kept.use(saving),
    dropRecovered: () => void kept.drop(),
    reload: async () => void (await saving.reload()),
    close() {
      stopListening();
      const place = placeOf(id.value);
      const ended = Promise.all([values.changed().length > 0 && kept.keepNow(), saving.close()]).finally(
        () => {
          kept.end();
          if (closing.get(place) === done) closing.delete(place);
        },
      );
      const done = ended.catch(() => undefined);
      closing.set(place, done);
    },
  };
}

const attributesOf = (component: string) => known().components[component]?.attributes ?? [];

function mayWrite(type: TypeModel, id: string | null, document: Document | null): boolean {
  const isNew = id === null;
  // The first content of a single type is an update, too.
  if (isNew && type.kind === 'collectionType') return type.actions.includes('create');
  const startsLocale = hasLocales(type) && !isNew && document === null;
  return type.actions.includes('update') && (!startsLocale || type.actions.includes('createLocalization'));
}
