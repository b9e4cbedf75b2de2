// Many writes of one type in one call. Each item is a write of its own, with its hooks, its rights and its event. All are stored or none
// (`atomic`), or each on its own; then up to EACH of them share a transaction, and an item that fails undoes only itself.
import { keepsTransaction } from '../../../database/run/keeps-transaction';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { ContentType } from '../../model/compiled/content-type';
import type { WriteItem, WriteManyArguments, WriteManyResult } from '../operations';
import { type PerformDeps, perform } from '../perform';
import type { PreparedWrite, PreparedWrites } from '../prepared-writes';
import { refuseAll } from '../refusals';
import type { Footprint } from '../write/lock-order';
import { endsTransaction, type ItemErrors, inOrder, isAnswer, type Logging, shown } from './item-errors';
import { prepareItem, rightsOf } from './prepare-item';
import { isApart, MOST_TOGETHER, mayWriteTogether, writeTogether } from './write-together';

interface ManyDeps extends Logging {
  readonly performing: PerformDeps;
  readonly prepared: PreparedWrites;
}

/** Items of one transaction, if each item is stored on its own. */
const EACH = 256;

export interface ReadyItem {
  readonly index: number;
  readonly write: PreparedWrite;
  /** Of its component entries. */
  readonly firstId: number;
}

type DocumentIds = Map<number, string>;
/** Documents that deletes of the call have taken along, with the scope of their rights. */
type Taken = Map<string, string>;
/** Of items that share statements, by the index of the first one. They outlive the attempts of the transaction. */
type Footprints = Map<number, Footprint>;

export async function writeMany(
  deps: ManyDeps,
  type: ContentType,
  { items, atomic = true, ...words }: WriteManyArguments,
): Promise<WriteManyResult> {
  const { performing } = deps;
  const { transaction } = performing.database;
  const options = { commits: words.commits };
  const refused: ItemErrors = new Map();
  const stored: DocumentIds = new Map();
  const footprints: Footprints = new Map();
  const prepare = async (from: number, count: number, errors: ItemErrors) =>
    withIds(performing, await preparedItems(deps, type, items, { from, count }, words, atomic, errors));
  const parts = starts(items.length, preparesLate(deps, type) ? EACH : items.length);
  const early = parts.length > 1 ? null : await prepare(0, items.length, refused);
  if (atomic) {
    await transaction(async () => {
      // A transaction that runs again starts from nothing.
      const writing = { errors: new Map(refused), stored, taken: new Map(), footprints, atomic };
      const { errors } = writing;
      stored.clear();
      if (early) await writeItems(deps, early, writing);
      else for (const from of parts) await writeItems(deps, await prepare(from, EACH, errors), writing);
      if (errors.size > 0) throw coreErrors.ITEMS_REFUSED(inOrder(errors), items.length);
    }, options).catch((error: unknown) => {
      refuseAll(early ?? []);
      throw error;
    });
    return { items: items.map((_, index) => ({ documentId: stored.get(index) ?? '', error: null })) };
  }
  const taken: Taken = new Map();
  for (const from of starts(items.length, EACH)) {
    const part = early
      ? early.filter(({ index }) => index >= from && index < from + EACH)
      : await prepare(from, EACH, refused);
    const errors: ItemErrors = new Map();
    const own: DocumentIds = new Map();
    let ownTaken: Taken = new Map();
    try {
      await transaction(async () => {
        errors.clear();
        own.clear();
        ownTaken = new Map(taken);
        await writeItems(deps, part, { errors, stored: own, taken: ownTaken, footprints, atomic });
      }, options);
      for (const [index, documentId] of own) stored.set(index, documentId);
      for (const [index, error] of errors) refused.set(index, error);
      refuseAll(part.filter(({ index }) => errors.has(index)));
      for (const [documentId, scope] of ownTaken) taken.set(documentId, scope);
    } catch (error) {
      refuseAll(part);
      if (endsTransaction(performing.database, error)) throw error;
      for (const { index } of part) refused.set(index, errors.get(index) ?? shown(deps, error));
    }
  }
  return {
    items: items.map((item, index) => ({
      documentId: stored.get(index) ?? item.documentId ?? null,
      error: refused.get(index) ?? null,
    })),
  };
}

/** `starts(600, 256)` is `[0, 256, 512]`. */
const starts = (count: number, size: number): number[] =>
  Array.from({ length: Math.ceil(count / Math.max(size, 1)) }, (_, part) => part * size);

/**
 * May items be prepared inside the transaction, shortly before they are written? Then few of them are in memory at a time. Not where a tap
 * runs, a value needs slow work, or component entries need ids.
 */
