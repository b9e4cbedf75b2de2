// Reads rows of the plugin's own types by their columns, including private attributes, which document queries cannot read.
// Each condition is compiled to a statement once.
import type { ContentType, Database, Row } from '../../core';

export interface StoredReader {
  /** `condition` is SQL of this plugin; attribute names in braces (`{email} = ?`) become columns, `{table}` the table. */
  all(condition: string, params: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
}

/** `parsed`: attributes that are returned as in a document, converted from their column. */
export function createStoredReader(
  database: Database,
  type: ContentType,
  attributes: readonly string[],
  parsed: readonly string[] = [],
): StoredReader {
  const { dialect } = database;
  const columnOf = (name: string): string => {
    const attribute = type.scalars.get(name) ?? type.attributes.get(name);
    const column =
      attribute?.kind === 'scalar'
        ? attribute.column
        : attribute?.kind === 'relation' && attribute.storage.kind === 'column'
          ? attribute.storage.column
          : null;
    if (column === null) throw new Error(`${type.uid}.${name} has no column`);
    return dialect.id(column);
  };
  const document = dialect.jsonRow(
    parsed.flatMap((name) => {
      const attribute = type.attributes.get(name);
      return attribute?.kind === 'scalar'
        ? [[name, attribute.type.json(columnOf(name), dialect, attribute.options)] as const]
        : [];
    }),
  );
  const columns = [...attributes.map(columnOf), ...(parsed.length > 0 ? [document] : [])].join(', ');
  const statements = new Map<string, { readonly sql: string; readonly name: string }>();
  const statementOf = (condition: string) => {
    let statement = statements.get(condition);
    if (!statement) {
      const where = condition.replace(/\{(\w+)\}/g, (_all, name: string) =>
        name === 'table' ? dialect.id(type.table) : columnOf(name),
      );
      const text = `SELECT ${columns} FROM ${dialect.id(type.table)} WHERE ${where} ORDER BY id`;
      statement = { sql: dialect.finish(text), name: `${type.table} ${condition}` };
      statements.set(condition, statement);
    }
    return statement;
  };
  return {
    async all(condition, params) {
      const statement = statementOf(condition);
      const rows = await database.read(function* () {
        const [found = []]: Row[][] = yield [{ statement, params }];
        return found;
      });
      return rows.map((row) => ({
        ...(parsed.length > 0 ? (JSON.parse(String(row[attributes.length])) as Record<string, unknown>) : {}),
        ...Object.fromEntries(attributes.map((name, at) => [name, row[at]])),
      }));
    },
  };
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 't' || value === 1n;
