// Finds links whose row or target is missing. A target exists while it has any row, dormant rows included. Links in component
// entries are not checked: reads omit missing targets, and the next write of the entry removes them.

import { ROWS_PER_PAGE } from '../../../database/rows-per-page';
import { linkedWith, type RowLinks } from '../../documents/links/link-store';
import { linksOf } from '../../documents/links/row-links';
import type { ContentType, RelationAttribute, Schema } from '../../model/compiled/content-type';
import type { DoctorCheck, DoctorContext, Finding } from '../check';
import type { CheckSources } from '../examination';

export const linksCheck = ({ schema, planOf }: CheckSources): DoctorCheck => ({
  name: 'links',
  description: 'the row and the target of every link exist',
  async *run(context) {
    for (const type of schema.types.values()) {
      const { all, columns, tables } = linksOf(planOf(type));
      for (const store of tables) yield* linksWithoutRow(type, store, context);
      for (const store of all)
        for (const target of targetsOf(store.relation, schema))
          yield* linksWithoutTarget(type, store, target, context);
      for (const store of columns) yield* halfLinks(type, store, context);
    }
  },
});

/** Empty for the type of a disabled plugin: its links stay. */
function targetsOf({ target }: RelationAttribute, schema: Schema): ContentType[] {
  if (target === null) return [...schema.types.values()];
  const type = schema.types.get(target);
  return type ? [type] : [];
}

const placeOf = ({ uid }: ContentType, { relation }: RowLinks): string => `${uid}, ${relation.name}`;

const tableOf = (type: ContentType, { relation: { storage } }: RowLinks): string =>
  storage.kind === 'table' ? storage.table : type.table;

async function* linksWithoutRow(
  type: ContentType,
  store: RowLinks,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const { table, row: source } = store.at;
  const isLost = `NOT EXISTS (SELECT 1 FROM ${dialect.id(type.table)} s WHERE s.id = ${table}.${source})`;
  const text = `SELECT ${source}, COUNT(*) FROM ${table} WHERE ${source} > ? AND ${isLost} GROUP BY ${source} ORDER BY ${source} LIMIT ${ROWS_PER_PAGE.read}`;
  for await (const [row, count] of byKey(all, text, [], 0))
    yield {
      where: placeOf(type, store),
      message: `the row ${row} does not exist; links of it: ${count}`,
      async fix(tx) {
        await tx.run(`DELETE FROM ${table} WHERE ${source} = ? AND ${isLost}`, [row]);
        tx.touch(tableOf(type, store));
      },
    };
}

async function* linksWithoutTarget(
  type: ContentType,
  store: RowLinks,
  target: ContentType,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const { at } = store;
  const targets = dialect.id(target.table);
  const typed = at.type ? ` AND r.${at.type} = ?` : '';
  // The alias `r` is needed because a table may link to itself.
  const { onDelete } = store.relation;
  // A relation with a cascade is a column of its document.
  const holder = onDelete === 'cascade' ? `, MIN(r.${dialect.id('document_id')})` : '';
  const text = `SELECT r.${at.target}, COUNT(*)${holder} FROM ${at.table} r WHERE r.${at.target} > ?${typed} AND NOT EXISTS (SELECT 1 FROM ${targets} t WHERE t.document_id = r.${at.target}) GROUP BY r.${at.target} ORDER BY r.${at.target} LIMIT ${ROWS_PER_PAGE.read}`;
  for await (const [document, count, first] of byKey(all, text, at.type ? [target.uid] : [], '')) {
    const where = placeOf(type, store);
    const message = `${target.uid} ${document} does not exist; links to it: ${count}`;
    if (onDelete === 'cascade') {
      // Only the link says which documents these are.
      yield { where, message: `${message}. ${cascadeRemedy(first)}` };
      continue;
    }
    yield {
      where,
      message: onDelete === 'restrict' ? `${message}. ${RESTRICT_REMEDY}` : message,
      async fix(tx) {
        const there = await tx.all(`SELECT 1 FROM ${targets} WHERE document_id = ?`, [document]);
        if (there.length > 0) return;
        const { text: removal, params } = store.remove(linkedWith(at, target.uid, String(document)));
        await tx.run(removal, params);
        tx.touch(tableOf(type, store));
      },
    };
  }
}

const RESTRICT_REMEDY =
  'The relation has "onDelete": "restrict", so it should exist; restore it, or remove the links';

const cascadeRemedy = (first: unknown): string =>
  `The relation has "onDelete": "cascade", so documents with this link should be gone (the first: ${first}); delete them, or clear the relation`;

/** Rows with a target but no position in the inverse list, or with a position but no target. */
async function* halfLinks(
  type: ContentType,
  store: RowLinks,
  { all }: DoctorContext,
): AsyncIterable<Finding> {
  const { table, target, inverseOrder: order } = store.at;
  const isHalf = `((${target} IS NULL AND ${order} IS NOT NULL) OR (${target} IS NOT NULL AND ${order} IS NULL))`;
  const text = `SELECT id, document_id FROM ${table} WHERE id > ? AND ${isHalf} ORDER BY id LIMIT ${ROWS_PER_PAGE.read}`;
  for await (const [row, documentId] of byKey(all, text, [], 0))
    yield {
      where: placeOf(type, store),
      message: `the row ${row} of ${documentId} has a target without a position in the inverse list, or a position without a target`,
      async fix(tx) {
        await tx.run(
          `UPDATE ${table} SET ${order} = CASE WHEN ${target} IS NULL THEN NULL ELSE 0 END WHERE id = ? AND ${isHalf}`,
          [row],
        );
        tx.touch(type.table);
      },
    };
}

/** All rows of `text`, page by page. Its first parameter and its first column are the key of its order. */
async function* byKey(
  all: DoctorContext['all'],
  text: string,
  params: readonly unknown[],
  first: string | number,
): AsyncIterable<readonly unknown[]> {
  for (let after: unknown = first; ; ) {
    const rows = await all(text, [after, ...params]);
    yield* rows;
    if (rows.length < ROWS_PER_PAGE.read) return;
    after = rows.at(-1)?.[0];
  }
}
