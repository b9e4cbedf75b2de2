// The axis ledger: which axes each type's table has, and which of them are enabled. The axis of a disabled plugin is dormant: its rows
// stay, and reads are bound to the base. Pure; attach-axes.ts changes rows.
import type { ColumnSpec } from '../../database/sql-dialect';
import { type AxisDefinition, axisValueToStored, noPin } from '../model/compiled/axis';
import type { ContentType, RelationAttribute, Schema, Uid } from '../model/compiled/content-type';
import { columnName, pinColumnName } from '../model/compiled/naming';

export interface LedgerEntry {
  readonly uid: Uid;
  readonly axis: string;
  readonly column: string;
  readonly store: AxisDefinition['store'];
  /** The stored form of the base value when the axis was last enabled. */
  readonly base: string | number;
  readonly live: boolean;
  /** The time of the last change of `live`. */
  readonly since: string;
}

/** The column of a dormant axis. Reads and writes of the type are bound to the value. */
export interface DormantColumn {
  readonly axis: string;
  readonly column: string;
  readonly value: string | number;
  /** The same value as requests name it. */
  readonly shown: string;
  /** The stored form in a link without a pin. */
  readonly none: string | number;
}

export interface AxisLedger {
  readonly entries: readonly LedgerEntry[];
  dormant(uid: Uid): readonly DormantColumn[];
}

export interface LedgerChange {
  readonly entry: LedgerEntry;
  readonly became: 'attached' | 'revived' | 'dormant';
  /** The time of the change before; null for an attached axis. */
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

/** The next ledger for a schema, and its changes. Removed types keep their entries. */
export function nextLedger(
  known: readonly LedgerEntry[],
  schema: Schema,
  now: string,
): { readonly entries: readonly LedgerEntry[]; readonly changes: readonly LedgerChange[] } {
  const entries: LedgerEntry[] = [];
  const changes: LedgerChange[] = [];
  const before = new Map(known.map((entry) => [ledgerKey(entry.uid, entry.axis), entry]));

  for (const type of schema.types.values()) {
    for (const { axis } of type.axes) {
      const key = ledgerKey(type.uid, axis.name);
      const old = before.get(key) ?? before.get(ledgerKey(type.renamedFrom ?? type.uid, axis.name));
      before.delete(key);
      if (old && old.uid !== type.uid) before.delete(ledgerKey(old.uid, axis.name));
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
    const becomesDormant = old.live && schema.types.has(old.uid);
    const entry = becomesDormant ? { ...old, live: false, since: now } : old;
    entries.push(entry);
    if (becomesDormant) changes.push({ entry, became: 'dormant', before: old.since });
  }
  // One order for enabled and dormant axes, because names of indexes depend on it.
  return {
    entries: entries.toSorted((a, b) => (ledgerKey(a.uid, a.axis) < ledgerKey(b.uid, b.axis) ? -1 : 1)),
    changes,
  };
}

/**
 * Dormant axes of a link's target that the owner never had. The link keeps its pin, and is hidden together with the rows of that
 * value.
 */
export function dormantAxes<Column extends Pick<DormantColumn, 'axis'>>(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  target: Uid,
  dormant: (uid: Uid) => readonly Column[],
): readonly Column[] {
  const columns = dormant(target);
  if (columns.length === 0) return columns;
  const own = new Set([
    ...owner.axes.map(({ axis }) => axis.name),
    ...dormant(owner.uid).map(({ axis }) => axis),
  ]);
  return columns.filter(({ axis }) => !own.has(axis));
}

/** The column for the pin of such an axis. */
interface DormantPin extends Pick<DormantColumn, 'axis' | 'value' | 'none'> {
  /** The column in the table that stores the link. */
  readonly column: string;
}

export function dormantPinsTo(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  { name, storage }: Pick<RelationAttribute, 'name' | 'storage'>,
  target: Uid,
  dormant: (uid: Uid) => readonly DormantColumn[],
): DormantPin[] {
  if (storage.kind !== 'column' && storage.kind !== 'table') return [];
  return dormantAxes(owner, target, dormant).map(({ axis, value, none }) => ({
    axis,
    column: storage.kind === 'table' ? pinColumnName(axis) : columnName(name, axis),
    value,
    none,
  }));
}

/** By axis name, like `storage.pins` for enabled axes. An axis that is dormant on one type and enabled on another may be in both. */
export function dormantPinColumns(
  owner: Pick<ContentType, 'uid' | 'axes'>,
  relation: Pick<RelationAttribute, 'name' | 'storage'>,
  targets: Iterable<Uid>,
  dormant: (uid: Uid) => readonly DormantColumn[],
): Readonly<Record<string, string>> {
  const pins = [...targets].flatMap((target) => dormantPinsTo(owner, relation, target, dormant));
  return Object.fromEntries(pins.map(({ axis, column }) => [axis, column]));
}

/** The types that the relation can link. */
export const targetsOf = ({ target }: Pick<RelationAttribute, 'target'>, { types }: Schema): Iterable<Uid> =>
  target === null ? types.keys() : [target];

export const axisColumnSpec = (store: AxisDefinition['store']): ColumnSpec =>
  store.kind === 'text' ? { kind: 'string', length: store.length } : { kind: 'small' };

const ledgerKey = (uid: Uid, axis: string): string => `${uid}\n${axis}`;
