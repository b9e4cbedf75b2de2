// The axis ledger: which axes each type's table has, and which of them are live. A plugin that is switched off leaves its axis
// dormant: the rows stay, reads are pinned to the base. Pure; attach-axes.ts does what a change asks of the rows.
import type { ColumnSpec } from '../attributes/sql-dialect';
import { type AxisDefinition, axisValueToStored, noPin } from '../schema/axis';
import type { ContentType, RelationAttribute, Schema, Uid } from '../schema/content-type';
import { columnName, pinColumnName } from '../schema/naming';

export interface LedgerEntry {
  readonly uid: Uid;
  readonly axis: string;
  readonly column: string;
  readonly store: AxisDefinition['store'];
  /** The stored form of the base value when the axis was live last. */
  readonly base: string | number;
  readonly live: boolean;
  /** Since when it is so. */
  readonly since: string;
}

/** A column that exists but means nothing now: reads and writes of the type are pinned to the value. */
export interface DormantColumn {
  readonly axis: string;
  readonly column: string;
  readonly value: string | number;
  /** The value as it is spoken. */
  readonly shown: string;
  /** What a link has in such a column that named nothing. */
  readonly none: string | number;
}

export interface AxisLedger {
  readonly entries: readonly LedgerEntry[];
  dormant(uid: Uid): readonly DormantColumn[];
}

export interface LedgerChange {
  readonly entry: LedgerEntry;
  readonly became: 'attached' | 'revived' | 'dormant';
  /** When it last changed, for what was known before. */
  readonly before: string | null;
}

const NONE: readonly DormantColumn[] = [];

export function createLedger(entries: readonly LedgerEntry[]): AxisLedger {
  const dormant = new Map<Uid, DormantColumn[]>();
  for (const entry of entries) {
    if (entry.live) continue;
    const columns = dormant.get(entry.uid) ?? [];
    const { axis, column, base, store } = entry;
    const shown = store.kind === 'text' ? String(base) : (store.values[Number(base)] ?? '');
    dormant.set(entry.uid, [...columns, { axis, column, value: base, shown, none: noPin(store) }]);
  }
  return { entries, dormant: (uid) => dormant.get(uid) ?? NONE };
}

/** What the ledger becomes with this schema, and what changes by that. Types that are gone keep their entries. */
export function nextLedger(
  known: readonly LedgerEntry[],
  schema: Schema,
  now: string,
): { readonly entries: readonly LedgerEntry[]; readonly changes: readonly LedgerChange[] } {
  const entries: LedgerEntry[] = [];
  const changes: LedgerChange[] = [];
  const before = new Map(known.map((entry) => [keyOf(entry.uid, entry.axis), entry]));

  for (const type of schema.types.values()) {
    for (const { axis } of type.axes) {
      const key = keyOf(type.uid, axis.name);
      const old = before.get(key) ?? before.get(keyOf(type.renamedFrom ?? type.uid, axis.name));
      before.delete(key);
      if (old && old.uid !== type.uid) before.delete(keyOf(old.uid, axis.name));
      const base = axisValueToStored(axis, axis.base());
      const entry: LedgerEntry = {
        uid: type.uid,
        axis: axis.name,
        column: axis.column,
        store: axis.store,
        base,
        live: true,
        since: old?.live ? old.since : now,
      };
      entries.push(entry);
      if (!old?.live)
        changes.push({ entry, became: old ? 'revived' : 'attached', before: old?.since ?? null });
    }
  }
  for (const old of before.values()) {
    const goesToSleep = old.live && schema.types.has(old.uid);
    const entry = goesToSleep ? { ...old, live: false, since: now } : old;
    entries.push(entry);
    if (goesToSleep) changes.push({ entry, became: 'dormant', before: old.since });
  }
  // One order, whichever of them are live: the names of indexes hang on it.
  return {
    entries: entries.toSorted((a, b) => (keyOf(a.uid, a.axis) < keyOf(b.uid, b.axis) ? -1 : 1)),
    changes,
  };
}

/**
 * Axes that are asleep on the target of a link, and that the owner never had: the link keeps which value it named, and is hidden
 * with that value's rows.
 */
export function asleepAxes<Column extends Pick<DormantColumn, 'axis'>>(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  target: Uid,
  dormant: (uid: Uid) => readonly Column[],
): readonly Column[] {
  const asleep = dormant(target);
  if (asleep.length === 0) return asleep;
  const own = new Set([
    ...owner.axes.map(({ axis }) => axis.name),
    ...dormant(owner.uid).map(({ axis }) => axis),
  ]);
  return asleep.filter(({ axis }) => !own.has(axis));
}

/** Where links of a relation to a type say what they named along such axes. */
interface SleepingPin extends Pick<DormantColumn, 'axis' | 'value' | 'none'> {
  /** Of the link. */
  readonly column: string;
}

export function sleepingPins(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  { name, storage }: Pick<RelationAttribute, 'name' | 'storage'>,
  target: Uid,
  dormant: (uid: Uid) => readonly DormantColumn[],
): SleepingPin[] {
  if (storage.kind !== 'column' && storage.kind !== 'table') return [];
  return asleepAxes(owner, target, dormant).map(({ axis, value, none }) => ({
    axis,
    column: storage.kind === 'table' ? pinColumnName(axis) : columnName(name, axis),
    value,
    none,
  }));
}

/** By name, as `storage.pins` has those of live axes; one that is asleep on one type and live on another may be in both. */
export function dormantPins(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  relation: Pick<RelationAttribute, 'name' | 'storage'>,
  targets: Iterable<Uid>,
  dormant: (uid: Uid) => readonly DormantColumn[],
): Readonly<Record<string, string>> {
  const pins = [...targets].flatMap((target) => sleepingPins(owner, relation, target, dormant));
  return Object.fromEntries(pins.map(({ axis, column }) => [axis, column]));
}

/** The types that a link of the relation may point at. */
export const targetsOf = ({ target }: Pick<RelationAttribute, 'target'>, { types }: Schema): Iterable<Uid> =>
  target === null ? types.keys() : [target];

export const axisColumnSpec = (store: AxisDefinition['store']): ColumnSpec =>
  store.kind === 'text' ? { kind: 'string', length: store.length } : { kind: 'small' };

const keyOf = (uid: Uid, axis: string): string => `${uid}\n${axis}`;
