// Links to many targets, in rows of a link table.
// SQL: SELECT "source_id", "target", "ord", "inv_ord" FROM "articles_tags_lnk" WHERE "source_id" = ? ORDER BY "ord"
// SQL: DELETE FROM "articles_tags_lnk" WHERE "source_id" = ? AND "target" IN (SELECT value FROM json_each(?))
// SQL: INSERT INTO "articles_tags_lnk" ("source_id", "target", "ord", "inv_ord") VALUES (?, ?, ?, ?)
//
// When a write replaces all links of a working row and then copies this row to the shown row, the links of both rows change together:
// DELETE FROM "articles_tags_lnk" WHERE "source_id" IN (?, ?)

import { build, param, type Sql } from '../../../database/sql';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { TableRelation } from '../../model/compiled/columns';
import { LINK } from '../../model/compiled/content-type';
import { isStored, type Link, linkKey, type StoredLink, storedLink } from '../write/link';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { assignOrders } from './link-order';
import type { RowHolder, RowLinks } from './link-store';

/** Rows per INSERT. A list is cut into these sizes, so few different statements exist. */
const CHUNKS = [64, 16, 10, 8, 6, 5, 4, 3, 2, 1];

/** Stored links can have equal keys; their places differ. */
const rowKey = (link: Link | StoredLink): string => (isStored(link) ? `at ${link.order}` : linkKey(link));

