// A relation as a join: the request for it, and the FROM items and conditions that it becomes. Here `from` is the tags with their
// links, and `tie` is `source_id` with the `id` of the article.
//
// Query: article?fields=title&filters[tags][name]=red
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ? AND t0.id IN (SELECT t2."source_id" FROM
//     "article_list_tags_lnk" t2 JOIN "tag_list" t1 ON t1."document_id" = t2."target" WHERE t1."name" = ?)

import type { ContentType, RelationAttribute } from '../../model/compiled/content-type';
import type { BoundAxis } from '../../query/ast';
import type { CompileContext, Fragment, Scope } from './context';

export interface JoinRequest {
  readonly attribute: RelationAttribute;
  /** The type of the targets. */
  readonly type: ContentType;
  readonly bound: readonly BoundAxis[];
  readonly scope: Scope;
  readonly context: CompileContext;
  /** The parents are known and few: their links are read before the targets. Else the database chooses the order. */
  readonly linksFirst?: true;
}

export interface JoinParts extends JoinRequest {
  /** The alias of the targets. */
  readonly alias: string;
  /** The row of the scope. */
  readonly parent: { readonly alias: string; readonly type: ContentType };
}

export interface RelationJoin {
  /** FROM items that yield the target's rows under `alias`. */
  readonly from: string;
  readonly alias: string;
  /** The two columns that must be equal. null: `from` already contains the value of the parent. */
  readonly tie: { readonly parent: string; readonly rows: string } | null;
  /** Axes, dormant columns and pins. */
  readonly shown: readonly Fragment[];
  /** The order of the links on this side. */
  readonly order: readonly string[];
}

/** The FROM item of the targets. */
export const targetRows = ({ type, alias, context }: JoinParts): string =>
  `${context.table(type.table)} ${alias}`;
