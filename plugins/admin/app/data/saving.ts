// How a form saves: changed attributes only, one request at a time, never over what another person or tab has stored meanwhile.
import { batch, signal } from '@preact/signals';
import { t } from '../i18n/translate';
import { ApiError, type Issue } from './client';
import type { FormParts } from './form-parts';
import type { Path } from './form-values';
import { withoutAt } from './issues';
import type { LinkCounts } from './link-pages';
import type { Clash, Merged } from './merge';
import { hasDrafts, labelsOf, writableOf } from './model';
import { type Refused, refusedOf } from './refused';
import type { Value } from './values';
import { createWriting } from './write-values';

export type SaveState = 'saved' | 'changed' | 'saving' | 'offline' | 'refused' | 'clash';

const AUTOSAVE = 2000;
const RETRY = 3000;
const LONGEST_RETRY = 15_000;
/** Another person may save between a merge and its write. After as many in a row, the form waits. */
const MOST_MERGES = 3;
/** The server gives no answer, or asks to wait, or a proxy answers in its place. */
const WAITS: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

interface Options extends FormParts {
  /** The new document is stored. */
  readonly created: (documentId: string) => Promise<void>;
  /** The server has other values now, or has none of them yet. */
  readonly keepText: () => Promise<void>;
}

export type Saving = ReturnType<typeof createSaving>;