const preparesLate = ({ performing: { hooks } }: ManyDeps, { attributes }: ContentType): boolean =>
  hooks.prepare === null &&
  [...attributes.values()].every(
    (each) => each.kind === 'relation' || (each.kind === 'scalar' && !each.type.prepare),
  );

/** Some of the items. The taps of `prepare` run before the transaction, as for a single write. */
async function preparedItems(
  deps: ManyDeps,
  type: ContentType,
  items: readonly WriteItem[],
  { from, count }: { readonly from: number; readonly count: number },
  words: Omit<WriteManyArguments, 'items' | 'atomic'>,
  atomic: boolean,
  refused: ItemErrors,
): Promise<Omit<ReadyItem, 'firstId'>[]> {
  const ready: Omit<ReadyItem, 'firstId'>[] = [];
  const end = Math.min(from + count, items.length);
  for (let index = from; index < end; index += 1) {
    const item = items[index];
    if (!item) continue;
    try {
      if (item.refusal) throw item.refusal;
      const write = await prepareItem(deps.prepared, type, item, { ...words, ...rightsOf(item) });
      if (!write) throw coreErrors.DOCUMENT_NOT_FOUND();
      ready.push({ index, write });
    } catch (error) {
      if (atomic && !isAnswer(error)) throw error;
      refused.set(index, shown(deps, error));
    }
  }
  return ready;
}

/** Reserves the ids of all component entries at once. */
async function withIds(
  { reserveEntryIds }: PerformDeps,
  items: readonly Omit<ReadyItem, 'firstId'>[],
): Promise<ReadyItem[]> {
  const total = items.reduce((sum, { write }) => sum + write.performance.entries, 0);
  let next = total > 0 ? await reserveEntryIds(total) : 0;
  return items.map((item) => {
    const firstId = next;
    next += item.write.performance.entries;
    return { ...item, firstId };
  });
}

interface Writing {
  readonly errors: ItemErrors;
  readonly stored: DocumentIds;
  readonly taken: Taken;
  readonly footprints: Footprints;
  readonly atomic: boolean;
}

async function writeItems(deps: ManyDeps, items: readonly ReadyItem[], writing: Writing): Promise<void> {
  const { performing } = deps;
  const mayJoin = mayWriteTogether(performing);
  for (let at = 0; at < items.length; ) {
    let end = at;
    const documents = new Set<string>();
    const isLast = (): boolean => {
      const item = items[end];
      if (!item || end - at >= MOST_TOGETHER || !isApart(performing, item.write)) return true;
      const { documentId } = item.write.performance.action;
      return documents.size === documents.add(documentId).size;
    };
    while (mayJoin && !isLast()) end += 1;
    const together = items.slice(at, end);
    if (together.length > 1 && (await areWritten(performing, together, writing)))
      for (const { index, write } of together) writing.stored.set(index, write.performance.action.documentId);
    else for (const item of items.slice(at, Math.max(end, at + 1))) await writeItem(deps, item, writing);
    at = Math.max(end, at + 1);
  }
}

/** false: one of them failed, and none is written. */
async function areWritten(
  performing: PerformDeps,
  items: readonly ReadyItem[],
  { footprints }: Writing,
): Promise<boolean> {
  const { database } = performing;
  const first = items[0]?.index ?? 0;
  const footprint: Footprint = footprints.get(first) ?? new Map();
  footprints.set(first, footprint);
  try {
    await database.transaction((tx) => writeTogether(tx, performing, items, footprint));
    return true;
  } catch (error) {
    if (!keepsTransaction(database, error)) throw error;
    return false;
  }
}

async function writeItem(
  deps: ManyDeps,
  { index, write, firstId }: ReadyItem,
  { errors, stored, taken, atomic }: Writing,
): Promise<void> {
  const { performing } = deps;
  const { action } = write.performance;
  const reserveEntryIds = async (count: number): Promise<number> =>
    count === write.performance.entries ? firstId : performing.reserveEntryIds(count);
  try {
    const outcome = await perform({ ...performing, reserveEntryIds }, write.performance);
    if (!outcome && !wasTaken(write, taken)) throw coreErrors.DOCUMENT_NOT_FOUND();
    stored.set(index, outcome?.documentId ?? action.documentId);
    if (!outcome) return;
    for (const documentId of write.takenAlong?.() ?? []) taken.set(documentId, action.visibility.scope);
  } catch (error) {
    if (!keepsTransaction(performing.database, error) || (atomic && !isAnswer(error))) throw error;
    errors.set(index, shown(deps, error));
  }
}

/** An earlier item has deleted the document too, with the same rights. A precondition cannot be checked any more. */
const wasTaken = ({ takenAlong, performance: { action } }: PreparedWrite, taken: Taken): boolean =>
  takenAlong !== undefined &&
  action.precondition === null &&
  taken.get(action.documentId) === action.visibility.scope;
