// Attributes of components with stricter rules: the plan counts the stored entries that do not meet them (plan-rules.ts).
import type { Attribute, Component, ContentType, Schema, Uid } from '../model/compiled/content-type';
import { type ChangedValues, changedValues } from './changed-values';
import { type ColumnChanges, countEntryLosses } from './entry-losses';
import type { FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { renamedTypes } from './plan-renames';
import { brokenStep, newRules, OTHER_RULES, REQUIRED, shown } from './plan-rules';
import { pendingRenames } from './renames';
import type { EntryChange, EntryRule } from './stored-entries';
import { modelOf, type StoredModel } from './stored-model';
import { meetsRules } from './stored-rules';

export async function entryRuleSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
  columns: ColumnChanges,
): Promise<MigrationStep[]> {
  const changes = new Map<Uid, EntryChange>();
  const renamed = renamedTypes(schema, context.models);
  for (const component of schema.components.values()) {
    const before = modelOf(context.models, component);
    if (!before) continue;
    const converts = changedValues(before, component, schema, renamed);
    const rules = [...component.attributes.values()].flatMap((attribute) =>
      entryRules(before, component, attribute, converts),
    );
    const renames = pendingRenames(before, component);
    if (rules.length > 0) changes.set(component.uid, { renames, drops: [], converts, rules });
  }
  if (changes.size === 0) return [];
  const rows = (type: ContentType, table: FoundTable): string => shown(type, table, context);
  const losses = await countEntryLosses(schema, context, found, changes, columns, rows);
  return [...changes].flatMap(([uid, { rules = [] }]) =>
    rules.flatMap(({ sentence }) =>
      brokenStep(`in stored entries of ${uid}: ${sentence}`, losses(uid, sentence).lost),
    ),
  );
}

function entryRules(
  before: StoredModel,
  component: Component,
  attribute: Attribute,
  converts: readonly ChangedValues[],
): EntryRule[] {
  const { name } = attribute;
  const isConverted = converts.some((change) => change.name === name);
  const { isRequired, hasOptions } = newRules(before, component, attribute, isConverted);
  const isEmpty = (plain: unknown): boolean =>
    plain === undefined ||
    plain === null ||
    (attribute.kind === 'relation' && Array.isArray(plain) && plain.length === 0);
  return [
    ...(isRequired
      ? [
          {
            name,
            sentence: `${name} ${REQUIRED}; entries without a value`,
            meets: (plain: unknown) => !isEmpty(plain),
          },
        ]
      : []),
    ...(hasOptions
      ? [
          {
            name,
            sentence: `${name} ${OTHER_RULES}`,
            meets: (plain: unknown) => meetsRules(plain, attribute),
          },
        ]
      : []),
  ];
}
