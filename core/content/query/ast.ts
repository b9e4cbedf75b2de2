// The query tree: what a request asks for, with every name resolved and every value typed. REST and GraphQL produce its raw
// form (raw-query.ts); parse.ts builds it, the passes complete it, core/content/sql/compile compiles its shape. Nothing in it is a string
// of the request used as an identifier: names are attributes of the schema.

import type { Stored } from '../../database/sql-dialect';
import type { ParamName } from '../../kernel/errors/core-errors';
import type { AggregateOperator } from '../attributes/attribute-type';
import type { FilterOperator } from '../attributes/filter-operator';
import type { AxisBindings } from '../model/compiled/axis';
import type {
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  ZoneAttribute,
} from '../model/compiled/content-type';
import type { FixedKey, Selection } from './selection';

/** Where a name stood in the request: for the error that refuses it. */
export interface Origin {
  readonly param: ParamName;
  /** The key as written: `title`. */
  readonly key: string;
  /** The dotted path of what contains it, null at the top: `category.parent`. */
  readonly path: string | null;
}

export interface QueryNode {
  readonly type: ContentType;
  /** null until the expand pass: everything readable. After it: the scalars to answer, in order. */
  fields: readonly AnswerField[] | null;
  /** The transport sends the text as it is; the keys are in `fields`. */
  readonly selection?: Selection;
  filter: Filter | null;
  sort: readonly SortKey[];
  /** null: all that match (a to-many without a page of its own). */
  page: Page | null;
  populate: readonly Populate[];
  /** The values that the request names for this node. The bind-axes pass adds the other axes. */
  axes: AxisBindings;
  /** After bind-axes: one entry per live axis of `type`, in its order. */
  bound: readonly BoundAxis[];
  /** Figures and groups instead of documents. */
  readonly aggregate?: AggregateLevel;
}

export type BoundAxis =
  /** Stored values; more than one is a list. */
  | { readonly kind: 'values'; readonly column: string; readonly values: readonly (string | number)[] }
  | { readonly kind: 'any'; readonly column: string }
  /** Of each document the first of these values that it has a row for. */
  | { readonly kind: 'first'; readonly column: string; readonly values: readonly (string | number)[] }
  /** Equal to the same column of the parent row, which may hold any of several values. */
  | { readonly kind: 'parent'; readonly column: string; readonly parentColumn: string };

export const hasOneValue = (bound: BoundAxis): boolean =>
  bound.kind === 'values' && bound.values.length === 1;

export interface SelectedField {
  readonly field: ScalarAttribute;
  readonly origin: Origin | null;
}

/** A scalar, under its name or under a key of the transport; or a text under a key. */
export type AnswerField = (SelectedField & { readonly key?: string; readonly asNumber?: boolean }) | FixedKey;

export interface Page {
  readonly style: 'page' | 'offset';
  /** Rows before the page. */
  readonly start: number;
  /** Rows of the page, at most. */
  readonly limit: number;
  readonly page: number;
  readonly pageSize: number;
  readonly withCount: boolean;
}

// ── filters ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | CompareFilter
  /** Some related document that the node's axes show matches `where` (all of it on one document). */
  | RelatedFilter
  /** Some entry of the component matches `where` (all of it on one entry); a single component is its one entry, a zone also has entries of other components. */
  | EntryFilter
  /** True or false of every row: `$in` of an empty list, `_q` on a type without text. */
  | { readonly kind: 'constant'; readonly value: boolean };

export interface CompareFilter {
  readonly kind: 'compare';
  readonly field: ScalarAttribute;
  readonly operator: FilterOperator;
  /** One value; a list where the operator takes a list or a pair; null where it takes none. */
  readonly value: Stored | readonly Stored[];
  readonly origin: Origin | null;
}

export interface RelatedFilter {
  readonly kind: 'related';
  readonly attribute: RelationAttribute;
  readonly type: ContentType;
  /** The visibility pass adds to it. */
  where: Filter | null;
  axes: AxisBindings;
  bound: readonly BoundAxis[];
  readonly origin: Origin | null;
}

export interface EntryFilter {
  readonly kind: 'entry';
  readonly attribute: ComponentAttribute | ZoneAttribute;
  readonly component: Component;
  readonly where: Filter | null;
  readonly origin: Origin | null;
}

// ── sort ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface SortKey {
  /** The relations and components between the node and the field. */
  readonly steps: readonly SortStep[];
  readonly field: ScalarAttribute;
  readonly direction: 'asc' | 'desc';
  readonly origin: Origin | null;
}

export type SortStep =
  | {
      readonly kind: 'relation';
      readonly attribute: RelationAttribute;
      readonly type: ContentType;
      axes: AxisBindings;
      bound: readonly BoundAxis[];
      /** Rows that the caller may not see give no value. */
      filter: Filter | null;
      readonly origin: Origin;
    }
  | { readonly kind: 'component'; readonly attribute: ComponentAttribute; readonly component: Component };

// ── populate ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Populate = PopulateRelation | PopulateComponent | PopulateZone;

export interface PopulateRelation {
  readonly kind: 'relation';
  /** The key in the answer: the attribute's name, or a GraphQL alias. */
  readonly key: string;
  readonly attribute: RelationAttribute;
  /** One node per target type: one entry, or several for a polymorphic relation. */
  readonly targets: readonly QueryNode[];
  /** Answer `{ "count": n }` instead of the documents. */
  readonly count: boolean;
  readonly origin: Origin | null;
}

/** The requested entries of a component, and the requested parts of each. */
export interface EntryNode {
  readonly component: Component;
  fields: readonly SelectedField[] | null;
  /** Entries that do not match are left out. */
  readonly filter: Filter | null;
  /** Empty: the order in which they are stored. */
  readonly sort: readonly SortKey[];
  populate: readonly Populate[];
}

export interface PopulateComponent {
  readonly kind: 'component';
  readonly key: string;
  readonly attribute: ComponentAttribute;
  readonly entry: EntryNode;
  readonly count: boolean;
  readonly origin: Origin | null;
}

export interface PopulateZone {
  readonly kind: 'zone';
  readonly key: string;
  readonly attribute: ZoneAttribute;
  /** By component uid, every component of the zone; those not listed in `on` have no populate of their own. */
  readonly entries: ReadonlyMap<string, EntryNode>;
  readonly count: boolean;
  readonly origin: Origin | null;
}

// ── aggregates ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type FigureOperator = Exclude<AggregateOperator, 'groupBy'>;

export interface Figure {
  readonly operator: FigureOperator;
  readonly field: ScalarAttribute;
}

/** Figures of all documents that match the root and the filters of the levels above. */
export interface AggregateLevel {
  readonly type: ContentType;
  /** Of this level alone; null at the root, which has the filter of its node. */
  readonly filter: Filter | null;
  readonly count: boolean;
  readonly figures: readonly Figure[];
  readonly groups: readonly Bucketing[];
  /** The documents of each bucket. */
  readonly list: DocumentList | null;
}

/** One bucket per value, or per related document. */
export interface Bucketing {
  /** The key in the answer: the attribute's name, or one of the transport. */
  readonly key: string;
  readonly by: ScalarAttribute | RelatedFilter;
  readonly parts: readonly BucketPart[];
}

/** A level inside each bucket. The document service has one; GraphQL has one for each alias of `connection`. */
export interface BucketPart {
  readonly key: string;
  readonly level: AggregateLevel;
}

export interface DocumentList {
  readonly fields: readonly SelectedField[];
  sort: readonly SortKey[];
  populate: readonly Populate[];
  readonly page: Page;
}
