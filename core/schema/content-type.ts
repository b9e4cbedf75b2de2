// The compiled content model: what every other room reads. Made once at start by compile.ts, then frozen.
import type { CommonOptions, ScalarType, Uniqueness } from '../attributes/attribute-type';
import type { AxisUse } from './axis';

export type Uid = string;

export interface Schema {
  readonly types: ReadonlyMap<Uid, ContentType>;
  readonly components: ReadonlyMap<Uid, Component>;
  /** Attributes that need a plugin which is not on: reported once at start, absent everywhere else. */
  readonly waiting: readonly WaitingAttribute[];
  /** Mistakes that do not stop the start (unknown keys in options and pluginOptions). */
  readonly warnings: readonly { readonly where: string; readonly at?: string; readonly message: string }[];
}

interface Model {
  readonly uid: Uid;
  readonly displayName: string;
  /** Attributes in the order of the schema file, those of waiting ones included. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The file it came from, or the plugin that added it. */
  readonly source: string;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
}

export interface ContentType extends Model {
  readonly model: 'type';
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  readonly collectionName: string;
  /** `collectionName`, cut to what a database allows. */
  readonly table: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Has generated routes and may be asked for from outside. */
  readonly api: boolean;
  readonly axes: readonly AxisUse[];
  /** `id`, `documentId`: first in every answer. */
  readonly head: readonly ScalarAttribute[];
  /** `createdAt`, `updatedAt`, what plugins add, the axes' output keys: after the attributes. */
  readonly tail: readonly ScalarAttribute[];
  /** Scalars by name, `head` and `tail` included: what can be selected, filtered and sorted. */
  readonly scalars: ReadonlyMap<string, ScalarAttribute>;
  /** The uid whose table this type takes over (`info.renamedFrom`); its own, where only names within it changed. */
  readonly renamedFrom?: Uid;
  /** Names of attributes that are not in the type's own definition: plugins brought them, and may be switched off. */
  readonly brought: ReadonlySet<string>;
  /** Declared indexes: column names, to be led by the axes. */
  readonly indexes: readonly (readonly string[])[];
}

export interface Component extends Model {
  readonly model: 'component';
  readonly category: string;
  readonly scalars: ReadonlyMap<string, ScalarAttribute>;
}

export type AnyModel = ContentType | Component;

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | ComponentAttribute
  | ZoneAttribute
  | WaitingAttribute;

interface AttributeBase {
  readonly name: string;
  readonly owner: Uid;
  /** As written in the schema file: `string`, `media`, `relation` … */
  readonly declaredType: string;
  readonly common: CommonOptions;
  /** May a body set it? Inverse morphs and system fields may not. */
  readonly writable: boolean;
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar';
  readonly type: ScalarType<unknown>;
  readonly options: unknown;
  /** The column in the type's table; for a component's attribute the key in its JSON (= `name`). */
  readonly column: string;
  /**
   * Instead of a column: an expression over the row's alias. Such a field has no column and cannot be written.
   * `columnAbove`: the row that this one is read for, where a filter goes through a relation.
   */
  readonly expression?: (
    columnOf: (column: string) => string,
    columnAbove: (column: string) => string,
  ) => string;
  /** Stored values are unique among complete rows. */
  readonly unique: Uniqueness;
  /** `id`, `documentId`, timestamps, axis keys. */
  readonly system: boolean;
  /** An axis' output key: the name of the axis whose column this is. */
  readonly axis?: string;
}

export type RelationKind =
  | 'oneToOne'
  | 'oneToMany'
  | 'manyToOne'
  | 'manyToMany'
  | 'morphToOne'
  | 'morphToMany'
  | 'morphOne'
  | 'morphMany';

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation';
  readonly relation: RelationKind;
  /** Answers with a list. */
  readonly many: boolean;
  /** The target type; null for `morphTo…`, whose target each link names. */
  readonly target: Uid | null;
  /** The attribute on the other side, when both sides are declared. */
  readonly inverse: string | null;
  /** Does this side hold the links? */
  readonly holdsLinks: boolean;
  readonly storage: RelationStorage;
}

/** Where links are. An inverse side names the storage of its owner. */
export type RelationStorage =
  /** In the owner's row: the target's documentId, its order on the other side; `typeColumn` for morphToOne. */
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly orderColumn: string;
      readonly typeColumn: string | null;
      /** Axis name → column of the pin, for axes the target has and the owner lacks. */
      readonly pins: Readonly<Record<string, string>>;
    }
  /** A link table: source_id (row), target (documentId), ord, inv_ord; target_type for morphs; a column per pin. */
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly typed: boolean;
      readonly pins: Readonly<Record<string, string>>;
    }
  /** In a component's JSON: a documentId, or a list of them (objects where a link carries a type or pins). */
  | { readonly kind: 'entry'; readonly key: string }
  /** Nowhere: rows of the same document. `other`: those that differ along this axis; null: all that the axes read show. */
  | { readonly kind: 'siblings'; readonly other: string | null };

/** Columns of every link table. */
export const LINK = {
  source: 'source_id',
  target: 'target',
  type: 'target_type',
  order: 'ord',
  inverseOrder: 'inv_ord',
} as const;

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component';
  readonly component: Uid;
  readonly repeatable: boolean;
  readonly column: string;
  readonly min: number | null;
  readonly max: number | null;
}

export interface ZoneAttribute extends AttributeBase {
  readonly kind: 'zone';
  readonly components: readonly Uid[];
  readonly column: string;
  readonly min: number | null;
  readonly max: number | null;
}

export interface WaitingAttribute extends AttributeBase {
  readonly kind: 'waiting';
  /** `needs the plugin "upload"`, and how to switch it on where it is there. */
  readonly reason: string;
}
