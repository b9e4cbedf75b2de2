// Attributes that were links and are values, or the reverse. The stored values have no form there and would not be seen any more.
// Of relations whose former kind is not remembered, links that belong into another place now (plan-links.ts knows the others).
//   { "author": { "type": "string" } }   →   { "author": { "type": "relation", … } }
import type { ContentType, Schema } from '../../schema/model/content-type';
import { isLink } from './changed-values';
import { countRows, type FoundTables } from './introspect';
import { lossOf, type MigrationContext, type MigrationStep } from './migration-step';
import { pendingRenames } from './renames';
import {
  attributeIn,
  modelOf,
  type StoredAttribute,
  type StoredModel,
  storedAttribute,
} from './stored-model';

/** `found`: the tables with their new names. */
export async function movedSteps(
  schema: Schema,
  { tx, models, dialect }: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const attribute of type.attributes.values()) {
      if (attribute.kind === 'waiting') continue;
      const [from, old] = valuesBefore(before, type, attribute.name) ?? [];
      const now = storedAttribute(attribute);
      if (!from || !old || (old.table === now.table && old.columns[0] === now.columns[0])) continue;
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
      steps.push({ effect: 'lossy', lost, kind: 'tables', changes: [], sentence: `${type.uid}: ${what}` });
    }
  }
  return steps;
}

/** The name and the place under which present values of the attribute are stored. */
export function valuesBefore(
  before: StoredModel | undefined,
  type: ContentType,
  name: string,
): readonly [string, StoredAttribute] | null {
  const own = attributeIn(before?.attributes, name);
  if (own) return [name, own];
  const from = pendingRenames(before, type).find(({ to }) => to === name)?.from ?? '';
  const former = attributeIn(before?.attributes, from) ?? attributeIn(before?.gone, from);
  return former ? [from, former] : null;
}
