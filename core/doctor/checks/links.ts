// Links whose row or whose target is not there. A target is there while it has any row, hidden ones included. Documents named
// inside component entries are not looked at: a read leaves out those that are gone, and the next write of the entry drops them.

import { withoutLink } from '../../documents/column-links';
import type { WritePlan } from '../../documents/write-plan';
import type { ColumnRelation, TableRelation } from '../../schema/columns';
import { type ContentType, LINK, type RelationAttribute, type Schema } from '../../schema/content-type';
import type { DoctorCheck, DoctorContext, Finding } from '../check';
import type { CheckSources } from './check-sources';

const PAGE = 500;

export const linksCheck = ({ schema, planOf }: CheckSources): DoctorCheck => ({
  name: 'links',
  plugin: 'core',
  summary: 'every link leads from a row to a document that is there',
  async *run(context) {
    for (const type of schema.types.values()) {
      const plan = planOf(type);
      for (const relation of plan.linkTables) {
        yield* lostSources(plan, relation, context);
        for (const target of targetsOf(relation, schema)) yield* lostTargets(plan, relation, target, context);
      }
      for (const relation of plan.columnRelations) {
        for (const target of targetsOf(relation, schema))
          yield* lostTargetsOfColumn(plan, relation, target, context);
        yield* halfLinks(plan, relation, context);
      }
    }
  },
});

/** Types that are not in the schema now belong to plugins that are off: their links wait. */
function targetsOf({ target }: RelationAttribute, schema: Schema): ContentType[] {
  if (target === null) return [...schema.types.values()];
  const type = schema.types.get(target);
  return type ? [type] : [];
}

const placeOf = ({ type }: WritePlan, { name }: RelationAttribute): string => `${type.uid}, ${name}`;

async function* lostSources(
  plan: WritePlan,
  relation: TableRelation,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const { id } = dialect;
  const [links, source] = [id(relation.storage.table), id(LINK.source)];
  const isLost = `NOT EXISTS (SELECT 1 FROM ${id(plan.type.table)} s WHERE s.id = ${links}.${source})`;
  const text = `SELECT ${source}, COUNT(*) FROM ${links} WHERE ${source} > ? AND ${isLost} GROUP BY ${source} ORDER BY ${source} LIMIT ${PAGE}`;
  for await (const [row, count] of byKey(all, text, [], 0))
    yield {
      where: placeOf(plan, relation),
      message: `${count} links of the row ${row}, which does not exist`,
      async fix(tx) {
        await tx.run(`DELETE FROM ${links} WHERE ${source} = ? AND ${isLost}`, [row]);
        tx.touch(relation.storage.table);
      },
    };
}

async function* lostTargets(
  plan: WritePlan,
  relation: TableRelation,
  target: ContentType,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const { id } = dialect;
  const [links, column] = [id(relation.storage.table), id(LINK.target)];
  const typed = relation.storage.typed ? ` AND ${id(LINK.type)} = ?` : '';
  const params = relation.storage.typed ? [target.uid] : [];
  const isLost = `NOT EXISTS (SELECT 1 FROM ${id(target.table)} t WHERE t.document_id = ${links}.${column})`;
  const text = `SELECT ${column}, COUNT(*) FROM ${links} WHERE ${column} > ?${typed} AND ${isLost} GROUP BY ${column} ORDER BY ${column} LIMIT ${PAGE}`;
  for await (const [document, count] of byKey(all, text, params, ''))
    yield {
      where: placeOf(plan, relation),
      message: `${count} links to ${target.uid} ${document}, which does not exist`,
      async fix(tx) {
        await tx.run(`DELETE FROM ${links} WHERE ${column} = ?${typed} AND ${isLost}`, [document, ...params]);
        tx.touch(relation.storage.table);
      },
    };
}

async function* lostTargetsOfColumn(
  plan: WritePlan,
  relation: ColumnRelation,
  target: ContentType,
  context: DoctorContext,
): AsyncIterable<Finding> {
  const { all, dialect } = context;
  const { id } = dialect;
  const { column, typeColumn } = relation.storage;
  const [table, value] = [id(plan.type.table), id(column)];
  const typed = typeColumn ? ` AND ${id(typeColumn)} = ?` : '';
  const params = typeColumn ? [target.uid] : [];
  // A table may point at itself: what is looked for goes by a name of its own.
  const isLost = `NOT EXISTS (SELECT 1 FROM ${id(target.table)} t WHERE t.document_id = r.${value})`;
  const text = `SELECT r.id, r.document_id, r.${value} FROM ${table} r WHERE r.id > ?${typed} AND r.${value} IS NOT NULL AND ${isLost} ORDER BY r.id LIMIT ${PAGE}`;
  for await (const [row, documentId, document] of byKey(all, text, params, 0))
    yield {
      where: placeOf(plan, relation),
      message: `the row ${row} of ${documentId} points at ${target.uid} ${document}, which does not exist`,
      async fix(tx) {
        await clearLink(tx, plan, relation, row, document, context);
      },
    };
}

/** A target without a place on the other side, or a place without a target. */
async function* halfLinks(
  plan: WritePlan,
  relation: ColumnRelation,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const { id } = dialect;
  const { column, orderColumn } = relation.storage;
  const table = id(plan.type.table);
  const [value, order] = [id(column), id(orderColumn)];
  const isHalf = `((${value} IS NULL AND ${order} IS NOT NULL) OR (${value} IS NOT NULL AND ${order} IS NULL))`;
  const text = `SELECT id, document_id FROM ${table} WHERE id > ? AND ${isHalf} ORDER BY id LIMIT ${PAGE}`;
  for await (const [row, documentId] of byKey(all, text, [], 0))
    yield {
      where: placeOf(plan, relation),
      message: `the row ${row} of ${documentId} has a target without a place on the other side, or a place without a target`,
      async fix(tx) {
        await tx.run(
          `UPDATE ${table} SET ${order} = CASE WHEN ${value} IS NULL THEN NULL ELSE 0 END WHERE id = ? AND ${isHalf}`,
          [row],
        );
        tx.touch(plan.type.table);
      },
    };
}

async function clearLink(
  tx: Parameters<NonNullable<Finding['fix']>>[0],
  plan: WritePlan,
  relation: ColumnRelation,
  row: unknown,
  document: unknown,
  { dialect, schema }: DoctorContext,
): Promise<void> {
  const { id } = dialect;
  await tx.run(
    `UPDATE ${id(plan.type.table)} SET ${withoutLink(plan, relation, schema, dialect)} WHERE id = ? AND ${id(relation.storage.column)} = ?`,
    [row, document],
  );
  tx.touch(plan.type.table);
}

/** Pages of a statement whose first mark and first column are the key it is ordered by. */
async function* byKey(
  all: DoctorContext['all'],
  text: string,
  params: readonly unknown[],
  first: string | number,
): AsyncIterable<readonly unknown[]> {
  for (let after: unknown = first; ; ) {
    const rows = await all(text, [after, ...params]);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.[0];
  }
}
