// A row whose populated nodes are being compiled: its alias, and the columns it must carry for them.
import type { ContentType } from '../../schema/content-type';
import type { Fragment } from './context';

/** Columns of a parent's row that its populated nodes need, each asked for once. */
export class ExtraColumns {
  readonly columns: string[] = [];
  constructor(private readonly first: number) {}

  add(expr: string): number {
    const known = this.columns.indexOf(expr);
    return this.first + (known >= 0 ? known : this.columns.push(expr) - 1);
  }
}

/** A statement whose rows are being given children. */
export interface ParentRow {
  readonly alias: string;
  readonly type: ContentType;
  readonly extras: ExtraColumns;
  /** From FROM to the end of the statement, where reading the rows twice costs next to nothing: children can be read beside them. */
  readonly again: Fragment | null;
}
