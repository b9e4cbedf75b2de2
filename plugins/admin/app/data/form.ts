// The form of one document: a signal for each attribute, saved as changed attributes under `If-Match`. No text is lost: each change is also
// in the browser until the server has it.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { t } from '../i18n/translate';
import { ApiError, ask, type Issue } from './client';
import { type Clash, merge } from './merge';
import { documentsAt, hasDrafts, known, labelsOf, type TypeModel } from './model';
import { populateOf } from './populate';
import { queryOf } from './query';
import { forget, keep, type Recovered, recall } from './recovery';
import { emptyOf, isObject, same, sentOf, type Value, withKeysOf } from './values';

export type SaveState = 'saved' | 'changed' | 'saving' | 'offline' | 'refused' | 'clash';
export type Path = readonly (string | number)[];
export type Document = Readonly<Record<string, Value>> & { readonly documentId: string };

export interface Form {
  readonly type: TypeModel;
  readonly locale: string | null;
  readonly documentId: Signal<string | null>;
  /** The stored document; null for a new one. */
  readonly document: Signal<Document | null>;
  readonly fields: Readonly<Record<string, Signal<Value>>>;
  readonly state: Signal<SaveState>;
  readonly savedAt: Signal<number | null>;
  readonly message: Signal<string>;
  readonly issues: Signal<readonly Issue[]>;
  readonly clashes: Signal<readonly Clash[]>;
  readonly recovered: Signal<Recovered | null>;
  readonly isDirty: ReadonlySignal<boolean>;
  set(path: Path, value: Value): void;
  /** Sends the changes now. Returns whether the server has them. */
  save(): Promise<boolean>;
  /** A field was left. */
  rest(): void;
  operate(name: string): Promise<boolean>;
  remove(): Promise<boolean>;
  solve(name: string, value: Value): void;
  useRecovered(): void;
  dropRecovered(): void;
  reload(): Promise<void>;
  close(): void;
}

const AUTOSAVE = 2000;
const KEEP = 300;
const RETRY = 3000;

export interface FormOptions {
  readonly type: TypeModel;
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly created: (documentId: string) => void;
}

