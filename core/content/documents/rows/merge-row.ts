// Merges a body with the stored row: the columns as parameters, and all issues of the merged document. Writes nothing.
import type { Stored } from '../../../database/sql-dialect';
import type { ScalarAttribute } from '../../model/compiled/content-type';
import type { ModelInput } from '../input/body-input';
import { replacedInEntries, unseenOf } from '../links/find-unseen';
import type { RowLinks } from '../links/link-store';
import { changeRelation, type RelationChange } from '../links/relation-change';
import { linksOf } from '../links/row-links';
import { leavesUnseen, NOTHING_UNSEEN } from '../links/unseen-links';
import { type StoredValues, storedValue } from '../write/stored-value';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { mergeEntries } from './merge-entries';
import { type MergeContext, mergeScalar, refuseAbsent } from './merge-values';

export interface MergeBase {
  /** By column. A new row has the values that it shares with another row of the document, or null. */
  readonly values: StoredValues | null;
  /** The row with the links that a relation starts from, or null. */
  readonly linksOf: (relation: string) => number | null;
  /** Does the attribute start without a value? */
  readonly isNew: (attribute: string) => boolean;
}

export interface MergedRow {
  /** The columns to write: column → parameter. */
  readonly columns: ReadonlyMap<string, unknown>;
  /** Those of them whose stored value is the same. */
  readonly kept: ReadonlySet<string>;
  /** The relations of the body. */
  readonly changes: ReadonlyMap<RowLinks, RelationChange>;
}

/** A promise only for a body with components or relations, or a type with required relations. */
export function mergeRow(
  session: WriteSession,
  plan: WritePlan,
  input: ModelInput,
  generated: ReadonlyMap<unknown, Stored>,
  base: MergeBase,
  context: MergeContext,
): MergedRow | Promise<MergedRow> {
  const columns = new Map<string, unknown>();
  const kept = new Set<string>();
  mergeScalars(plan, input, generated, base, context, { columns, kept });
  if (input.entries.size === 0 && input.relations.size === 0 && !requiresLinks(plan)) {
    mergeNested(plan, input, base, { ...context, unseen: NOTHING_UNSEEN }, columns);
    return { columns, kept, changes: NO_CHANGES };
  }
  return mergeLinked(session, plan, input, base, context, { columns, kept });
}

const NO_CHANGES: MergedRow['changes'] = new Map();

const requiresLinks = (plan: WritePlan): boolean =>
  linksOf(plan).all.some(({ relation }) => relation.common.required);

interface Merging {
  readonly columns: Map<string, unknown>;
  readonly kept: Set<string>;
}

function mergeScalars(
  plan: WritePlan,
  input: ModelInput,
  generated: ReadonlyMap<unknown, Stored>,
  base: MergeBase,
  context: MergeContext,
  { columns, kept }: Merging,
): void {
  for (const attribute of plan.scalars) {
    const { name, column } = attribute;
    const given =
      input.scalars.get(attribute) ??
      generated.get(attribute) ??
      (input.scalars.has(attribute) ? null : undefined);
    const stored = storedValue(base.values, column);
    const value = mergeScalar(attribute, given, stored, base.isNew(name), [name], context);
    if (value === undefined) continue;
    const spec = plan.specs.get(column);
    if (isKept(attribute, stored, value)) kept.add(column);
    columns.set(column, value === null || !spec ? null : plan.dialect.toParam(value, spec));
  }
}

function mergeNested(
  plan: WritePlan,
  input: ModelInput,
  base: MergeBase,
  context: MergeContext,
  columns: Map<string, unknown>,
): void {
  for (const attribute of plan.nested) {
    const { name, column } = attribute;
    const given = input.entries.get(attribute);
    const isNew = base.isNew(name);
    if (given === undefined && !isNew && !context.recheck && !context.claims) continue;
    const stored = storedValue(base.values, column) ?? null;
    const text = mergeEntries(attribute, given, stored, isNew, [name], {
      ...context,
      ignoreIds: context.ignoreIds || isNew,
    });
    if (given !== undefined) columns.set(column, text);
  }
}

async function mergeLinked(
  session: WriteSession,
  plan: WritePlan,
  input: ModelInput,
  base: MergeBase,
  context: MergeContext,
  { columns, kept }: Merging,
): Promise<MergedRow> {
  const changes = new Map<RowLinks, RelationChange>();
  const replaced =
    input.entries.size > 0
      ? replacedInEntries(input, ({ column }) => storedValue(base.values, column), context.dormantAxes)
      : [];
  const unseen = replaced.length > 0 ? await unseenOf(session, replaced, context.links) : NOTHING_UNSEEN;
  mergeNested(plan, input, base, { ...context, unseen }, columns);

  for (const store of linksOf(plan).all) {
    const { relation } = store;
    const given = input.relations.get(relation);
    const holder = { rowId: base.linksOf(relation.name), values: base.values };
    const required = isRequired(relation, given !== undefined, base, context);
    if (!given) {
      if (required && (await store.isEmpty(holder, session)))
        refuseAbsent(relation, [relation.name], context);
      continue;
    }
    const stored = await store.read(holder, session);
    const own =
      leavesUnseen(given) && stored.length > 0
        ? await unseenOf(session, stored, context.links)
        : NOTHING_UNSEEN;
    const change = changeRelation(relation, stored, given, context.links, own);
    if (required && change.leavesNone) refuseAbsent(relation, [relation.name], context);
    changes.set(store, change);
    for (const [column, value] of Object.entries(store.toStored(change, session.linkOrder)))
      columns.set(column, value);
  }

  return { columns, kept, changes };
}

/** JSON may be the same value and another text. */
function isKept({ type, options }: ScalarAttribute, stored: unknown, value: Stored): boolean {
  if (value === null || stored === null || stored === undefined) return stored === value;
  return type.column(options).kind !== 'json' && type.fromJson(stored, options) === value;
}

function isRequired(
  { common, name }: { readonly common: { readonly required: boolean }; readonly name: string },
  isGiven: boolean,
  base: MergeBase,
  context: MergeContext,
): boolean {
  return (
    common.required && context.strictness === 'complete' && (isGiven || base.isNew(name) || context.recheck)
  );
}
