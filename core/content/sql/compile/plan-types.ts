// A compiled plan as data: statements, the sources of their parameters, and how rows become text. Transactions run the same plans.
// This plan has a page, a branch for the tags, and a total.
//
// Query: article?fields=title&populate[tags][fields]=name
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'title',t1."title"), t1.id FROM "article_list" t1 WHERE
//     t1."tongue" = ? AND t1."stage" = ? ORDER BY t1.id LIMIT +?
//   SELECT t3."source_id", json_object('id',t2."id",'documentId',t2."document_id",'name',t2."name") FROM
//     "article_list_tags_lnk" t3 CROSS JOIN "tag_list" t2 ON t2."document_id" = t3."target" WHERE t3."source_id" IN (SELECT
//     value FROM json_each(?)) ORDER BY t3."source_id", t3."ord", t2.id LIMIT +?
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ?

import type { Statement, TableRead } from '../../../database/database';
import type { ColumnSpec } from '../../../database/sql-dialect';
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { Source } from './context';

export interface CompiledStatement {
  readonly statement: Statement;
  readonly sources: readonly Source[];
}

/** How the rows of one node become documents. A row is `[key?, json, …columns that the parts need]`. */
export interface NodePlan {
  /** The column that holds the JSON text. */
  readonly jsonAt: number;
  readonly parts: readonly Part[];
  /** Of each document, after its parts: `,"__typename":"Article"`. */
  readonly last: string;
}

export type Part = RelationPart | EntriesPart;

export interface RelationPart {
  readonly kind: 'relation';
  /** `,"author":` */
  readonly prefix: string;
  readonly many: boolean;
  /** The rows are counts, not documents. */
  readonly count: boolean;
  /** More documents of one row are an error; null: any number. */
  readonly most: number | null;
  readonly branches: readonly Branch[];
  /** `author.profile`, for the error of a read that costs too much. */
  readonly path: string;
}

/** One statement that reads one target type. Its rows are `[key, json, …]`. */
export interface Branch {
  readonly read: CompiledStatement;
  /** The column of the parent's row that holds the key. */
  readonly parentKeyAt: number;
  readonly child: NodePlan;
  /** Where several target types share one list: the column with a link's order. */
  readonly orderAt: number | null;
  /** `,"__type":"api::tag.tag"`, of a polymorphic relation. */
  readonly tag: string;
}

/** A relation of the root that is read in pages: first the ids of all targets, then their rows. */
export interface LongPart {
  /** `,"tags":` */
  readonly prefix: string;
  readonly path: string;
  /** The column of the root's row that holds the key. */
  readonly parentKeyAt: number;
  /** Rows are `[key, id]`, in the order of the answer. */
  readonly ids: CompiledStatement;
  /** Rows are `[id, json, …]`, for a list of ids. */
  readonly rows: CompiledStatement;
  readonly child: NodePlan;
}

export interface EntriesPart {
  readonly kind: 'entries';
  readonly prefix: string;
  /** The column of the row that holds the stored JSON. */
  readonly storedAt: number;
  readonly many: boolean;
  readonly count: boolean;
  /** The selections of all entries in the part. `rowKeyAt`: the column of the row that holds its key. */
  readonly selected: { readonly reads: readonly CompiledStatement[]; readonly rowKeyAt: number } | null;
  readonly entries: EntriesPlan;
  readonly path: string;
}

/** The plans that write entries, by component: one plan for a component attribute, several plans for a zone. */
export interface EntriesPlan {
  /** The stored text is the answer. */
  readonly verbatim: boolean;
  readonly byComponent: ReadonlyMap<string, EntryPlan>;
  /** The one plan of a component attribute; null for a zone, whose entries name their component. */
  readonly only: EntryPlan | null;
}

export interface EntryPlan {
  /** The scalars to write, in order; `prefix` is `,"label":`. */
  readonly scalars: readonly { readonly name: string; readonly prefix: string }[];
  readonly parts: readonly EntryPart[];
  /** Reads `[row key, id of an entry]`, in the order of the answer; null: every entry, in the stored order. */
  readonly selection: CompiledStatement | null;
  /** `,"__component":"shared.quote"`, in a zone. */
  readonly tag: string;
}

export type EntryPart =
  | {
      readonly kind: 'nested';
      readonly name: string;
      readonly prefix: string;
      readonly many: boolean;
      readonly count: boolean;
      readonly entries: EntriesPlan;
    }
  | EntryRelationPart;

/** A relation inside a component: the entry holds documentIds; one statement reads all targets of one type. */
export interface EntryRelationPart {
  readonly kind: 'relation';
  readonly name: string;
  readonly prefix: string;
  readonly many: boolean;
  readonly count: boolean;
  readonly branches: readonly EntryBranch[];
  readonly path: string;
  /** The order of the rows is the answer's (a sort of the request's own), not the entry's list. */
  readonly sorted: boolean;
}

/** Rows are `[documentId, json, …axis values…, …]`. */
export interface EntryBranch {
  readonly read: CompiledStatement;
  readonly type: string;
  readonly typed: boolean;
  /** The place of the page among the values of a request: each entry shows this page of its list. null: all documents. */
  readonly pageAt: number | null;
  readonly child: NodePlan;
  /** Axes that follow the owning row: the column in the row, and in the target's row. */
  readonly axes: readonly { readonly parentAt: number; readonly childAt: number }[];
  /** Axes that the owning row lacks: a link may name one of their values. */
  readonly pins: readonly EntryPin[];
  /** Dormant axes: a link that names another value than the one shown is hidden. */
  readonly dormant: readonly { readonly axis: string; readonly shown: string }[];
  readonly tag: string;
}

export interface EntryPin {
  readonly axis: string;
  /** The words of stored numbers; null: stored as spoken. */
  readonly words: readonly string[] | null;
  readonly childAt: number;
  /** The column that says whether a link without a value shows the row (1); null: only such rows are read. */
  readonly shownAt: number | null;
}

export interface RootPlan {
  readonly page: CompiledStatement;
  readonly node: NodePlan;
  /** Not part of `node`. Empty: no relation is read in pages. */
  readonly long: readonly LongPart[];
  /** Branches that are read in the round trip of the page, before the keys of its rows are known. */
  readonly prefetched: readonly { readonly branch: Branch; readonly read: CompiledStatement }[];
  /** Where one document is read: the column with its `updated_at`, of which its ETag is made. */
  readonly updatedAtAt: number | null;
  /** Where several documents are read by their ids: the column with the documentId. */
  readonly documentIdAt: number | null;
  /** null where one document is read, or several by their ids. */
  readonly total: CompiledStatement | null;
  /** All tables that the statements read. */
  readonly tables: readonly string[];
  /** Tables and columns whose change makes a cached total wrong. */
  readonly totalReads: readonly TableRead[];
  /** The total counts all rows of this table at one place, and its parameters are the place; null: it has a filter, or more places. */
  readonly totalOfPlace: string | null;
  /** Statements that one read runs at most. */
  readonly statements: number;
}

export const KEY_OF_ROWS: ColumnSpec = { kind: 'integer' };

export const prefixOf = (key: string): string => `,${JSON.stringify(key)}:`;

export const typeTag = ({ target }: RelationAttribute, uid: string): string =>
  target === null ? `,"__type":${JSON.stringify(uid)}` : '';
