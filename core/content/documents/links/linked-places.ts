// The places of documents that go with a deleted document. A place has the rows of equal values on parallel axes: all stages of `print`. It
// goes if each of its rows has the link, hidden rows included.
//
//   SELECT b."document_id", 0, CASE WHEN b."author_doc" = ? THEN 1 ELSE 0 END, b."channel" FROM "books" b
//     WHERE b."document_id" IN (SELECT "document_id" FROM "books" WHERE "author_doc" = ?)
import { build, type Sql } from '../../../database/sql';
import { ANY, type AxisBindings, axisValueFromStored, only } from '../../model/compiled/axis';
import { isParallel } from '../../model/compiled/axis-kind';
import type { ContentType, Schema } from '../../model/compiled/content-type';
import type { GoneDocument, LinkedPlace } from '../write/removal';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { storesTo } from './detach-target';
import { linkedWith, type RowLinks } from './link-store';

/** Has a relation of any type `"onDelete": "cascade"` and this target? */
export function cascadeTest({ types }: Schema): (type: ContentType) => boolean {
  const targets = new Set(
    [...types.values()]
      .flatMap(({ attributes }) => [...attributes.values()])
      .flatMap((each) => (each.kind === 'relation' && each.onDelete === 'cascade' ? [each.target] : [])),
  );
  return ({ uid }) => targets.has(uid) || targets.has(null);
}

/** The axis values of a delete of the place. */
export const axesOf = ({ type, at }: LinkedPlace): AxisBindings =>
  Object.fromEntries(
    type.axes.filter(isParallel).map(({ axis: { name } }) => [name, at ? only(at[name] ?? '') : ANY]),
  );

/** The relations that take their documents along with a document of the type. */
export const cascadesTo = (session: WriteSession, type: ContentType) =>
  [...storesTo(session, type)].filter(({ store }) => store.relation.onDelete === 'cascade');

interface Part {
  readonly at: Readonly<Record<string, string>>;
  isLinked: boolean;
  isHidden: boolean;
}

/** In the order of documentIds. */
export async function linkedPlaces(
  session: WriteSession,
  owner: ContentType,
  store: RowLinks,
  target: GoneDocument,
): Promise<readonly LinkedPlace[]> {
  const axes = owner.axes.filter(isParallel).map(({ axis }) => axis);
  const plan = session.planOf(owner);
  const rows = await session.all(rowsOfHolders(plan, store, target));
  const documents = new Map<string, Map<string, Part>>();
  for (const [document, hidden, linked, ...stored] of rows) {
    const documentId = String(document);
    const parts = documents.get(documentId) ?? new Map<string, Part>();
    documents.set(documentId, parts);
    const key = JSON.stringify(stored);
    const part = parts.get(key) ?? {
      at: Object.fromEntries(
        axes.map((axis, index) => [axis.name, axisValueFromStored(axis, stored[index])]),
      ),
      isLinked: true,
      isHidden: true,
    };
    parts.set(key, part);
    part.isLinked &&= Number(linked) === 1;
    part.isHidden &&= Number(hidden) === 1;
  }
  return [...documents].flatMap(([documentId, parts]): LinkedPlace[] => {
    const linked = [...parts.values()].filter(({ isLinked }) => isLinked);
    if (linked.length === parts.size)
      return [
        {
          type: owner,
          documentId,
          at: null,
          places: parts.size,
          isHidden: linked.every(({ isHidden }) => isHidden),
        },
      ];
    return linked.map(({ at, isHidden }) => ({ type: owner, documentId, at, places: parts.size, isHidden }));
  });
}

function rowsOfHolders(plan: WritePlan, { at }: RowLinks, { type, documentId }: GoneDocument): Sql {
  const { id } = plan.dialect;
  const axes = plan.type.axes.filter(isParallel).map(({ axis }) => `, b.${id(axis.column)}`);
  const document = id('document_id');
  const hidden = plan.pinned.map(({ column }) => `b.${id(column)} <> ?`).join(' OR ');
  return build(
    `SELECT b.${document}, `,
    hidden === ''
      ? '0'
      : { text: `CASE WHEN ${hidden} THEN 1 ELSE 0 END`, params: plan.pinned.map(({ value }) => value) },
    ', CASE WHEN ',
    linkedWith(at, type.uid, documentId, 'b.'),
    ` THEN 1 ELSE 0 END${axes.join('')} FROM ${at.table} b WHERE b.${document} IN (SELECT ${document} FROM ${at.table} WHERE `,
    linkedWith(at, type.uid, documentId),
    `) ORDER BY b.${document}, b.id`,
  );
}

/** Are all rows of the document at the place, hidden rows included? */
export async function isWholeDocument(
  session: WriteSession,
  { type, documentId }: GoneDocument,
  place: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { id } = session.dialect;
  const axes = type.axes.filter(({ axis }) => place[axis.name] !== undefined).map(({ axis }) => axis);
  if (axes.length === 0) return true;
  const columns = axes.map(({ column }) => id(column)).join(', ');
  const rows = await session.tx.all(
    `SELECT DISTINCT ${columns} FROM ${id(type.table)} WHERE ${id('document_id')} = ?`,
    [documentId],
  );
  return rows.every((row) =>
    axes.every((axis, index) => axisValueFromStored(axis, row[index]) === place[axis.name]),
  );
}
