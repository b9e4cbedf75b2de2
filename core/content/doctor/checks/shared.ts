// Rows that differ along an axis only have the same columns and links for attributes that the axis shares.

import { isSibling } from '../../documents/rows/shared-attributes';
import type { ShareGroup, WritePlan } from '../../documents/write/write-plan';
import type { StoredRow } from '../../documents/write-action';
import { columnsOf } from '../../model/compiled/columns';
import { type ContentType, LINK } from '../../model/compiled/content-type';
import type { DoctorCheck, DoctorContext, DocumentFinding, StoredDocument } from '../check';
import type { CheckSources } from '../examination';

const INTEGER = { kind: 'integer' } as const;

export const sharedCheck = ({ planOf }: CheckSources): DoctorCheck => ({
  name: 'shared',
  description: 'a shared attribute has equal values in all rows along its axis',
  documents: {
    of: (type) => planOf(type).sharing.length > 0,
    check: (type, documents, context) => compare(planOf(type), type, documents, context),
  },
});

async function compare(
  plan: WritePlan,
  type: ContentType,
  documents: readonly StoredDocument[],
  context: DoctorContext,
): Promise<DocumentFinding[]> {
  const found: DocumentFinding[] = [];
  const several = documents.filter(({ rows }) => rows.length > 1);
  for (const group of plan.sharing) {
    const links = await linksOf(group, several, context);
    for (const { documentId, rows } of several) {
      const seen: StoredRow[] = [];
      for (const row of rows) {
        const other = seen.find((before) => isSibling(group, before.axes, row.axes));
        seen.push(row);
        if (!other) continue;
        const columns = group.columns.filter(
          (column) => JSON.stringify(row.values[column]) !== JSON.stringify(other.values[column]),
        );
        const tables = group.links.filter(
          ({ name }) => links.get(`${name} ${row.id}`) !== links.get(`${name} ${other.id}`),
        );
        const names = attributesOf(type, columns, [...group.names], tables);
        for (const name of names)
          found.push({
            documentId,
            where: `${type.uid}, ${name}`,
            message: `${documentId} has different values at ${placeOf(other)} and ${placeOf(row)}, but ${name} is shared along ${[...group.along].join(' and ')}; save the right value`,
          });
      }
    }
  }
  return found;
}

/** `name row` → the links of a row in their order, as text. */
async function linksOf(
  group: ShareGroup,
  documents: readonly StoredDocument[],
  { all, dialect }: DoctorContext,
): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  const ids = documents.flatMap(({ rows }) => rows.map(({ id }) => id));
  if (ids.length === 0) return links;
  for (const relation of group.links) {
    const { typed, pins } = relation.storage;
    const columns = [LINK.source, LINK.target, ...(typed ? [LINK.type] : []), ...Object.values(pins)];
    const rows = await all(
      `SELECT ${columns.map(dialect.id).join(', ')} FROM ${dialect.id(relation.storage.table)} WHERE ${dialect.inList(dialect.id(LINK.source), INTEGER)} ORDER BY ${[LINK.source, LINK.order].map(dialect.id).join(', ')}`,
      [dialect.toListParam(ids, INTEGER)],
    );
    for (const [source, ...link] of rows) {
      const key = `${relation.name} ${source}`;
      links.set(key, `${links.get(key) ?? ''}${JSON.stringify(link)}`);
    }
  }
  return links;
}

function attributesOf(
  type: ContentType,
  columns: readonly string[],
  names: readonly string[],
  tables: readonly { readonly name: string }[],
): Set<string> {
  const differing = new Set(tables.map(({ name }) => name));
  for (const name of names) {
    const attribute = type.attributes.get(name);
    if (attribute && columnsOf(attribute).some((column) => columns.includes(column))) differing.add(name);
  }
  return differing;
}

const placeOf = ({ axes }: StoredRow): string => Object.values(axes).join('/');
