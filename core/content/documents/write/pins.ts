// Axis values that a link names, and the columns that hold them. A pin of a dormant axis stays in its column: the link is hidden
// while it names another value than the shown one.

import {
  type AxisDefinition,
  axisValueFromStored,
  axisValueToStored,
  noPin,
} from '../../model/compiled/axis';
import type { ColumnRelation, TableRelation } from '../../model/compiled/columns';
import type { ContentType, Schema, Uid } from '../../model/compiled/content-type';
import { type DormantColumn, dormantPinsTo, targetsOf } from '../../sql/axis-ledger';
import { isStored, type Link, type StoredLink, type StoredPins, WITHOUT_PINS } from './link';

type PinValues = Readonly<Record<string, string | number>>;

/** A column of a link. `shown`: the value that visible rows have there. `none`: the value of a link without this pin. */
export interface Pin {
  readonly column: string;
  readonly shown: string | number;
  readonly none: string | number;
}

export interface LinkPins {
  /** The columns of live and dormant axes, with the value of a link without pins. */
  readonly none: PinValues;
  /** Those of dormant axes only. */
  readonly dormantColumns: readonly string[];
  toColumns(link: Link | StoredLink | null): PinValues;
  fromColumns(target: Uid, value: (column: string) => unknown): StoredPins;
  /** The dormant axes of a target. */
  dormant(target: Uid): readonly Pin[];
}

export function createLinkPins(
  owner: ContentType,
  relation: ColumnRelation | TableRelation,
  schema: Schema,
  dormantOf: (uid: Uid) => readonly DormantColumn[],
): LinkPins {
  const live = Object.entries(relation.storage.pins).map(([name, column]) => {
    const axis = axisNamed(schema, name);
    return { name, column, axis, none: noPin(axis.store) };
  });
  const byTarget = new Map<Uid, readonly Pin[]>();
  const dormant = (target: Uid): readonly Pin[] => {
    let pins = byTarget.get(target);
    if (!pins) {
      pins = dormantPinsTo(owner, relation, target, dormantOf).map(({ column, value, none }) => ({
        column,
        shown: value,
        none,
      }));
      byTarget.set(target, pins);
    }
    return pins;
  };
  const none: Record<string, string | number> = {};
  for (const pin of live) none[pin.column] = pin.none;
  const dormantColumns: string[] = [];
  for (const target of targetsOf(relation, schema))
    for (const pin of dormant(target)) {
      if (Object.hasOwn(none, pin.column)) continue;
      none[pin.column] = pin.none;
      dormantColumns.push(pin.column);
    }

  return {
    none,
    dormantColumns,
    dormant,
    toColumns(link) {
      if (!link || live.length + dormantColumns.length === 0) return none;
      if (isStored(link)) return link.held;
      const values: Record<string, string | number> = { ...none };
      for (const { name, column, axis } of live) {
        const value = link.pins[name];
        if (value !== undefined) values[column] = axisValueToStored(axis, value);
      }
      return values;
    },
    fromColumns(target, value) {
      if (live.length + dormantColumns.length === 0) return WITHOUT_PINS;
      const held: Record<string, string | number> = {};
      for (const column of Object.keys(none))
        held[column] = (value(column) ?? none[column]) as string | number;
      const pins: Record<string, string> = {};
      const axes = schema.types.get(target)?.axes ?? [];
      for (const { name, column, axis, none: unnamed } of live) {
        const stored = held[column];
        if (String(stored) === String(unnamed) || !axes.some((use) => use.axis.name === name)) continue;
        const spoken = axisValueFromStored(axis, stored);
        if (spoken) pins[name] = spoken;
      }
      const isHidden = dormant(target).some(({ column, shown, none: unnamed }) => {
        const named = String(held[column] ?? unnamed);
        return named !== String(unnamed) && named !== String(shown);
      });
      return { pins, held, isHidden };
    },
  };
}

function axisNamed(schema: Schema, name: string): AxisDefinition {
  for (const type of schema.types.values())
    for (const { axis } of type.axes) if (axis.name === name) return axis;
  throw new Error(`The schema has no axis ${name}`);
}
