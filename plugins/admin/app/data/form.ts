// The form of one document: a signal for each attribute, saved as changed attributes under `If-Match`. No text is lost: each change is also
// in the browser until the server has it.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { t } from '../i18n/translate';
import { ApiError, ask, type Issue } from './client';
import { createLinkPages, type LinkCounts, type LinkPages } from './link-pages';
import { type Clash, merge } from './merge';
import { documentAt, hasDrafts, known, labelsOf, type TypeModel } from './model';
import { queryOf } from './query';
import { forget, keep, keepAtOnce, type Recovered, recall } from './recovery';
import { type Refused, refusedOf } from './refused';
import { withoutSecrets } from './secrets';
import { isObject, type Linked, same, sentOf, type Value, withKeysOf } from './values';

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
  /** The server has refused the last request. */
  readonly refused: Signal<Refused | null>;
  readonly issues: Signal<readonly Issue[]>;
  readonly clashes: Signal<readonly Clash[]>;
  readonly recovered: Signal<Recovered | null>;
  readonly isDirty: ReadonlySignal<boolean>;
  readonly pages: LinkPages;
  /** The next links of a relation. */
  readMore(name: string): Promise<void>;
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
  };
  const pages = createLinkPages(type.attributes);
  const addressOf = (id: string | null): string => documentAt(type, id);
  const queryFor = (counts: LinkCounts): string => queryOf({ ...words, populate: pages.populate(counts) });

  const read = async (
    id: string | null,
    counts = pages.counts(),
  ): Promise<{ document: Document | null; etag: string | null }> => {
    if (id === null && !isSingle) return { document: null, etag: null };
    try {
      const { data, etag } = await ask<{ data: Document | null }>(addressOf(id) + queryFor(counts));
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
  /** The values of a document, of which the form then has as many links as were read. */
  const accepted = (document: Document | null, counts = pages.counts()): Record<string, Value> => {
    const found = pages.valuesOf(document, counts);
    pages.accept(found);
    return found.values;
  };
  let base = accepted(first.document);
  const fields = Object.fromEntries(Object.entries(base).map(([name, value]) => [name, signal(value)]));
  const id = signal(first.document?.documentId ?? documentId);
  const document = signal(first.document);
  const state = signal<SaveState>('saved');
  const savedAt = signal<number | null>(null);
  const message = signal('');
  const refused = signal<Refused | null>(null);
  const issues = signal<readonly Issue[]>([]);
  const clashes = signal<readonly Clash[]>([]);
  const recovered = signal<Recovered | null>(null);
  const version = signal(0);
  /** The stored values before those that a clash asks about. */
  let asked: Readonly<Record<string, Value>> = {};
  /** What a save without an answer has sent: the server may have it. */
  let unanswered: Readonly<Record<string, Value>> = {};
  const attributeOf = (name: string) => type.attributes.find((each) => each.name === name);

  /** Without a subscription to each field: `version` says when to look again. */
  const changed = (): readonly string[] =>
    Object.keys(fields).filter((name) => !same(fields[name]?.peek(), base[name]));
  const isDirty = computed(() => {
    void version.value;
    return changed().length > 0;
  });

  const keyOf = (): string => [known().user.id, type.uid, id.value ?? 'new', locale ?? ''].join('|');
  let autosave: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  let closed = false;

  /** What the browser keeps. null: the server has everything. */
  const textToKeep = (): Recovered | null => {
    const values = (all: (name: string) => Value): Readonly<Record<string, Value>> =>
      withoutSecrets(
        type.attributes,
        Object.fromEntries(changed().map((name) => [name, all(name)])),
        (uid) => known().components[uid]?.attributes ?? [],
      );
    const changes = values((name) => fields[name]?.peek());
    const waiting = recovered.peek();
    if (Object.keys(changes).length === 0) return waiting;
    return {
      key: keyOf(),
      at: Date.now(),
      etag,
      // Text that the person has neither used nor discarded yet stays.
      changes: { ...waiting?.changes, ...changes },
      bases: {
        ...waiting?.bases,
        ...values((name) => (Object.hasOwn(asked, name) ? asked[name] : base[name])),
      },
      links: pages.counts(),
    };
  };
  const keepNow = async (): Promise<void> => {
    clearTimeout(keeping);
    keeping = undefined;
    const text = textToKeep();
    await (text ? keep(text) : forget(keyOf()));
  };
  const onHidden = (): void => {
    if (window.document.visibilityState !== 'hidden') return;
    const text = textToKeep();
    if (text) keepAtOnce(text);
    void keepNow();
  };
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
      // All fields read the issues: a new list draws all of them.
      if (issues.value.some((issue) => startsWith(issue.path, path)))
        issues.value = issues.value.filter((issue) => !startsWith(issue.path, path));
      if (state.value !== 'saving' && state.value !== 'clash') state.value = 'changed';
    });
    // A person who types without a pause has text to keep, too.
    keeping ??= setTimeout(() => void keepNow(), KEEP);
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
      const counts = pages.countsFor(sent);
      const reply = await ask<{ data: Document }>(addressOf(id.value) + queryFor(counts), {
        method: isPost ? 'POST' : 'PUT',
        body: { data },
        ifMatch: isNew ? null : etag,
      });
      const oldKey = keyOf();
      batch(() => {
        const stored = accepted(reply.data.data, counts);
        etag = reply.etag;
        unanswered = {};
        const before = base;
        base = stored;
        document.value = reply.data.data;
        for (const [name, field] of Object.entries(fields)) {
          const was = Object.hasOwn(sent, name) ? sent[name] : before[name];
          field.value = same(field.value, was)
            ? withKeysOf(stored[name], field.value)
            : onBase(name, field.value, stored[name], [was, before[name]]);
        }
        version.value++;
        savedAt.value = Date.now();
        message.value = '';
        refused.value = null;
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
      if (error instanceof ApiError && error.status === 0) unanswered = { ...unanswered, ...sent };
      return failed(error);
    }
  }

  async function failed(error: unknown): Promise<boolean> {
    refused.value = refusedOf(error);
    await keepNow();
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412) return mergeWithStored().catch(failed);
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
    const counts = pages.counts();
    const found = await read(id.value, counts);
    const theirs = accepted(found.document, counts);
    for (const [name, value] of Object.entries(unanswered))
      if (same(value, theirs[name])) base = { ...base, [name]: theirs[name] };
    const mine = Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [
        name,
        same(value, base[name]) ? value : onBase(name, value, theirs[name], [base[name]]),
      ]),
    );
    const merged = merge(base, mine, theirs);
    asked = Object.fromEntries(merged.clashes.map(({ name }) => [name, base[name]]));
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
    const counts = pages.counts();
    const found = await read(id.value, counts);
    batch(() => {
      const stored = accepted(found.document, counts);
      for (const [name, field] of Object.entries(fields))
        field.value = same(field.value, base[name])
          ? withKeysOf(stored[name], field.value)
          : onBase(name, field.value, stored[name], [base[name]]);
      base = stored;
      etag = found.etag;
      document.value = found.document;
      version.value++;
    });
  };

  /**
   * A changed value for another base. Of a relation that is read in pages, the change is kept: links that it removed or added. All others
   * are those of the new base, also links that the former lists did not show.
   */
  function onBase(name: string, value: Value, next: Value, former: readonly Value[]): Value {
    if (!pages.isPaged(name)) return value;
    const [own, stored, known] = [linksIn(value), linksIn(next), former.flatMap(linksIn)];
    const gone = without(known, stored);
    return [...without(own, gone), ...without(stored, [...own, ...known])];
  }

  async function readMore(name: string): Promise<void> {
    await saving;
    const before = base;
    const known = linksIn(before[name]);
    const query = queryOf({ ...words, fields: ['documentId'], populate: pages.next(name, known.length) });
    const { data } = await ask<{ data: Document }>(addressOf(id.value) + query);
    const arrived = linksIn(data.data[name]);
    const fresh = without(arrived.slice(0, pages.pageSize), known);
    const field = fields[name];
    // A save or a reload has read the document meanwhile: this page may begin at another place now.
    if (!field || base !== before) return;
    batch(() => {
      base = { ...base, [name]: [...known, ...fresh] };
      const own = linksIn(field.value);
      field.value = [...own, ...without(fresh, own)];
      pages.added(name, known.length + fresh.length, arrived.length);
      version.value++;
    });
  }

  const form: Form = {
    type,
    locale,
    documentId: id,
    document,
    fields,
    state,
    savedAt,
    message,
    refused,
    issues,
    clashes,
    recovered,
    isDirty,
    pages,
    readMore,
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
        refused.value = null;
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
      const { [name]: _, ...others } = asked;
      asked = others;
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
      const found: Clash[] = [];
      for (const [name, value] of Object.entries(text?.changes ?? {})) {
        const now = fields[name]?.value;
        const mine = onBase(name, value, base[name], [text?.bases?.[name]]);
        // The field has changed since the text was kept.
        if (text?.bases && !pages.isPaged(name) && !same(text.bases[name], now) && !same(mine, now))
          found.push({ name, mine, theirs: now });
        set([name], mine);
      }
      if (found.length === 0) return;
      asked = Object.fromEntries(found.map(({ name }) => [name, text?.bases?.[name]]));
      batch(() => {
        clashes.value = found;
        state.value = 'clash';
      });
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
      // After the save that is on its way: its answer may ask about the same fields.
      if (drafts) void save();
    },
  };

  const text = await recall(keyOf());
  // The kept changes are about links that the form had then.
  const wanted = { ...pages.counts(), ...text?.links };
  if (Object.entries(wanted).some(([name, count]) => count > (pages.counts()[name] ?? count))) {
    const found = await read(id.value, wanted);
    base = accepted(found.document, wanted);
    etag = found.etag;
    document.value = found.document;
    for (const [name, field] of Object.entries(fields)) field.value = base[name];
  }
  if (text && Object.entries(text.changes).some(([name, value]) => !same(value, base[name])))
    recovered.value = text;
  else if (text) await forget(text.key);
  return form;
}

const linksIn = (value: Value): readonly Linked[] => (Array.isArray(value) ? (value as Linked[]) : []);

const without = (links: readonly Linked[], others: readonly Linked[]): readonly Linked[] => {
  const ids = new Set(others.map(({ documentId }) => documentId));
  return links.filter(({ documentId }) => !ids.has(documentId));
};

/** A copy of `value` with another value at the path. */
export function put(value: Value, path: Path, inner: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? put(item, rest, inner) : item));
  const object = isObject(value) ? value : {};
  return { ...object, [step]: put(object[step], rest, inner) };
}

const startsWith = (path: Path, start: Path): boolean =>
  start.every((step, index) => String(step) === String(path[index]));
