// Finds rows that a unique index should refuse, since an index can be corrupt or missing. Example: two rows of a document with
// equal axis values. Also finds unknown axis values, and a second document of a single type.
import type { Tx } from '../../../database/database';
import type { TableSpec } from '../../../database/tables';
import { singleDocumentOf } from '../../model/compiled/content-scope';
import type { ContentType } from '../../model/compiled/content-type';
import { LINK } from '../../model/compiled/content-type';
import type { DoctorCheck, DoctorContext, Finding } from '../check';
import type { CheckSources } from '../examination';

const LIMIT = 500;

export const rowsCheck = ({ schema, state }: CheckSources): DoctorCheck => ({
  name: 'rows',
  description: 'one row per document and axis values, one link per position of a list',
  async *run(context) {
    for (const table of state.tables) {
      const unique = table.indexes.filter((index) => index.unique).map(({ columns }) => columns);
      if (table.primaryKey?.[0] === LINK.source) unique.push(table.primaryKey);
      for (const columns of unique) yield* duplicateKeys(table, columns, context);
    }
    for (const type of schema.types.values()) {
      yield* unknownAxisValues(type, state.ledger.entries, context);
      if (type.kind === 'singleType') yield* extraDocuments(type, context);
    }
  },
});

async function* duplicateKeys(
  table: TableSpec,
  columns: readonly string[],
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const names = columns.map((name) => dialect.id(name)).join(', ');
  const present = columns.map((name) => `${dialect.id(name)} IS NOT NULL`).join(' AND ');
  const rows = await all(
    `SELECT ${names}, COUNT(*) FROM ${dialect.id(table.name)} WHERE ${present} GROUP BY ${names} HAVING COUNT(*) > 1 ORDER BY ${names} LIMIT ${LIMIT}`,
  );
  const renumbered = new Set<unknown>();
  for (const row of rows) {
    const values = columns.map((column, at) => `${column} ${String(row[at])}`).join(', ');
    const where = `${table.name} (${table.owner})`;
    const message = `${String(row.at(-1))} rows of ${table.name} have ${values}`;
    if (columns[0] !== LINK.source) yield { where, message: `${message}; keep one of them` };
    else if (columns[1] !== LINK.order)
      yield { where, message, fix: (tx) => keepFirst(tx, table, columns, row.slice(0, -1), dialect) };
    else if (!renumbered.has(row[0])) {
      renumbered.add(row[0]);
      yield { where, message, fix: (tx) => renumber(tx, table, row[0], dialect) };
    }
  }
}

/** Removes later links to a target that is already in the list. */
async function keepFirst(
  tx: Tx,
  table: TableSpec,
  columns: readonly string[],
  values: readonly unknown[],
  { id }: Pick<DoctorContext['dialect'], 'id'>,
): Promise<void> {
  const [name, order] = [id(table.name), id(LINK.order)];
  const same = columns.map((column) => `${id(column)} = ?`).join(' AND ');
  const [, ...others] = await tx.all(`SELECT ${order} FROM ${name} WHERE ${same} ORDER BY ${order}`, values);
  for (const [place] of others)
    await tx.run(`DELETE FROM ${name} WHERE ${same} AND ${order} = ?`, [...values, place]);
  tx.touch(table.name);
}

/** Numbers the list from 1 in its present order; the target decides between equal positions. */
async function renumber(
  tx: Tx,
  table: TableSpec,
  source: unknown,
  { id }: Pick<DoctorContext['dialect'], 'id'>,
): Promise<void> {
  const key = table.columns
    .map(({ name }) => name)
    .filter((name) => name !== LINK.order && name !== LINK.inverseOrder);
  const name = id(table.name);
  const rows = await tx.all(
    `SELECT ${key.map(id).join(', ')} FROM ${name} WHERE ${id(LINK.source)} = ? ORDER BY ${[LINK.order, ...key].map(id).join(', ')}`,
    [source],
  );
  const where = key.map((column) => `${id(column)} = ?`).join(' AND ');
  for (const [position, row] of rows.entries())
    await tx.run(`UPDATE ${name} SET ${id(LINK.order)} = ? WHERE ${where}`, [position + 1, ...row]);
  tx.touch(table.name);
}

async function* unknownAxisValues(
  type: { readonly uid: string; readonly table: string },
  entries: CheckSources['state']['ledger']['entries'],
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  for (const { uid, axis, column, store } of entries) {
    if (uid !== type.uid) continue;
    const name = dialect.id(column);
    const wrong = store.kind === 'enum' ? `${name} < 0 OR ${name} >= ${store.values.length}` : `${name} = ''`;
    const rows = await all(
      `SELECT id, document_id, ${name} FROM ${dialect.id(type.table)} WHERE ${wrong} ORDER BY id LIMIT ${LIMIT}`,
    );
    for (const [id, documentId, value] of rows)
      yield {
        where: `${type.uid}, axis ${axis}`,
        message: `the row ${id} of ${documentId} has the unknown value "${String(value)}"; no read shows it`,
      };
  }
}

async function* extraDocuments(type: ContentType, { all, dialect }: DoctorContext): AsyncIterable<Finding> {
  const scopes = type.scopes.map(({ attribute }) => attribute);
  const columns = ['document_id', ...scopes.map(({ column }) => column)];
  const others = scopes.length === 0 ? ' WHERE document_id <> ?' : '';
  const rows = await all(
    `SELECT DISTINCT ${columns.map((column) => dialect.id(column)).join(', ')} FROM ${dialect.id(type.table)}${others} LIMIT ${LIMIT}`,
    scopes.length === 0 ? [singleDocumentOf(type, () => null)] : [],
  );
  for (const [documentId, ...values] of rows) {
    if (documentId === singleDocumentOf(type, (attribute) => values[scopes.indexOf(attribute)] ?? null))
      continue;
    yield {
      where: type.uid,
      message: `the document ${documentId} of a single type has the wrong documentId; no read shows it`,
    };
  }
}
