// The query tree: what a request asks for, with every name resolved and every value typed. REST and GraphQL produce its raw
// form (raw-query.ts); parse.ts builds it, the passes complete it, core/database compiles its shape. Nothing in it is a string
// of the request used as an identifier: names are attributes of the schema.
import type { FilterOperator, Stored } from '../attributes/attribute-type';
import type { ParamName } from '../errors/core-errors';
import type { AxisBindings } from '../schema/axis';
import type {
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  ZoneAttribute,
} from '../schema/content-type';

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
  fields: readonly SelectedField[] | null;
  filter: Filter | null;
  sort: readonly SortKey[];
  /** null: all that match (a to-many without a page of its own). */
  page: Page | null;
  populate: readonly Populate[];
  /** The request's own wish for this node; the bind-axes pass completes it for each axis of the type. */
  axes: AxisBindings;
  /** After bind-axes: one entry per live axis of `type`, in its order. */
  bound: readonly BoundAxis[];
}

export type BoundAxis =
  /** Stored values; more than one is a list. */
  | { readonly kind: 'values'; readonly column: string; readonly values: readonly (string | number)[] }
  | { readonly kind: 'any'; readonly column: string }
  /** Of each document the first of these values that it has a row for. */
  | { readonly kind: 'first'; readonly column: string; readonly values: readonly (string | number)[] }
  /** Equal to the same column of the parent row, which may hold any of several values. */
  | { readonly kind: 'parent'; readonly column: string; readonly parentColumn: string };

export interface SelectedField {
  readonly field: ScalarAttribute;
  readonly origin: Origin | null;
}

export interface Page {
  readonly style: 'page' | 'offset';
  readonly start: number;
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
  /** Some entry of the component matches `where` (all of it on one entry); a single component is its one entry. */
  | EntryFilter
  /** Always true, or never: what is known without the rows (`$in` of an empty list, a search where nothing is text). */
  | { readonly kind: 'constant'; readonly value: boolean };

export interface CompareFilter {
  readonly kind: 'compare';
  readonly field: ScalarAttribute;
  readonly operator: FilterOperator;
  /** One value; a list for `$in`, `$notIn` and (two) `$between`; null for `$null` and `$notNull`. */
  readonly value: Stored | readonly Stored[];
  /** Compare the value as it is answered, as text: string operators on numbers, dates and json. */
  readonly asText: boolean;
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
  readonly attribute: ComponentAttribute;
  readonly component: Component;
  readonly where: Filter | null;
  readonly origin: Origin | null;
}

// ── sort ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface SortKey {
  /** The way from the node to the field: relations and components, none for an attribute of its own. */
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

/** What is wanted of a component's entries. */
export interface EntryNode {
  readonly component: Component;
  fields: readonly SelectedField[] | null;
  populate: readonly Populate[];
}

export interface PopulateComponent {
  readonly kind: 'component';
  readonly key: string;
  readonly attribute: ComponentAttribute;
  readonly entry: EntryNode;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
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
