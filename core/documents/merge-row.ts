// The row a write will leave: its columns as parameters, and everything wrong with the merged document. Writes nothing.
import type { Stored } from '../attributes/attribute-type';
import type { ColumnRelation } from '../schema/columns';
import type { ModelInput } from './body-input';
import { columnLink, columnValues } from './column-links';
import { mergeEntries } from './components';
import type { Link } from './link';
import { applyRelation, linkKey } from './link';
import { countLinks } from './links';
import { type MergeContext, mergeScalar, refuseAbsent } from './merge';
import type { WriteSession } from './session';
import { type StoredValues, storedValue } from './stored-value';
import type { WritePlan } from './write-plan';

export interface MergeBase {
  /** By column; null: nothing is stored. For a new row: what it takes from a row beside it. */
  readonly values: StoredValues | null;
  /** The row, when there is one already. */
  readonly rowId: number | null;
  /** Does the attribute start from nothing? */
  readonly isNew: (attribute: string) => boolean;
}

export interface MergedRow {
  /** Column → parameter, for the columns to be written. */
  readonly columns: ReadonlyMap<string, unknown>;
  /** To-one relations that point somewhere else than before, with the document they point at now. */
  readonly moved: ReadonlyMap<ColumnRelation, string>;
}

export async function mergeRow(
  session: WriteSession,
  plan: WritePlan,
  input: ModelInput,
  generated: ReadonlyMap<unknown, Stored>,
  base: MergeBase,
  context: MergeContext,
): Promise<MergedRow> {
  const { dialect } = session;
  const columns = new Map<string, unknown>();
  const moved = new Map<ColumnRelation, string>();

  for (const attribute of plan.scalars) {
    const { name, column } = attribute;
    const given =
      input.scalars.get(attribute) ??
      generated.get(attribute) ??
      (input.scalars.has(attribute) ? null : undefined);
    const value = mergeScalar(
      attribute,
      given,
      storedValue(base.values, column),
      base.isNew(name),
      [name],
      plan.type,
      context,
    );
    if (value === undefined) continue;
    const spec = plan.specs.get(column);
    columns.set(column, value === null || !spec ? null : dialect.toParam(value, spec));
  }

  for (const attribute of plan.nested) {
    const { name, column } = attribute;
    const given = input.entries.get(attribute);
    if (given === undefined && !base.isNew(name) && !context.recheck && !context.claims) continue;
    const text = mergeEntries(
      attribute,
      given,
      storedValue(base.values, column) ?? null,
      base.isNew(name),
      [name],
      {
        ...context,
        ignoreIds: context.ignoreIds || base.isNew(name),
      },
    );
    if (given !== undefined) columns.set(column, text);
  }

  for (const relation of plan.columnRelations) {
    const given = input.relations.get(relation);
    const stored = base.values ? columnLink(relation, base.values, session.schema) : null;
    const isHidden =
      given &&
      stored &&
      plan.asleep.isHidden(relation, stored.type, (column) => storedValue(base.values, column));
    const before = isHidden ? null : stored;
    const after = given ? oneOf(applyRelation(before ? [before] : [], given, context.links)) : before;
    if (!after && isRequired(relation, given !== undefined, base, context))
      refuseAbsent(relation, [relation.name], context);
    if (!given || sameLink(before, after)) continue;
    const order = session.moment;
    for (const [column, value] of Object.entries(columnValues(plan, relation, after, order, session.schema)))
      columns.set(column, value);
    if (after) moved.set(relation, after.document);
  }

  for (const relation of plan.linkTables) {
    const given = input.relations.get(relation);
    if (!isRequired(relation, given !== undefined, base, context)) continue;
    const count =
      given?.kind === 'set' || (given && base.rowId === null)
        ? applyRelation([], given, context.links).length
        : base.rowId === null
          ? base.isNew(relation.name)
            ? 0
            : 1
          : (await countLinks(session, plan, relation, base.rowId)) +
            (given ? linkedBalance(given.connect.length, given.disconnect.length) : 0);
    if (count <= 0) refuseAbsent(relation, [relation.name], context);
  }

  return { columns, moved };
}

/** Connecting anything leaves something; only disconnects alone can leave nothing. */
const linkedBalance = (connected: number, disconnected: number): number =>
  connected > 0 ? connected : -disconnected;

const oneOf = (links: readonly Link[]): Link | null => links.at(-1) ?? null;

const sameLink = (a: Link | null, b: Link | null): boolean => (a && b ? linkKey(a) === linkKey(b) : a === b);

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
