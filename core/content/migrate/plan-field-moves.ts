// The steps of values that move between a content type and its component (field-moves.ts). A move that is not possible is a step
// `wrong`, so that no stored value is hidden in silence.
import { nearest } from '../../kernel/check/checks';
import type { Attribute, ContentType, Schema } from '../model/compiled/content-type';
import type { ValueTarget } from './convert-value';
import { type FieldMove, pendingMoves } from './field-moves';
import type { FoundTables } from './introspect';
import { lossOf, type MigrationContext, type MigrationStep, type MoveField } from './migration-step';
import { countMove, losingByMove } from './move-field';
import { pendingRenames } from './renames';
import {
  attributeIn,
  modelOf,
  type StoredAttribute,
  type StoredAttributes,
  type StoredModel,
  type StoredModels,
} from './stored-model';

/** `found`: the tables with their new names. */
export async function fieldMoveSteps(
  schema: Schema,
  context: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const { tx, dialect, models } = context;
  const steps: MigrationStep[] = [];
  for (const component of schema.components.values())
    for (const move of pendingMoves(modelOf(models, component), component))
      steps.push(wrong(component.uid, move, 'values move between a content type and its components only'));
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const move of pendingMoves(before, type)) {
      const made = before && moveOf(move, type, schema, before, models);
      if (!made) continue;
      if (typeof made === 'string') {
        steps.push(wrong(type.uid, move, made));
        continue;
      }
      const table = found.get(type.table);
      const has = (column: string): string | null => table?.columns.get(column)?.name ?? null;
      if (!table) continue;
      const place = { table: table.name, entries: has(made.entries), column: has(made.column) };
      const { moved, lost } = await countMove(tx, dialect, made, place);
      if (moved === 0) continue;
      steps.push({
        ...made,
        effect: lost > 0 ? 'lossy' : 'safe',
        lost,
        ...(lost > 0 ? { losing: () => losingByMove(tx, dialect, made, place) } : {}),
        changesValues: [type.uid],
        sentence: `${type.uid}: values of ${move.from} move to ${move.to}: ${moved}${lossOf(lost, moved)}`,
      });
    }
  }
  return steps;
}

const wrong = (uid: string, { to, from, direction }: FieldMove, reason: string): MigrationStep => ({
  effect: 'wrong',
  kind: 'rows',
  statements: [],
  sentence: `${uid}: ${to} has ${direction === 'out' ? `"renamedFrom": "${from}"` : `"fieldsFrom" with "${from}"`}, but ${reason}`,
});

/** A text: why the move is not possible. */
function moveOf(
  move: FieldMove,
  type: ContentType,
  schema: Schema,
  before: StoredModel,
  models: StoredModels,
): MoveField | string {
  const isOut = move.direction === 'out';
  const [holder = '', ...path] = (isOut ? move.from : move.to).split('.');
  const name = isOut ? move.to : move.from;
  const present = fieldOf(type, holder, path, schema);
  const source = isOut ? storedField(before, holder, path, models) : storedAs(before, name);
  if (typeof source === 'string') return source;
  if (isOut && typeof present !== 'string')
    return `${holder}.${path.join('.')} still exists; remove it from its component`;
  if (!isOut && type.attributes.has(name)) return `${name} still exists; remove it`;
  const target = isOut ? type.attributes.get(name) : present;
  if (typeof target === 'string') return target;
  if (target?.kind !== 'scalar' || source.values === null)
    return 'relations, media and components do not move; write a migration of your own';
  const column = isOut && target.kind === 'scalar' ? target.column : (source.columns[0] ?? '');
  const apart = sharedOnlyThere(type, before, isOut ? [holder, name] : [name, holder]);
  if (apart)
    return `${isOut ? name : holder} is shared along ${apart}, and the former place is not; make them alike`;
  const known = isOut
    ? Object.hasOwn(before.attributes, name)
    : typeof storedField(before, holder, path, models, 'present') !== 'string';
  return {
    kind: 'moveField',
    direction: move.direction,
    type,
    schema,
    entries: entriesColumn(type, before, holder),
    path,
    column,
    source: source.values,
    target: target as ValueTarget,
    isSameKind: source.kind === target.declaredType,
    replaces: !known,
  };
}

function storedAs({ attributes, gone }: StoredModel, name: string): StoredAttribute | string {
  const known = attributeIn(attributes, name) ?? attributeIn(gone, name);
  return known ?? unknown(name, { ...gone, ...attributes });
}

function unknown(name: string, known: StoredAttributes): string {
  const near = nearest(name, Object.keys(known));
  return `the database stores no attribute of this name. ${near ? `Did you mean "${near}"?` : 'Correct the name'}`;
}

/** The stored facts of a field, through components that are no lists. `present`: not those of removed attributes. */
function storedField(
  before: StoredModel,
  holder: string,
  path: readonly string[],
  models: StoredModels,
  which: 'present' | 'all' = 'all',
): StoredAttribute | string {
  let at: StoredModel | undefined = before;
  for (const name of [holder, ...path.slice(0, -1)]) {
    const outer: StoredAttribute | string = at ? storedAs(at, name) : unknown(name, {});
    if (typeof outer === 'string') return outer;
    if (!outer.entries || outer.entries.zone || outer.entries.many)
      return `${name} is not one component; values of lists and zones do not move`;
    at = models.get(outer.entries.components[0] ?? '');
  }
  const field = path.at(-1) ?? '';
  if (!at) return unknown(field, {});
  if (which === 'present') return attributeIn(at.attributes, field) ?? unknown(field, at.attributes);
  return storedAs(at, field);
}

/** The field in the schema. A text: why it is none. */
function fieldOf(
  type: ContentType,
  holder: string,
  path: readonly string[],
  schema: Schema,
): Attribute | string {
  let attributes: ReadonlyMap<string, Attribute> = type.attributes;
  for (const name of [holder, ...path.slice(0, -1)]) {
    const attribute = attributes.get(name);
    if (attribute?.kind !== 'component' || attribute.repeatable)
      return `${name} is not one component; values of lists and zones do not move`;
    attributes = schema.components.get(attribute.component)?.attributes ?? new Map();
  }
  const field = path.at(-1) ?? '';
  const near = nearest(field, [...attributes.keys()]);
  return (
    attributes.get(field) ?? `the component has no field ${field}${near ? `; did you mean "${near}"?` : ''}`
  );
}

/** The axis that the new place shares and the former one does not. */
const sharedOnlyThere = (
  type: ContentType,
  { type: stored }: StoredModel,
  [former, now]: readonly [former: string, now: string],
): string | undefined =>
  type.axes.find(
    ({ axis, shared }) =>
      shared.has(now) &&
      stored?.shared &&
      Object.hasOwn(stored.shared, axis.name) &&
      !stored.shared[axis.name]?.includes(former),
  )?.axis.name;

/** The column of the component, which the schema may have renamed or no longer have. */
function entriesColumn(type: ContentType, before: StoredModel, holder: string): string {
  const renamed = pendingRenames(before, type).find(({ from, late }) => from === holder && !late);
  const attribute = type.attributes.get(holder) ?? type.attributes.get(renamed?.to ?? '');
  if (attribute?.kind === 'component') return attribute.column;
  return (attributeIn(before.attributes, holder) ?? attributeIn(before.gone, holder))?.columns[0] ?? '';
}
