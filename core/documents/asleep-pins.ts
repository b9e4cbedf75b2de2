// What links say along axes that are asleep: the plugin of the axis is off, its columns stay. A link that named a value which is
// not shown now is hidden with that value's rows.
import { type DormantColumn, sleepingPins, targetsOf } from '../database/axis-ledger';
import type { ContentType, RelationAttribute, Schema, Uid } from '../schema/content-type';

/** A column of a link: `shown` is what the rows that are seen have there, `none` that nothing was named. */
export interface Pin {
  readonly column: string;
  readonly shown: string | number;
  readonly none: string | number;
}

export interface AsleepPins {
  /** Of links of the relation to this target. */
  of(relation: RelationAttribute, target: Uid): readonly Pin[];
  /** Columns of all targets, with what they hold where nothing was named, that are no columns of live pins: kept with the link. */
  kept(relation: RelationAttribute): ReadonlyMap<string, string | number>;
  /** Did the link name a value that is not shown now? */
  isHidden(relation: RelationAttribute, target: Uid, value: (column: string) => unknown): boolean;
}

const NONE: ReadonlyMap<string, string | number> = new Map();

/** `owned`: the relations whose links the type holds. */
export function createAsleepPins(
  type: ContentType,
  owned: readonly RelationAttribute[],
  schema: Schema,
  dormant: (uid: Uid) => readonly DormantColumn[],
): AsleepPins {
  const make = (relation: RelationAttribute, target: Uid): Pin[] =>
    sleepingPins(type, relation, target, dormant).map(({ column, value, none }) => ({
      column,
      shown: value,
      none,
    }));
  const made = new Map<RelationAttribute, Map<Uid, readonly Pin[]>>();
  const of = (relation: RelationAttribute, target: Uid): readonly Pin[] => {
    const known = made.get(relation) ?? new Map<Uid, readonly Pin[]>();
    made.set(relation, known);
    const pins = known.get(target) ?? make(relation, target);
    known.set(target, pins);
    return pins;
  };
  const kept = new Map(
    owned.map((relation) => {
      const live = 'pins' in relation.storage ? Object.values(relation.storage.pins) : [];
      const pins = [...targetsOf(relation, schema)].flatMap((target) => of(relation, target));
      return [
        relation,
        new Map(pins.flatMap(({ column, none }) => (live.includes(column) ? [] : [[column, none] as const]))),
      ];
    }),
  );
  return {
    of,
    kept: (relation) => kept.get(relation) ?? NONE,
    isHidden: (relation, target, value) =>
      of(relation, target).some(({ column, shown, none }) => {
        const named = String(value(column) ?? none);
        return named !== String(none) && named !== String(shown);
      }),
  };
}
