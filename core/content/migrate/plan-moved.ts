// Attributes that were links and are values, or the reverse. The stored values have no form there and would not be seen any more.
// Of relations whose former kind is not remembered, links that belong into another place now (plan-links.ts knows the others).
//   { "author": { "type": "string" } }   →   { "author": { "type": "relation", … } }
import { type ContentType, LINK, type Schema } from '../model/compiled/content-type';
import { isLink, valuesBefore } from './changed-values';
import { countRows, type FoundColumn, type FoundTable, type FoundTables } from './introspect';
import { documentsWith } from './losing-documents';
import { type LosingDocuments, lossOf, type MigrationContext, type MigrationStep } from './migration-step';
import { modelOf, storedAttribute } from './stored-model';

/** `found`: the tables with their new names. */
export async function movedSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const { tx, models, dialect } = context;
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const attribute of type.attributes.values()) {
      if (attribute.kind === 'waiting') continue;
      const values = valuesBefore(before, type, attribute.name);
      // Values of a removed attribute were not shown before either. They stay.
      if (!values || (values.removed && values.name === attribute.name)) continue;
      const { name: from, stored: old } = values;
      const now = storedAttribute(attribute);
      if (old.table === now.table && old.columns[0] === now.columns[0]) continue;
      if (old.link && now.link) continue;
      const place = found.get(old.table ?? type.table);
      const column = old.table === null ? place?.columns.get(old.columns[0] ?? '') : undefined;
      // A rename has moved the values.
      if (!place || (old.table === null && !column)) continue;
      const lost = await countRows(tx, dialect, place, column);
      if (lost === 0) continue;
      const name = from === attribute.name ? from : `${from}, renamed to ${attribute.name},`;
      const isRelation = isLink(old) && isLink(now);
      const what = isRelation
        ? `${name} gets another kind of relation; ${lost} ${lost === 1 ? 'link is' : 'links are'} lost`
        : `${name} changes from ${old.kind || 'another type'} to ${now.kind}${lossOf(lost, lost)}`;
      steps.push({
        effect: 'lossy',
        lost,
        losing: losingLinks(context, found, type, place, column),
        kind: 'tables',
        changes: [],
        sentence: `${type.uid}: ${what}`,
      });
    }
  }
  return steps;
}

/** `place` without a column: a link table. */
const losingLinks = (
  context: MigrationContext,
  found: FoundTables,
  type: ContentType,
  place: FoundTable,
  column: FoundColumn | undefined,
): LosingDocuments =>
  documentsWith(context, type.uid, found.get(type.table)?.name ?? type.table, (id) =>
    column ? `${id(column.name)} IS NOT NULL` : `id IN (SELECT ${id(LINK.source)} FROM ${id(place.name)})`,
  );