export function createSaving({
  type,
  id,
  newKey,
  values,
  pages,
  requests,
  canWrite,
  created,
  keepText,
}: Options) {
  /** The role may write some values only in a new document. */
  const hasLasting = type.attributes.some(({ readOnly, readOnlyInCreate }) => readOnly && !readOnlyInCreate);
  /** What cannot be changed later is sent once, when it is complete. */
  const isLasting = (): boolean =>
    !type.actions.includes('update') || (hasLasting && requests.isCreate(id.peek()));
  const savesItself = (): boolean => hasDrafts(type) && canWrite.peek() && !isLasting();
  const state = signal<SaveState>('saved');
  const savedAt = signal<number | null>(null);
  const message = signal('');
  const refused = signal<Refused | null>(null);
  const issues = signal<readonly Issue[]>([]);
  const isRestSaved = signal(false);
  const clashes = signal<readonly Clash[]>([]);
  let autosave: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  let closed = false;
  /** Attempts without success, one after the other. */
  let failures = 0;
  /** Of the save that is on its way. */
  let merges = 0;
  /** What the last save took over from another person. */
  let taken: readonly string[] = [];

  const { write, writeRest } = createWriting({ type, id, newKey, values, pages, requests });

  const isUnsaved = (): boolean => values.changed().length > 0;
  /** What the person has asked to save is sent again, also by a form that does not save itself. */
  const again = (milliseconds: number): void => {
    clearTimeout(autosave);
    if (canWrite.peek() && !closed) autosave = setTimeout(() => void save(), milliseconds);
  };
  const later = (milliseconds: number): void => {
    clearTimeout(autosave);
    if (savesItself()) again(milliseconds);
  };

  /** One save is on its way at a time. A second call waits, and sends what has changed since. */
  async function save(): Promise<boolean> {
    clearTimeout(autosave);
    if (saving) {
      await saving;
      return !isUnsaved() || save();
    }
    merges = 0;
    taken = [];
    saving = send();
    try {
      return await saving;
    } finally {
      saving = null;
      if (isUnsaved() && state.value === 'changed') later(AUTOSAVE);
    }
  }

  async function send(): Promise<boolean> {
    const isCreate = requests.isCreate(id.value);
    if (!isUnsaved() && !isCreate) {
      state.value = 'saved';
      return true;
    }
    if (clashes.value.length > 0) return false;
    state.value = 'saving';
    const all = values.toSend(isCreate);
    try {
      const documentId = await write(all, () => {
        savedAt.value = Date.now();
        failures = 0;
        clear();
        state.value = isUnsaved() ? 'changed' : 'saved';
      });
      if (isCreate) await created(documentId);
      await keepText();
      return !isUnsaved();
    } catch (error) {
      const isStored = await writeRest(error, all, () => (savedAt.value = Date.now()));
      const isSaved = await failed(error);
      isRestSaved.value = isStored;
      return isSaved;
    }
  }

  function clear(): void {
    message.value = '';
    refused.value = null;
    issues.value = [];
    isRestSaved.value = false;
  }

  async function failed(error: unknown): Promise<boolean> {
    refused.value = refusedOf(error);
    await keepText();
    if (!(error instanceof ApiError)) throw error;
    const made = madeBefore(error);
    if (made !== null) {
      await created(made);
      return saveMerged().catch(failed);
    }
    const isStale = error.status === 412;
    if (isStale && merges++ < MOST_MERGES) return saveMerged().catch(failed);
    if (canWrite.peek() && (isStale || WAITS.has(error.status))) {
      state.value = 'offline';
      // The page itself says that the server does not answer.
      message.value = error.status === 0 ? '' : error.message;
      const pause = Math.min(RETRY * 2 ** failures++, LONGEST_RETRY);
      again(error.retryAfter === null ? pause : error.retryAfter * 1000);
      return false;
    }
    batch(() => {
      state.value = 'refused';
      message.value =
        error.status === 404 && !requests.isCreate(id.value)
          ? t('This document is gone: it was deleted, or you may not see it. Copy your text to keep it.')
          : error.message;
      issues.value = error.issues;
    });
    return false;
  }

  /** The id of the new document, if an earlier request with the key has created it. */
  function madeBefore({ status, details }: ApiError): string | null {
    const { documentId } = details;
    return status === 409 && requests.isCreate(id.value) && typeof documentId === 'string'
      ? documentId
      : null;
  }

  /** Another person has saved. What only one of both changed is taken; the rest is asked. */
  async function mergeStored(counts = pages.counts()): Promise<Merged> {
    const found = await requests.read(id.value, counts);
    return batch(() => {
      const merged = values.merge(found, counts);
      const names = new Set(merged.clashes.map(({ name }) => name));
      clashes.value = [...clashes.value.filter(({ name }) => !names.has(name)), ...merged.clashes];
      state.value = clashes.value.length > 0 ? 'clash' : isUnsaved() ? 'changed' : 'saved';
      return merged;
    });
  }

  async function saveMerged(): Promise<boolean> {
    taken = [...taken, ...(await mergeStored()).taken];
    const kept = clashes.value.length === 0 && (await send());
    const written = writableOf(type, taken);
    if (written.length > 0)
      message.value = t('Also changed elsewhere: {fields}. Both changes are kept.', {
        fields: labelsOf(type, written),
      });
    return kept;
  }

  return {
    state,
    savedAt,
    message,
    refused,
    issues,
    isRestSaved,
    clashes,
    save,
    clear,

    takenBySave: (): readonly string[] => taken,
    /** The save that is on its way, if any. */
    finished: async (): Promise<void> => void (await saving),

    set(path: Path, value: Value): boolean {
      let isSet = false;
      batch(() => {
        isSet = values.set(path, value);
        const rest = withoutAt(issues.value, path);
        // With its last issue, the message is solved.
        if (issues.value.length > 0 && rest.length === 0) clear();
        else issues.value = rest;
        if (isSet && state.value !== 'saving' && state.value !== 'clash') state.value = 'changed';
      });
      if (isSet) later(AUTOSAVE);
      return isSet;
    },

    /** A field was left. */
    rest(): void {
      if (savesItself() && isUnsaved() && state.value === 'changed') void save();
    },

    /** The stored document has changed, by a request outside of the form. Returns what the form took over. */
    reload: async (counts?: LinkCounts): Promise<readonly string[]> => (await mergeStored(counts)).taken,

    /** Asks about fields. `before`: the values that both sides have changed. */
    ask(found: readonly Clash[], before: Readonly<Record<string, Value>>): void {
      values.asks(before);
      batch(() => {
        clashes.value = [...clashes.value, ...found];
        state.value = 'clash';
      });
    },

    /** The field has the value that the person has chosen. */
    solve(name: string): void {
      values.answered(name);
      const rest = clashes.value.filter((clash) => clash.name !== name);
      batch(() => {
        clashes.value = rest;
        if (rest.length === 0) state.value = 'changed';
      });
      if (rest.length === 0) void save();
    },

    /** Draws nothing any more. Ends with the last save. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(autosave);
      // After the save that is on its way: its answer may ask about the same fields.
      if (savesItself() && isUnsaved()) await save();
    },
  };
}
