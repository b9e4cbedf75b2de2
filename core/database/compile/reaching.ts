// What the way along a relation is made of, and what comes of it; reach.ts goes it.
import type { BoundAxis } from '../../query/ast';
import type { ContentType, RelationAttribute } from '../../schema/content-type';
import type { CompileContext, Fragment, Scope } from './context';

export interface Way {
  readonly attribute: RelationAttribute;
  /** The type of the rows that it leads to. */
  readonly type: ContentType;
  readonly bound: readonly BoundAxis[];
  readonly scope: Scope;
  readonly context: CompileContext;
  /** The parents are known and few, so their links are read before the rows they lead to; else the database chooses. */
  readonly linksFirst?: true;
}

export interface Reaching extends Way {
  /** Of the rows that it leads to. */
  readonly alias: string;
  /** The row of the scope. */
  readonly parent: { readonly alias: string; readonly type: ContentType };
}

export interface Reach {
  /** FROM items that yield the target's rows under `alias`. */
  readonly from: string;
  readonly alias: string;
  /** What ties the rows to the parent: two columns that are equal. null: `from` itself is made of the parent's value. */
  readonly tie: { readonly parent: string; readonly rows: string } | null;
  /** Axes, dormant columns and pins. */
  readonly shown: readonly Fragment[];
  /** The order of the links on this side. */
  readonly order: readonly string[];
}

/** The FROM item of the rows that it leads to. */
export const rowsReached = ({ type, alias, context }: Reaching): string =>
  `${context.table(type.table)} ${alias}`;
