// Checks the tables that a tap of `schema.tables` adds or changes, before the database is asked to make them.
import { type Issue, runCheck } from '../kernel/check/check';
import {
  anyOf,
  array,
  boolean,
  callable,
  integer,
  nearest,
  number,
  optional,
  string,
} from '../kernel/check/checks';
import { part, variants } from '../kernel/check/part';
import { type Mistake, StartupError } from '../kernel/errors/startup-error';
import { authorName } from '../kernel/registry/author-name';
import { mistakesOf } from '../kernel/registry/refuse-mistakes';
import type { TableSpec } from './tables';

const LONGEST = 63;

export const sqlName = string({
  pattern: new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${LONGEST - 1}}$`),
  expected: `a name of letters, digits and underscores, at most ${LONGEST} characters`,
});

const kind = string();
const plain = part({ kind });

export const columnSpecs = {
  string: part({ kind, length: integer({ min: 1, max: 16_383 }) }),
  text: plain,
  json: plain,
  integer: plain,
  small: plain,
  double: plain,
  decimal: part({ kind, precision: integer({ min: 1, max: 65 }), scale: integer({ min: 0, max: 30 }) }),
  boolean: plain,
};

/** What `column()` of an attribute type returns. */
export const columnSpecCheck = variants('kind', columnSpecs);

const tableCheck = part(
  {
    name: sqlName,
    columns: array(
      part({
        name: sqlName,
        spec: variants('kind', { ...columnSpecs, id: part({ kind, reuse: optional(boolean()) }) }),
        notNull: optional(boolean()),
        default: optional(anyOf('a text or a number', string(), number())),
        fill: optional(callable()),
      }),
      { min: 1 },
    ),
    primaryKey: optional(array(sqlName, { min: 1 })),
    indexes: array(
      part({
        name: sqlName,
        columns: array(sqlName, { min: 1 }),
        unique: boolean(),
        attributes: optional(array(string())),
        search: optional(boolean()),
      }),
    ),
    foreignKeys: optional(array(part({ column: sqlName, table: sqlName, references: sqlName }))),
    owner: string({ min: 1 }),
  },
  { missing: { indexes: '; write [] for a table without indexes' } },
);

/** Runs `change`, and throws a StartupError when a table that it added or changed has a mistake. */
export function checkChanges(tables: TableSpec[], plugin: string, change: () => unknown): void {
  const before = new Map(tables.map((table) => [table, sizeOf(table)]));
  change();
  const mistakes = tables.flatMap((table, index) =>
    before.get(table) === sizeOf(table) ? [] : mistakesIn(table, index, tables, plugin),
  );
  if (mistakes.length > 0)
    throw new StartupError(
      `The tables that ${authorName(plugin)} adds in schema.tables are wrong:`,
      mistakes,
    );
}

const sizeOf = ({ columns, indexes }: TableSpec): string => `${columns?.length} ${indexes?.length}`;

function mistakesIn(
  table: TableSpec,
  index: number,
  tables: readonly TableSpec[],
  plugin: string,
): Mistake[] {
  const { issues } = runCheck(tableCheck, table);
  if (issues.length === 0) issues.push(...namesIn(table, tables));
  return mistakesOf(issues, plugin, `table ${typeof table?.name === 'string' ? table.name : index}`);
}

function namesIn(table: TableSpec, tables: readonly TableSpec[]): Issue[] {
  const { name, columns, primaryKey, indexes, foreignKeys = [] } = table;
  const issues: Issue[] = [];
  const add = (path: Issue['path'], message: string): number => issues.push({ path, message });
  const names = columns.map((column) => column.name);
  const other = tables.find((one) => one !== table && one.name === name);
  if (other) add([], `the name is taken by ${other.owner}; rename one of the tables`);
  const twice = names.find((one, at) => names.indexOf(one) < at);
  if (twice !== undefined) add(['columns'], `the column "${twice}" stands twice; remove one`);
  const known = (path: Issue['path'], column: string): void => {
    if (names.includes(column)) return;
    const near = nearest(column, names);
    add(path, `there is no column "${column}"${near ? `; did you mean "${near}"?` : ''}`);
  };
  for (const [at, column] of (primaryKey ?? []).entries()) known(['primaryKey', at], column);
  if (!primaryKey && !columns.some(({ spec }) => spec.kind === 'id'))
    add(['columns'], "the table has no key; add a column of the kind 'id', or `primaryKey`");
  for (const [at, index] of indexes.entries())
    for (const [place, column] of index.columns.entries()) known(['indexes', at, 'columns', place], column);
  for (const [at, { column, table: target, references }] of foreignKeys.entries()) {
    known(['foreignKeys', at, 'column'], column);
    const found = tables.find((one) => one.name === target);
    if (!found) add(['foreignKeys', at, 'table'], `there is no table "${target}"`);
    else if (!found.columns.some((one) => one.name === references))
      add(['foreignKeys', at, 'references'], `the table "${target}" has no column "${references}"`);
  }
  return issues;
}
