// One interface for the three storages of links: columns of a row, rows of a link table, JSON of a component entry. Reading,
// writing, copying, deleting and the doctor use these stores; row-links.ts lists the stores of a type.
import { build, param, type Sql } from '../../../database/sql';
import type { ColumnRelation, TableRelation } from '../../model/compiled/columns';
import type { RelationAttribute, Uid } from '../../model/compiled/content-type';
import type { StoredLink } from '../write/link';
import type { StoredValues } from '../write/stored-value';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import type { RelationChange } from './relation-change';

export interface LinkStore<Holder, Stored> {
  readonly relation: RelationAttribute;
  /** The links of a row or an entry in their order, hidden links included. */
  read(holder: Holder, session: WriteSession): readonly StoredLink[] | Promise<readonly StoredLink[]>;
  /** The columns that the row gets, or the JSON text of the attribute in the entry. */
  toStored(change: RelationChange, moment: number): Stored;
}

/** A row that has links: `values` are its columns. A row that is not stored yet has neither. */
export interface RowHolder {
  readonly rowId: number | null;
  readonly values: StoredValues | null;
}

/** The columns of a stored link, quoted. */
export interface LinkColumns {
  readonly table: string;
  /** The column with the id of the row that has the link. */
  readonly row: string;
  readonly target: string;
  /** The column with the type of the target; null when the relation has one target type. */
  readonly type: string | null;
  readonly inverseOrder: string;
}

export type ColumnValues = Readonly<Record<string, string | number | null>>;

export interface RowLinks extends LinkStore<RowHolder, ColumnValues> {
  readonly relation: ColumnRelation | TableRelation;
  readonly at: LinkColumns;
  /** The columns of a row without a link. */
  readonly empty: ColumnValues;
  isEmpty(holder: RowHolder, session: WriteSession): Promise<boolean>;
  /** Before the row gets a link: the target of a one-to-one leaves other documents. `document`: undefined for no target. */
  releaseOneToOneTarget(
    session: WriteSession,
    holder: NewHolder,
    document: string | undefined,
  ): Promise<void>;
  /**
   * Called after the row was written. Links in columns were written with the row. `shown`: a row that gets the links of `row` later in
   * this transaction. A store may write its links at once.
   */
  write(
    session: WriteSession,
    row: StoredRow,
    change: RelationChange,
    shown: StoredRow | undefined,
  ): Promise<void>;
  /** Before the row is deleted. */
  clear(session: WriteSession, rowId: number): Promise<void>;
  /** Gives one row the links of another and says whether a link changed. Columns were copied with the row before. */
  copy(session: WriteSession, from: StoredRow, to: StoredRow): Promise<boolean>;
  /** The statement that removes all links that meet a condition. */
  remove(condition: Sql): Sql;
  /** Links with their rows: `s` is the row, `alias` the link. */
  readonly joined: { readonly from: string; readonly alias: string };
  /** A condition on rows as a condition on links. */
  ofRows(condition: Sql): Sql;
  /** Links rows of `document` with the target, where `isLinked` finds no link. Says whether a row changed. */
  link(session: WriteSession, link: InverseLink): Promise<boolean>;
}

/** The document that gets the target, and the axis values of its row. */
export type NewHolder = Pick<StoredRow, 'documentId' | 'axes'>;

/** A link that is written from the side of its target. */
export interface InverseLink {
  readonly target: { readonly type: Uid; readonly document: string };
  /** The document that gets the link, and a condition on its rows. */
  readonly document: string;
  readonly rows: Sql;
  /** Conditions on links: to the target and shown by all written rows; to the target and of no hidden row. */
  readonly isLinked: Sql;
  readonly isSimilar: Sql;
  readonly order: number;
}

/** The links to one document. */
export const linkedWith = (
  { target, type }: Pick<LinkColumns, 'target' | 'type'>,
  uid: Uid,
  documentId: string,
  alias = '',
): Sql =>
  type
    ? build(`${alias}${target} = `, param(documentId), ` AND ${alias}${type} = `, param(uid))
    : build(`${alias}${target} = `, param(documentId));

/** `column = ? AND column = ? …` for all columns. */
export const equals = (values: Iterable<readonly [string, unknown]>, alias = ''): Sql => {
  const parts: (string | Sql)[] = [];
  for (const [column, value] of values)
    parts.push(`${parts.length === 0 ? '' : ' AND '}${alias}${column} = `, param(value));
  return build(...parts);
};