export function createTableLinks(plan: WritePlan, relation: TableRelation): RowLinks {
  const { dialect } = plan;
  const { table, typed } = relation.storage;
  const id = (name: string): string => dialect.id(name);
  const pins = plan.pinsOf(relation);
  const pinNames = Object.keys(pins.none);
  const names = [
    LINK.source,
    LINK.target,
    ...(typed ? [LINK.type] : []),
    ...pinNames,
    LINK.order,
    LINK.inverseOrder,
  ];
  const columns = names.map(id);
  const [, ...others] = columns;
  const at = {
    table: id(table),
    row: id(LINK.source),
    target: id(LINK.target),
    type: typed ? id(LINK.type) : null,
    inverseOrder: id(LINK.inverseOrder),
  };
  const rows = id(plan.type.table);
  const order = id(LINK.order);
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const insertInto = `INSERT INTO ${at.table} (${columns.join(', ')})`;
  const copy = `${insertInto} SELECT s.id, ${others.map((column) => `l.${column}`).join(', ')} FROM ${at.table} l, ${rows} s WHERE l.${at.row} = ? AND s.id = ?`;
  const same = `l.${at.row} = ?${others.map((column) => ` AND l.${column} = k.${column}`).join('')}`;
  /** Built once: databases find prepared statements by their text, and fastest by an identical string object. */
  const texts = {
    read: `SELECT ${columns.join(', ')} FROM ${at.table} WHERE ${at.row} = ? ORDER BY ${order}`,
    any: `SELECT 1 FROM ${at.table} WHERE ${at.row} = ? LIMIT 1`,
    removeAll: `DELETE FROM ${at.table} WHERE ${at.row} = ?`,
    removeBoth: `DELETE FROM ${at.table} WHERE ${at.row} IN (?, ?)`,
    removeSome: `DELETE FROM ${at.table} WHERE ${at.row} = ? AND ${dialect.inList(at.target, DOCUMENT_ID_COLUMN)}`,
    /** Of a row, the links that another row has not. */
    removeOthers: dialect.deleteUnmatched(at.table, same, at.row),
    copy,
    copyMissing: `${copy} AND NOT EXISTS (SELECT 1 FROM ${at.table} k WHERE k.${at.row} = s.id AND k.${order} = l.${order})`,
    insert: new Map(
      CHUNKS.map((size) => [size, `${insertInto} VALUES ${Array(size).fill(marks).join(', ')}`]),
    ),
  };

  const remove = (condition: Sql): Sql => build(`DELETE FROM ${at.table} WHERE `, condition);

  async function read({ rowId }: RowHolder, session: WriteSession): Promise<readonly StoredLink[]> {
    if (rowId === null || !session.mayHaveLinks(rowId, table)) return [];
    const found = await session.all({ text: texts.read, params: [rowId] });
    return found.map((row) => {
      const value = (name: string): unknown => row[names.indexOf(name)];
      const type = relation.target ?? String(value(LINK.type));
      const [order, inverseOrder] = [Number(value(LINK.order)), Number(value(LINK.inverseOrder))];
      const held = pins.fromColumns(type, value);
      return storedLink(type, String(value(LINK.target)), held, order, inverseOrder);
    });
  }

  /** One row of the link table, in the order of its columns. */
  function rowOf(
    source: number,
    link: Link | StoredLink,
    place: number,
    inverse: number,
  ): (string | number)[] {
    const held = pins.toColumns(link);
    const row: (string | number)[] = [source, link.document];
    if (typed) row.push(link.type);
    for (const name of pinNames) row.push(held[name] ?? '');
    row.push(place, inverse);
    return row;
  }

  async function insert(session: WriteSession, links: readonly (string | number)[][]): Promise<void> {
    for (let index = 0; index < links.length; ) {
      const size = CHUNKS.find((chunk) => chunk <= links.length - index) ?? 1;
      // Not flat() or flatMap(), which cost twenty times as much.
      const params: (string | number)[] = [];
      for (const row of links.slice(index, index + size)) params.push(...row);
      await session.run({ text: texts.insert.get(size) ?? '', params });
      index += size;
    }
  }

  return {
    relation,
    at,
    read,
    async isEmpty({ rowId }, session) {
      if (rowId === null) return true;
      const found = await session.all({ text: texts.any, params: [rowId] });
      return found.length === 0;
    },
    empty: {},
    toStored: () => ({}),

    releaseOneToOneTarget: async () => undefined,

    async write(session, row, { stored, wanted }, shown) {
      const places = new Map(stored.map((link) => [rowKey(link), link.order]));
      const keys = wanted.map(rowKey);
      const orders = assignOrders(keys, places);
      const stays = new Set(keys.filter((key) => places.get(key) === orders.get(key)));
      const gone = stored.filter((link) => !stays.has(rowKey(link)));
      // With pins or types, several links may name one documentId. So if one link goes, all links are removed and inserted again.
      if (gone.length > 0 && (typed || pinNames.length > 0)) stays.clear();
      const both = stays.size === 0 && gone.length + wanted.length > 0 ? shown : undefined;
      if (both) await session.run({ text: texts.removeBoth, params: [row.id, both.id] });
      else if (gone.length > 0) {
        const documents = gone.map(({ document }) => document);
        await session.run(
          stays.size === 0
            ? { text: texts.removeAll, params: [row.id] }
            : {
                text: texts.removeSome,
                params: [row.id, dialect.toListParam(documents, DOCUMENT_ID_COLUMN)],
              },
        );
      }
      const added = (source: number): (string | number)[][] => {
        const rows: (string | number)[][] = [];
        for (const [index, link] of wanted.entries()) {
          const key = keys[index] ?? '';
          if (stays.has(key)) continue;
          const inverse = isStored(link) ? link.inverseOrder : session.linkOrder;
          rows.push(rowOf(source, link, orders.get(key) ?? index + 1, inverse));
        }
        return rows;
      };
      const own = added(row.id);
      await insert(session, both ? [...own, ...added(both.id)] : own);
      if (both) session.equalLinks.add(row.id, both.id, table);
      if (own.length > 0) session.linked(row.id, table);
      else session.tx.touch(table);
    },

    async clear(session, rowId) {
      session.equalLinks.forget(rowId);
      await session.run({ text: texts.removeAll, params: [rowId] });
      session.tx.touch(table);
    },

    async copy(session, from, to) {
      if (session.equalLinks.has(from.id, to.id, table)) return true;
      session.equalLinks.forget(to.id);
      const isFresh = !session.mayHaveLinks(to.id, table);
      const isEmpty = !session.mayHaveLinks(from.id, table);
      let removed = 0;
      if (!isFresh) {
        const others = { text: texts.removeOthers, params: [from.id, to.id] };
        const all = { text: texts.removeAll, params: [to.id] };
        removed = (await session.run(isEmpty ? all : others)).changes;
      }
      if (isEmpty) return removed > 0;
      const text = isFresh ? texts.copy : texts.copyMissing;
      const { changes } = await session.run({ text, params: [from.id, to.id] });
      if (changes > 0) session.linked(to.id, table);
      return changes + removed > 0;
    },

    remove,
    joined: { from: `${at.table} l JOIN ${rows} s ON s.id = l.${at.row}`, alias: 'l.' },
    ofRows: (condition) => build(`${at.row} IN (SELECT id FROM ${rows} WHERE `, condition, ')'),

    async link(session, { target, document, rows: chosen, isLinked, isSimilar, order: inverse }) {
      const found = await session.all(
        build(
          `SELECT id, (SELECT MAX(${order}) FROM ${at.table} WHERE ${at.row} = ${rows}.id) FROM ${rows} WHERE document_id = `,
          param(document),
          chosen,
          ` AND NOT EXISTS (SELECT 1 FROM ${at.table} WHERE ${at.row} = ${rows}.id AND `,
          isLinked,
          ') ORDER BY id',
        ),
      );
      for (const [rowId, last] of found) {
        const source = Number(rowId);
        // A link without pins holds for every axis value. A second link with pins would show the document twice.
        if (pinNames.length > 0)
          await session.run(remove(build(isSimilar, ` AND ${at.row} = `, param(source))));
        const link = { ...target, pins: {}, rowId: 0 };
        await insert(session, [rowOf(source, link, Number(last ?? 0) + 1, inverse)]);
      }
      return found.length > 0;
    },
  };
}
