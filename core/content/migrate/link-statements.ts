// Statements for the links of a changed relation. They find the links that the relation cannot keep, and move the others.

import type { Dialect } from '../../database/dialect';
import { constant } from '../../database/dialects/marks';
import type { Uid } from '../model/compiled/content-type';
import type { LinkPlace } from './link-place';

/** The links that a relation can have after its change. Links that break a rule are lost. */
export interface LinkRules {
  /** The tables that must have the document, by the type that a link names. null: any document; empty: none. */
  readonly targets: ReadonlyMap<Uid, string> | null;
  /** The types that a link may name: a type under its present and former uids. null: any. */
  readonly types: readonly Uid[] | null;
  /** A row has one link. */
  readonly isSingle: boolean;
  /** A target has one link among rows of equal values in these columns. null: it may have many. */
  readonly exclusive: readonly string[] | null;
}

export interface CountStatements {
  /** The number of links. */
  readonly all: string;
  /** Of links that name another type or a missing document. */
  readonly unfit: string | null;
  /** Of fit links that are too many: one SELECT per rule. Links that broke a rule before do not count. */
  readonly surplus: readonly string[];
}

export function countStatements(
  place: LinkPlace,
  rules: LinkRules,
  rows: string,
  dialect: Dialect,
): CountStatements {
  const { id } = dialect;
  const [table, row, target] = [id(place.table), id(place.row), id(place.target)];
  const order = place.order === null ? '1' : id(place.order);
  const pins = Object.values(place.pins).map((pin) => id(pin));
  const pass = passing(place, rules, dialect);
  const isLinked = `${target} IS NOT NULL`;
  const select = [
    `${row} AS r`,
    `${target} AS t`,
    `${order} AS o`,
    ...pins.map((pin, at) => `${pin} AS p${at}`),
  ];
  const kept = `(SELECT ${select.join(', ')} FROM ${table} WHERE ${isLinked}${pass === null ? '' : ` AND ${pass}`})`;
  const surplus: string[] = [];
  const isOneOfMany = rules.isSingle && place.order !== null;
  if (isOneOfMany) surplus.push(`SELECT COUNT(*) - COUNT(DISTINCT r) FROM ${kept} k`);
  if (rules.exclusive) {
    const group = [
      'k.t',
      ...pins.map((_, at) => `k.p${at}`),
      ...rules.exclusive.map((axis) => `s.${id(axis)}`),
    ];
    const first = isOneOfMany ? ` WHERE k.o = (SELECT MIN(f.o) FROM ${kept} f WHERE f.r = k.r)` : '';
    surplus.push(
      `SELECT COALESCE(SUM(n - 1), 0) FROM (SELECT COUNT(*) AS n FROM ${kept} k JOIN ${id(rows)} s ON s.id = k.r${first} GROUP BY ${group.join(', ')}) g`,
    );
  }
  const all = `SELECT COUNT(*) FROM ${table} WHERE ${isLinked}`;
  return { all, unfit: pass === null ? null : `${all} AND NOT (${pass})`, surplus };
}

/** A condition on the rows with links that break a rule. Of targets that one row may link, it finds each row that links them. */
export function losingRows(place: LinkPlace, rules: LinkRules, rows: string, dialect: Dialect): string {
  const { id } = dialect;
  const [table, row, target] = [id(place.table), id(place.row), id(place.target)];
  const pass = passing(place, rules, dialect);
  const from = `SELECT ${row} FROM ${table} WHERE ${target} IS NOT NULL`;
  const unfit = pass === null ? [] : [`${from} AND NOT (${pass})`];
  const single =
    rules.isSingle && place.order !== null ? [`${from} GROUP BY ${row} HAVING COUNT(*) > 1`] : [];
  const shared = rules.exclusive
    ? [`${from} AND ${target} IN (SELECT ${target} FROM ${table} GROUP BY ${target} HAVING COUNT(*) > 1)`]
    : [];
  return (
    [...unfit, ...single, ...shared].map((each) => `${id(rows)}.id IN (${each})`).join(' OR ') || '1 = 0'
  );
}

