// The compiled content model, which all other rooms read. compile/compile.ts makes it at startup and freezes it.
import type { Caller } from '../../../kernel/http/request/caller';
import type { CommonOptions, ScalarType, Uniqueness } from '../../attributes/attribute-type';
import type { Operators } from '../../attributes/operators/registry';
import type { OnDelete } from '../../attributes/relation';
import type { AxisUse } from './axis';
import type { TypeOrName } from './type-test';

export type Uid = string;

export interface Schema {
  readonly types: ReadonlyMap<Uid, ContentType>;
  readonly components: ReadonlyMap<Uid, Component>;
  /** The filter operators, by name. */
  readonly operators: Operators;
  /** Attributes that need a disabled plugin. Startup reports them once. */
  readonly waiting: readonly WaitingAttribute[];
  /** Mistakes that do not stop startup: unknown keys in options and pluginOptions. */
  readonly warnings: readonly { readonly where: string; readonly at?: string; readonly message: string }[];
}

interface Model {
  readonly uid: Uid;
  readonly displayName: string;
  /** The former uid (`info.renamedFrom`): a type takes its table, a component its entries. Its own uid if only names inside changed. */
  readonly renamedFrom?: Uid;
  /** Attributes in the order of the file, waiting ones included. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Its file, or the plugin that added it. */
  readonly source: string;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
}

export interface ContentType extends Model {
  readonly model: 'type';
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  readonly collectionName: string;
  /** `collectionName`, shortened to the longest name that databases allow. */
  readonly table: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Has generated routes. */
  readonly api: boolean;
  readonly axes: readonly AxisUse[];
  /** `id`, `documentId`: before the attributes. */
  readonly head: readonly ScalarAttribute[];
  /** `createdAt`, `updatedAt`, fields of plugins, output keys of axes: after the attributes. */
  readonly tail: readonly ScalarAttribute[];
  /** Scalars by name, `head` and `tail` included. Requests can select, filter and sort by them. */
  readonly scalars: ReadonlyMap<string, ScalarAttribute>;
  /** Names of attributes that plugins added to the definition, with the plugin. A plugin can be disabled later. */
  readonly brought: ReadonlyMap<string, string>;
  readonly indexes: readonly DeclaredIndex[];
  readonly scopes: readonly ContentScope[];
}

/** Divides the documents of a type by the value of an attribute (content-scope.ts). */
export interface ContentScope {
  readonly attribute: ScalarAttribute;
  /** The value of new documents of the caller; null: none. */
  valueFor(caller: Caller): string | number | null;
}

/** An index that a file or a plugin declares. */
export interface DeclaredIndex {
  readonly name: string | null;
  /** Without the axis columns in front. */
  readonly columns: readonly string[];
  /** Two documents cannot have the same values in rows with the same axis values. */
  readonly unique: boolean;
  /** Empty: a plugin named columns. */
  readonly attributes: readonly string[];
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
  /** Is the attribute of this type? Also for types of plugins where the file writes `customField`. */
  is(type: TypeOrName): boolean;
  /** The checked options of a lowered type, for the plugin that owns the type. */
  readonly declaredOptions?: unknown;
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
   * Replaces the column by a read-only SQL expression. `columnAbove` is a column of the parent row, for a filter through a
   * relation.
   */
  readonly expression?: (
    columnOf: (column: string) => string,
    columnAbove: (column: string) => string,
  ) => string;
  /** Stored values are unique among complete rows. */
  readonly unique: Uniqueness;
  /** The attribute whose scope of unique values this attribute shares. */
  readonly uniqueWith?: string;
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
  /** The value is a list. */
  readonly many: boolean;
  /** The target type; null for `morphTo…`, whose target each link names. */
  readonly target: Uid | null;
  /** The attribute on the other side, when both sides are declared. */
  readonly inverse: string | null;
  /** Does this side hold the links? */
  readonly holdsLinks: boolean;
  /** Left out where `populate` cannot ask for a page: the list may be very long. */
  readonly paged: boolean;
  /** What a delete of the target does. Of an inverse side: `setNull`. */
  readonly onDelete: OnDelete;
  readonly storage: RelationStorage;
}

/** The place of the links. An inverse side has the storage of its owning side. */
export type RelationStorage =
  /** In the holder's row: documentId of the target, position in the inverse list; `typeColumn` for morphToOne. */
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly orderColumn: string;
      readonly typeColumn: string | null;
      /** Axis name → column of the pin. Only for axes that the target has and the holder lacks. */
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
  /** Not stored: rows of the same document. `other`: rows that differ along this axis; null: all rows of the binding. */
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
  /** Fields that take the values of former attributes of the content type. */
  readonly fieldsFrom: Readonly<Record<string, string>>;
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
  /** `needs the plugin "upload"`, with the remedy where that plugin is built in. */
  readonly reason: string;
}
