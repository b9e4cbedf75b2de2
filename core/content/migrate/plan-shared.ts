// Attributes that become shared along an axis. Stored values stay unchanged. The plan counts documents whose rows have different values,
// because the next write of a document replaces all of them but those of the row that it writes.
// SQL: SELECT id, document_id, phase, title FROM items WHERE document_id IN
//   (SELECT document_id FROM items GROUP BY document_id HAVING COUNT(*) > 1) AND id > ? ORDER BY id LIMIT 500

import { createHash } from 'node:crypto';
import type { Row } from '../../database/database';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import { columnsOf, isColumnRelation, isTableRelation, type TableRelation } from '../model/compiled/columns';
import { type Attribute, type ContentType, LINK, type Schema } from '../model/compiled/content-type';
import type { FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import { modelOf } from './stored-model';

/** `found`: the tables with their new names. */
export async function sharedSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const table = found.get(type.table);
    if (!table) continue;
    for (const [attribute, along] of newlyShared(type, context)) {
      const broken = await countDiffering({ type, table, attribute, along, found, context });
      if (broken > 0) steps.push(differingStep(type, attribute, along, broken));
    }
  }
  return steps;
}

const differingStep = (
  { uid }: ContentType,
  { name }: Attribute,
  along: readonly string[],
  broken: number,
): MigrationStep => ({
  effect: 'safe',
  broken,
  kind: 'tables',
  changes: [],
  sentence: `${uid}: ${name} is shared along ${along.join(' and ')} now; documents with different values: ${broken}. They stay until the next write of a document, which copies the value of the row that it writes to the others. To choose a value, write it to the document; "quire doctor" lists the documents`,
});

/** Attributes with the axes that share them now, and did not at the last start. An axis that was absent then copies values itself. */
function newlyShared(
  type: ContentType,
  { models }: MigrationContext,
): (readonly [Attribute, readonly string[]])[] {
  const before = modelOf(models, type);
  const stored = before?.type?.shared;
  if (!before || !stored) return [];
  const former = new Map(pendingRenames(before, type).map(({ to, from }) => [to, from]));
  return [...type.attributes.values()].flatMap((attribute) => {
    const name = former.get(attribute.name) ?? attribute.name;
    if (!Object.hasOwn(before.attributes, name)) return [];
    const along = type.axes.flatMap(({ axis, shared }) =>
      shared.has(attribute.name) && Object.hasOwn(stored, axis.name) && !stored[axis.name]?.includes(name)
        ? [axis.name]
        : [],
    );
    return along.length > 0 ? [[attribute, along] as const] : [];
  });
}

interface Place {
  readonly type: ContentType;
  readonly table: FoundTable;
  readonly attribute: Attribute;
  readonly along: readonly string[];
  readonly found: FoundTables;
  readonly context: MigrationContext;
}

/** Documents with rows that are equal along the other axes, and have different values. */
async function countDiffering(place: Place): Promise<number> {
  const { type, table, attribute, along } = place;
  const links = isTableRelation(attribute) ? await linksOf(place, attribute) : null;
  const columns = valueColumns(attribute).flatMap((name) => table.columns.get(name)?.name ?? []);
  if (links === null && columns.length === 0) return 0;
  const others = type.axes.flatMap(({ axis }) =>
    along.includes(axis.name) ? [] : (table.columns.get(axis.column)?.name ?? []),
  );
  const first = new Map<string, string>();
  const differing = new Set<unknown>();
  for await (const rows of pagesOf(place, [...others, ...columns]))
    for (const [id, documentId, ...values] of rows) {
      const key = JSON.stringify([documentId, ...values.slice(0, others.length)]);
      const value = digest(JSON.stringify(values.slice(others.length)) + (links?.get(Number(id)) ?? ''));
      const known = first.get(key);
      if (known === undefined) first.set(key, value);
      else if (known !== value) differing.add(documentId);
    }
  return differing.size;
}

/** The place among the links of a target is no value of the row. */
function valueColumns(attribute: Attribute): readonly string[] {
  const order = isColumnRelation(attribute) ? attribute.storage.orderColumn : null;
  return columnsOf(attribute).filter((column) => column !== order);
}

async function* pagesOf({ table, context }: Place, columns: readonly string[]): AsyncIterable<Row[]> {
  const { id } = context.dialect;
  const name = id(table.name);
  const several = `SELECT document_id FROM ${name} GROUP BY document_id HAVING COUNT(*) > 1`;
  const text = `SELECT ${['id', 'document_id', ...columns].map(id).join(', ')} FROM ${name} WHERE document_id IN (${several}) AND id > ? ORDER BY id LIMIT ${ROWS_PER_PAGE.read}`;
  for (let after: unknown = 0; ; ) {
    const rows = await context.tx.all(text, [after]);
    yield rows;
    if (rows.length < ROWS_PER_PAGE.read) return;
    after = rows.at(-1)?.[0];
  }
}

/** Row → its links in their order, as text. */
async function linksOf(
  { found, context }: Place,
  { storage }: TableRelation,
): Promise<ReadonlyMap<number, string>> {
  const links = new Map<number, string>();
  const table = found.get(storage.table);
  const { id } = context.dialect;
  const named = [
    LINK.source,
    LINK.target,
    ...(storage.typed ? [LINK.type] : []),
    ...Object.values(storage.pins),
  ];
  const columns = named.flatMap((name) => table?.columns.get(name)?.name ?? []);
  if (!table || columns.length < named.length) return links;
  const order = [LINK.source, LINK.order].map(id).join(', ');
  const text = `SELECT ${columns.map(id).join(', ')} FROM ${id(table.name)} ORDER BY ${order}`;
  for (const [source, ...link] of await context.tx.all(text))
    links.set(Number(source), digest(`${links.get(Number(source)) ?? ''}${JSON.stringify(link)}`));
  return links;
}

/** Values may be long, and all of them are in memory. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
