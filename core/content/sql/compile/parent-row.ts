// A statement whose rows get populated children: its alias, and the columns that the children need, here `document_id`.
//
// Query: author?fields=name&populate[articles][fields]=title
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'name',t1."name"), t1."document_id" FROM "author_list" t1
//     WHERE t1."stage" = ? ORDER BY t1.id LIMIT +?
import type { ContentType } from '../../model/compiled/content-type';
import type { Fragment } from './context';

/** Columns of a parent's row that its children need, each once. */
export class ExtraColumns {
  readonly columns: string[] = [];
  constructor(private readonly first: number) {}

  add(expr: string): number {
    const known = this.columns.indexOf(expr);
    return this.first + (known >= 0 ? known : this.columns.push(expr) - 1);
  }
}

export interface ParentRow {
  readonly alias: string;
  readonly type: ContentType;
  readonly extras: ExtraColumns;
  /** From FROM to the end, where a second read of the rows costs little. Children then need no list of keys. */
  readonly reread: Fragment | null;
}