/** Removes the links that break a rule, in the order of `countStatements`. `empty`: `other_doc = NULL, …` of a row without a link. */
export function removeStatements(
  place: LinkPlace,
  rules: LinkRules,
  rows: string,
  empty: string,
  dialect: Dialect,
): string[] {
  const { id } = dialect;
  const [table, row, target] = [id(place.table), id(place.row), id(place.target)];
  const remove = (condition: string): string =>
    place.order === null
      ? `UPDATE ${table} SET ${empty} WHERE ${target} IS NOT NULL AND ${condition}`
      : `DELETE FROM ${table} WHERE ${condition}`;
  const pass = passing(place, rules, dialect);
  const statements = pass === null ? [] : [remove(`NOT (${pass})`)];
  if (rules.isSingle && place.order !== null) {
    const order = id(place.order);
    statements.push(
      remove(
        `EXISTS (SELECT 1 FROM (SELECT ${row} AS r, MIN(${order}) AS o FROM ${table} GROUP BY ${row}) f WHERE f.r = ${table}.${row} AND f.o < ${table}.${order})`,
      ),
    );
  }
  if (rules.exclusive) {
    const pins = Object.values(place.pins).map((pin) => `l.${id(pin)}`);
    const group = [`l.${target}`, ...pins, ...rules.exclusive.map((axis) => `s.${id(axis)}`)].join(', ');
    statements.push(
      remove(
        `${table}.${row} NOT IN (SELECT first FROM (SELECT MIN(s.id) AS first FROM ${table} l JOIN ${id(rows)} s ON s.id = l.${row} WHERE l.${target} IS NOT NULL GROUP BY ${group}) f)`,
      ),
    );
  }
  return statements;
}

/** Copies all links to another place, and leaves none. `type`: the target type of links that did not name it. */
export function moveStatements(
  from: LinkPlace,
  to: LinkPlace,
  type: string | null,
  empty: string,
  { id }: Dialect,
): string[] {
  const axes = Object.keys(to.pins).filter((axis) => Object.hasOwn(from.pins, axis));
  const typeOf = from.type === null ? (type === null ? 'NULL' : constant(type)) : id(from.type);
  const pairs: (readonly [to: string, from: string])[] = [
    [to.target, id(from.target)],
    [to.inverseOrder, id(from.inverseOrder)],
    ...(to.type === null ? [] : [[to.type, typeOf] as const]),
    ...axes.map((axis) => [to.pins[axis] ?? '', id(from.pins[axis] ?? '')] as const),
  ];
  const [table, source] = [id(to.table), id(from.table)];
  if (to.order !== null) {
    const columns = [to.row, to.order, ...pairs.map(([column]) => column)].map((column) => id(column));
    const values = [id(from.row), '1', ...pairs.map(([, value]) => value)];
    return [
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${source} WHERE ${id(from.target)} IS NOT NULL`,
      `UPDATE ${source} SET ${empty} WHERE ${id(from.target)} IS NOT NULL`,
    ];
  }
  const of = (value: string): string =>
    `(SELECT ${value} FROM ${source} l WHERE l.${id(from.row)} = ${table}.${id(to.row)})`;
  const isLinked = `EXISTS (SELECT 1 FROM ${source} l WHERE l.${id(from.row)} = ${table}.${id(to.row)})`;
  return [
    `UPDATE ${table} SET ${pairs.map(([column, value]) => `${id(column)} = ${of(value)}`).join(', ')} WHERE ${isLinked}`,
    `DELETE FROM ${source}`,
  ];
}

/** null: every link passes. */
function passing(place: LinkPlace, { types, targets }: LinkRules, { id }: Dialect): string | null {
  const [table, target] = [id(place.table), id(place.target)];
  const names = (uids: readonly Uid[]): string =>
    `${id(place.type ?? '')} IN (${uids.map((uid) => constant(uid)).join(', ')})`;
  // DISTINCT: MySQL reads the table that it changes only as a derived table that it cannot merge.
  const isThere = (documents: string): string =>
    `EXISTS (SELECT 1 FROM (SELECT DISTINCT document_id FROM ${id(documents)}) d WHERE d.document_id = ${table}.${target})`;
  const conditions: string[] = [];
  if (types !== null && place.type !== null) conditions.push(names(types));
  if (targets?.size === 0) conditions.push('1 = 0');
  for (const [uid, documents] of targets ?? [])
    conditions.push(
      place.type === null || types !== null
        ? isThere(documents)
        : `(NOT ${names([uid])} OR ${isThere(documents)})`,
    );
  return conditions.length === 0 ? null : conditions.join(' AND ');
}
