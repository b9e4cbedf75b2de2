// What of its own tables a plugin puts into the archives of `quire export`. Tables that no part names stay where they are.
import { anyOf, array, boolean, callable, number, optional, record, string } from '../kernel/check/checks';
import { part } from '../kernel/check/part';

export interface ArchivedTables {
  /** The word of `--only` and `--exclude`: `webhooks`. */
  readonly name: string;
  /** By name, as `app.model` declares them. They go into an archive together. */
  readonly tables: Readonly<Record<string, ArchivedTable>>;
  /** The rows are secrets: an export has them only if it is asked for secrets. */
  readonly secret?: boolean;
  /** Content types whose documents the rows name, such as users. Without them, the rows are left out. */
  readonly needs?: readonly string[];
  /** Before the rows here are removed (`--replace`), inside the transaction of the import. */
  clear?(): Promise<void>;
  /** After all rows are written, inside the transaction of the import. Returns lines of the report. */
  finish?(imported: ImportedContent): Promise<readonly string[]>;
}

export interface ImportedContent {
  /** The uids of the content types whose documents the import wrote. */
  readonly types: ReadonlySet<string>;
}

export interface ArchivedTable {
  /** Columns that are not taken over. Imported rows have their default, or null. */
  readonly omits?: readonly string[];
  /** Only rows with these values. Others belong to this application, such as those of its configuration. */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
  /** The document that a row belongs to: an import removes rows whose document does not exist. */
  readonly belongsTo?: (
    | { /** The column with the documentId. */ readonly document: string }
    | { /** The column with the id of the row of the document. */ readonly row: string }
  ) & {
    /** A uid, or the column with it. */
    readonly type: string;
  };
  /** Rows with content of documents: those of types that are not chosen are left out. */
  readonly ofType?: {
    /** The column with the uid, or, with `table`, the one with the key of that table. */
    readonly column: string;
    /** An earlier table of the same part, which has `ofType` and a key of one column. */
    readonly table?: string;
  };
}

const text = string({ min: 1 });

export const archivedTablesCheck = part({
  name: text,
  tables: record(
    part({
      omits: optional(array(text)),
      where: optional(record(anyOf('a text, a number or a boolean', string(), number(), boolean()))),
      belongsTo: optional(part({ document: optional(text), row: optional(text), type: text })),
      ofType: optional(part({ column: text, table: optional(text) })),
    }),
  ),
  secret: optional(boolean()),
  needs: optional(array(text)),
  clear: optional(callable()),
  finish: optional(callable()),
});

/** The words that an archive has already. */
const TAKEN = ['files', 'settings'];

export const archivedName = (name: string): string | undefined =>
  /^[a-z][a-z0-9-]*$/.test(name) && !TAKEN.includes(name)
    ? undefined
    : `expected lower-case letters, digits and dashes, like "webhooks", and none of ${TAKEN.join(', ')}`;