export async function openForm({ type, documentId, locale, created }: FormOptions): Promise<Form> {
  const drafts = hasDrafts(type);
  const isSingle = type.kind === 'singleType';
  const words = {
    ...(drafts ? { status: 'draft' } : {}),
    ...(locale === null ? {} : { locale }),
    populate: populateOf(type.attributes),
  };
  const addressOf = (id: string | null): string =>
    isSingle || id === null ? documentsAt(type.uid) : `${documentsAt(type.uid)}/${id}`;
  const query = queryOf(words);

  const read = async (id: string | null): Promise<{ document: Document | null; etag: string | null }> => {
    if (id === null && !isSingle) return { document: null, etag: null };
    try {
      const { data, etag } = await ask<{ data: Document | null }>(addressOf(id) + query);
      return { document: data.data, etag };
    } catch (error) {
      // No row in this locale yet, or a single type without content.
      if (error instanceof ApiError && error.status === 404 && (locale !== null || isSingle))
        return { document: null, etag: null };
      throw error;
    }
  };

  const first = await read(documentId);
  let etag = first.etag;
  const valuesOf = (document: Document | null): Record<string, Value> =>
    Object.fromEntries(
      type.attributes.map((attribute) => [
        attribute.name,
        document
          ? (document[attribute.name] ?? emptyOf(attribute))
          : (attribute.default ?? emptyOf(attribute)),
      ]),
    );
  let base = valuesOf(first.document);
  const fields = Object.fromEntries(Object.entries(base).map(([name, value]) => [name, signal(value)]));
  const id = signal(first.document?.documentId ?? documentId);
  const document = signal(first.document);
  const state = signal<SaveState>('saved');
  const savedAt = signal<number | null>(null);
  const message = signal('');
  const issues = signal<readonly Issue[]>([]);
  const clashes = signal<readonly Clash[]>([]);
  const recovered = signal<Recovered | null>(null);
  const version = signal(0);
  const attributeOf = (name: string) => type.attributes.find((each) => each.name === name);

  const changed = (): readonly string[] =>
    Object.keys(fields).filter((name) => !same(fields[name]?.value, base[name]));
  const isDirty = computed(() => {
    void version.value;
    return changed().length > 0;
  });

  const keyOf = (): string => [known().user.id, type.uid, id.value ?? 'new', locale ?? ''].join('|');
  let autosave: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  let closed = false;

  const keepNow = async (): Promise<void> => {
    clearTimeout(keeping);
    const names = changed();
    if (names.length === 0) return void (await forget(keyOf()));
    const changes = Object.fromEntries(names.map((name) => [name, fields[name]?.value]));
    await keep({ key: keyOf(), at: Date.now(), etag, changes });
  };
  const onHidden = (): void => void (window.document.visibilityState === 'hidden' && keepNow());
  window.document.addEventListener('visibilitychange', onHidden);

  const later = (milliseconds: number): void => {
    clearTimeout(autosave);
    if (drafts && !closed) autosave = setTimeout(() => void save(), milliseconds);
  };

  function set(path: Path, value: Value): void {
    const [name, ...rest] = path;
    const field = fields[String(name)];
    if (!field) return;
    batch(() => {
      field.value = put(field.value, rest, value);
      version.value++;
      issues.value = issues.value.filter((issue) => !startsWith(issue.path, path));
      if (state.value !== 'saving' && state.value !== 'clash') state.value = 'changed';
    });
    clearTimeout(keeping);
    keeping = setTimeout(() => void keepNow(), KEEP);
    later(AUTOSAVE);
  }

  /** One save is on its way at a time. A second call waits, and sends what has changed since. */
  async function save(): Promise<boolean> {
    clearTimeout(autosave);
    if (saving) {
      await saving;
      return changed().length === 0 || save();
    }
    saving = send();
    try {
      return await saving;
    } finally {
      saving = null;
      if (changed().length > 0 && state.value === 'changed') later(AUTOSAVE);
    }
  }

  async function send(): Promise<boolean> {
    const names = changed();
    const isNew = document.value === null;
    if (names.length === 0 && !(isNew && !isSingle && id.value === null)) {
      state.value = 'saved';
      return true;
    }
    if (clashes.value.length > 0) return false;
    state.value = 'saving';
    const sent = Object.fromEntries(names.map((name) => [name, fields[name]?.value]));
    const data: Record<string, Value> = {};
    for (const name of names) {
      const attribute = attributeOf(name);
      if (attribute && !attribute.readOnly) data[name] = sentOf(attribute, sent[name], base[name]);
    }
    try {
      const isPost = id.value === null && !isSingle;
      const reply = await ask<{ data: Document }>(addressOf(id.value) + query, {
        method: isPost ? 'POST' : 'PUT',
        body: { data },
        ifMatch: isNew ? null : etag,
      });
      const oldKey = keyOf();
      const stored = valuesOf(reply.data.data);
      batch(() => {
        etag = reply.etag;
        const before = base;
        base = stored;
        document.value = reply.data.data;
        for (const [name, field] of Object.entries(fields)) {
          const untouched = Object.hasOwn(sent, name)
            ? same(field.value, sent[name])
            : same(field.value, before[name]);
          if (untouched) field.value = withKeysOf(stored[name], field.value);
        }
        version.value++;
        savedAt.value = Date.now();
        message.value = '';
        issues.value = [];
        state.value = changed().length > 0 ? 'changed' : 'saved';
      });
      if (isPost) {
        id.value = reply.data.data.documentId;
        await forget(oldKey);
        created(reply.data.data.documentId);
      }
      await keepNow();
      return changed().length === 0;
    } catch (error) {
      return failed(error);
    }
  }

  async function failed(error: unknown): Promise<boolean> {
    await keepNow();
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412) return mergeWithStored();
    if (error.status === 0 || error.status === 503 || error.status === 429) {
      state.value = 'offline';
      message.value = error.message;
      later(error.retryAfter === null ? RETRY : error.retryAfter * 1000);
      return false;
    }
    batch(() => {
      state.value = 'refused';
      message.value = error.message;
      issues.value = error.issues;
    });
    return false;
  }

  /** Another person has saved. What only one of both changed is taken; the rest is asked. */
  async function mergeWithStored(): Promise<boolean> {
    const found = await read(id.value);
    const theirs = valuesOf(found.document);
    const mine = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
    const merged = merge(base, mine, theirs);
    batch(() => {
      base = theirs;
      etag = found.etag;
      document.value = found.document;
      for (const [name, value] of Object.entries(merged.values)) {
        const field = fields[name];
        if (field) field.value = value;
      }
      clashes.value = merged.clashes;
      version.value++;
      state.value = merged.clashes.length > 0 ? 'clash' : 'changed';
    });
    const kept = merged.clashes.length === 0 && (await send());
    if (merged.taken.length > 0)
      message.value = t('Another person changed {fields}. Both changes are kept.', {
        fields: labelsOf(type, merged.taken),
      });
    return kept;
  }

  const reload = async (): Promise<void> => {
    const found = await read(id.value);
    const stored = valuesOf(found.document);
    batch(() => {
      for (const [name, field] of Object.entries(fields))
        if (same(field.value, base[name])) field.value = withKeysOf(stored[name], field.value);
      base = stored;
      etag = found.etag;
      document.value = found.document;
      version.value++;
    });
  };

  const form: Form = {
    type,
    locale,
    documentId: id,
    document,
    fields,
    state,
    savedAt,
    message,
    issues,
    clashes,
    recovered,
    isDirty,
    set,
    save,
    rest() {
      if (drafts && changed().length > 0 && state.value === 'changed') void save();
    },
    async operate(name) {
      if (!(await save())) return false;
      try {
        const at = queryOf(locale === null ? {} : { locale });
        await ask(`${addressOf(id.value)}/actions/${name}${at}`, { method: 'POST', ifMatch: etag });
        await reload();
        state.value = 'saved';
        message.value = '';
        return true;
      } catch (error) {
        return failed(error);
      }
    },
    async remove() {
      try {
        const at = queryOf(locale === null ? {} : { locale });
        await ask(addressOf(id.value) + at, { method: 'DELETE', ifMatch: etag });
        await forget(keyOf());
        return true;
      } catch (error) {
        return failed(error);
      }
    },
    solve(name, value) {
      const rest = clashes.value.filter((clash) => clash.name !== name);
      set([name], value);
      batch(() => {
        clashes.value = rest;
        if (rest.length === 0) state.value = 'changed';
      });
      if (rest.length === 0) void save();
    },
    useRecovered() {
      const text = recovered.value;
      recovered.value = null;
      for (const [name, value] of Object.entries(text?.changes ?? {})) set([name], value);
    },
    dropRecovered() {
      recovered.value = null;
      void forget(keyOf());
    },
    reload,
    close() {
      closed = true;
      clearTimeout(autosave);
      window.document.removeEventListener('visibilitychange', onHidden);
      if (changed().length === 0) return;
      void keepNow();
      if (drafts && clashes.value.length === 0) void send();
    },
  };

  const text = await recall(keyOf());
  if (text && Object.entries(text.changes).some(([name, value]) => !same(value, base[name])))
    recovered.value = text;
  else if (text) await forget(text.key);
  return form;
}

/** A copy of `value` with another value at the path. */
function put(value: Value, path: Path, inner: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? put(item, rest, inner) : item));
  const object = isObject(value) ? value : {};
  return { ...object, [step]: put(object[step], rest, inner) };
}

const startsWith = (path: Path, start: Path): boolean =>
  start.every((step, index) => String(step) === String(path[index]));
