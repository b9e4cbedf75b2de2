// Links to one target, in columns of the row.
// SQL: SELECT DISTINCT document_id FROM "articles" WHERE "cover_doc" = ? AND document_id <> ?
// SQL: UPDATE "articles" SET "cover_doc" = NULL, "cover_ord" = NULL, "updated_at" = ? WHERE "cover_doc" = ? AND document_id <> ?
import { build, param, type Sql } from '../../../database/sql';
import { type AxisDefinition, axisValueToStored, only } from '../../model/compiled/axis';
import { pendingColumnAt } from '../../model/compiled/axis-kind';
import { type ColumnRelation, isExclusive } from '../../model/compiled/columns';
import { type Link, type StoredLink, storedLink } from '../write/link';
import { RelinkGuard } from '../write/relink-guard';
import { storedValue } from '../write/stored-value';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { type ColumnValues, equals, type NewHolder, type RowHolder, type RowLinks } from './link-store';

export function createColumnLinks(plan: WritePlan, relation: ColumnRelation): RowLinks {
  const { dialect, type } = plan;
  const id = (name: string): string => dialect.id(name);
  const pins = plan.pinsOf(relation);
  const { column, orderColumn, typeColumn } = relation.storage;
  const at = {
    table: id(type.table),
    row: id('id'),
    target: id(column),
    type: typeColumn && id(typeColumn),
    inverseOrder: id(orderColumn),
  };
  // Along an axis that shares the relation, all rows have one target.
  const apart = type.axes.filter((use) => !use.shared.has(relation.name));
  const empty = valuesOf(null, 0);
  const cleared = Object.entries(empty)
    .map(([name, value]) => `${id(name)} = ${value === null ? 'NULL' : value === '' ? "''" : value}`)
    .join(', ');

  function valuesOf(link: Link | StoredLink | null, order: number): ColumnValues {
    return {
      [column]: link?.document ?? null,
      [orderColumn]: link ? order : null,
      ...(typeColumn ? { [typeColumn]: link?.type ?? null } : {}),
      ...pins.toColumns(link),
    };
  }

  function read({ values }: RowHolder): StoredLink[] {
    const document = storedValue(values, column);
    const target = relation.target ?? (typeColumn ? storedValue(values, typeColumn) : null);
    if (typeof document !== 'string' || typeof target !== 'string') return [];
    const held = pins.fromColumns(target, (name) => storedValue(values, name));
    return [storedLink(target, document, held, 1, Number(storedValue(values, orderColumn)))];
  }

  const remove = (condition: Sql): Sql => build(`UPDATE ${at.table} SET ${cleared} WHERE `, condition);

  /** The target of a one-to-one leaves rows of other documents that have the same axes. Rows of dormant axes keep it. */
  async function takeAway(session: WriteSession, holder: NewHolder, target: string): Promise<void> {
    const others = build(
      equals([
        [at.target, target],
        ...apart.map(({ axis }) => [id(axis.column), axisValueToStored(axis, axisAt(holder, axis))] as const),
        ...plan.pinned.map((pinned) => [id(pinned.column), pinned.value] as const),
      ]),
      ' AND document_id <> ',
      param(holder.documentId),
    );
    const guard = new RelinkGuard(session, type, relation);
    const rows = Object.fromEntries(apart.map(({ axis }) => [axis.name, only(axisAt(holder, axis))]));
    const found = await session.all(build(`SELECT DISTINCT document_id FROM ${at.table} WHERE `, others));
    if (found.length === 0) return;
    const losers = found.map(([document]) => String(document));
    await session.lock(losers.map((documentId) => ({ type: type.uid, documentId })));
    for (const loser of losers) await guard.examine(loser, rows);
    const time = await session.timeAfter(plan, losers);
    const pending = session.action.goesLive ? null : pendingColumnAt(type, holder.axes);
    const marks = build(
      ...(plan.updated ? [`, ${id(plan.updated)} = `, param(time)] : []),
      pending ? `, ${id(pending)} = 1` : '',
    );
    await session.run(build(`UPDATE ${at.table} SET ${cleared}`, marks, ' WHERE ', others));
    const changed = [plan.updated, pending].flatMap((name) => name ?? []);
    session.tx.touch(type.table, { columns: [...Object.keys(empty), ...changed] });
    for (const loser of losers) await guard.changed(loser, rows);
  }

  return {
    relation,
    at,
    read,
    empty,
    isEmpty: async (holder) => read(holder).length === 0,
    toStored({ wanted, gone, added }, moment) {
      return gone.length + added.length === 0 ? {} : valuesOf(wanted[0] ?? null, moment);
    },
    async releaseOneToOneTarget(session, holder, document) {
      if (document !== undefined && isExclusive(relation)) await takeAway(session, holder, document);
    },
    // The row takes its columns along.
    write: async () => undefined,
    clear: async () => undefined,
    copy: async () => false,
    remove,
    joined: { from: `${at.table} s`, alias: 's.' },
    ofRows: (condition) => condition,
    async link(session, { target, document, rows, isLinked, order }) {
      const values = Object.entries(valuesOf({ ...target, pins: {}, rowId: 0 }, order));
      const { changes } = await session.run(
        build(
          `UPDATE ${at.table} SET `,
          ...values.flatMap(([name, value], index) => [
            `${index > 0 ? ', ' : ''}${id(name)} = `,
            param(value),
          ]),
          ' WHERE document_id = ',
          param(document),
          rows,
          ` AND (${at.target} IS NULL OR NOT (`,
          isLinked,
          '))',
        ),
      );
      return changes > 0;
    },
  };
}

const axisAt = ({ axes }: NewHolder, { name, defaultValue }: AxisDefinition): string =>
  axes[name] ?? defaultValue();
