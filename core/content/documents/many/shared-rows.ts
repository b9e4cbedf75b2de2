// Reads, inserts and updates rows of many sessions with few statements:
//
//   SELECT … FROM notes WHERE document_id IN (…) ORDER BY id
//   INSERT INTO notes (document_id, text) VALUES (?, ?), (?, ?)
//   INSERT INTO notes (document_id, status, text) SELECT document_id, ?, text FROM notes WHERE id IN (…) ORDER BY id
//   SELECT id, document_id, status FROM notes WHERE document_id IN (…)
import type { Row, Tx } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';
import { axisValueToStored } from '../../model/compiled/axis';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import { insertMany } from '../bulk/insert-many';
import { rowTextsOf } from '../rows/row-texts';
import type { Cell, RowPlace, SharedRows } from '../write/row-statements';
import type { WritePlan } from '../write/write-plan';
import type { Gathering } from './gathering';

interface Inserted {
  readonly place: RowPlace;
  readonly cells: readonly Cell[];
}

interface Copied extends Inserted {
  readonly from: number;
}

const DOCUMENT = 'document_id';
const ROW_ID = { kind: 'integer' } as const;

/** `needsIds` false: a number that no row has stands for the id of an inserted row. */
export function createSharedRows(
  gathering: Gathering,
  tx: Tx,
  dialect: Dialect,
  needsIds: boolean,
): SharedRows {
  let noId = 0;
  /** The databases do not promise ids in the order of the rows, so they are read. */
  async function idsOf(plan: WritePlan, rows: readonly Inserted[]): Promise<number[]> {
    const documents = rows.map(({ place }) => place.documentId);
    const params = [
      dialect.toListParam(documents, DOCUMENT_ID_COLUMN),
      ...plan.pinned.map(({ value }) => value),
    ];
    const stored = await tx.all(plan.text.targetsByDocument, params);
    const ids = new Map(stored.map(([id, ...place]) => [place.join(' '), Number(id)]));
    return rows.map(({ place }) => {
      const axes = plan.type.axes.map(({ axis }) =>
        axisValueToStored(axis, place.axes[axis.name] ?? axis.defaultValue()),
      );
      const id = ids.get([place.documentId, ...axes].join(' '));
      if (id === undefined)
        throw new Error(`The row of ${plan.type.uid} ${place.documentId} was not inserted`);
      return id;
    });
  }

  return {
    read: (plan, documentId) =>
      gathering.ask(plan.text.rowsOfMany, documentId, async (documents: readonly string[]) => {
        const params = [
          dialect.toListParam(documents, DOCUMENT_ID_COLUMN),
          ...plan.pinned.map(({ value }) => value),
        ];
        const found = new Map<string, Row[]>(documents.map((document) => [document, []]));
        for (const row of await tx.all(plan.text.rowsOfMany, params)) found.get(String(row[1]))?.push(row);
        return documents.map((document) => found.get(document) ?? []);
      }),
    clear: async ({ type }, column, row) => {
      const text = `UPDATE ${dialect.id(type.table)} SET ${dialect.id(column)} = 0 WHERE ${dialect.inList(dialect.id('id'), ROW_ID)}`;
      await gathering.ask(text, row.id, async (ids: readonly number[]) => {
        await tx.run(text, [dialect.toListParam(ids, ROW_ID)]);
        return ids;
      });
    },
    insert: (plan, place, cells) => {
      const names = cells.map(([column]) => column);
      return gathering.ask(
        rowTextsOf(plan).insert(names),
        { place, cells },
        async (rows: readonly Inserted[]) => {
          const values = rows.map((row) => row.cells.map(([, value]) => value));
          await insertMany(tx, dialect, plan.type.table, names, values);
          return needsIds ? idsOf(plan, rows) : rows.map(() => --noId);
        },
      );
    },
    copy: (plan, place, from, cells, taken) => {
      const given = cells.filter(([column]) => column !== DOCUMENT);
      const text = rowTextsOf(plan).copyMany(
        given.map(([column]) => column),
        [DOCUMENT, ...taken],
      );
      return gathering.ask(
        `${text} ${JSON.stringify(given)}`,
        { place, cells, from: from.id },
        async (rows: readonly Copied[]) => {
          const sources = dialect.toListParam(
            rows.map((row) => row.from),
            ROW_ID,
          );
          await tx.run(text, [...given.map(([, value]) => value), sources]);
          return idsOf(plan, rows);
        },
      );
    },
  };
}
