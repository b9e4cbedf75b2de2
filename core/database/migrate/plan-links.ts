// Relations that change: another kind, another target, another side that holds the links. Links that the new relation can have move to
// their new place; the others are counted.
//   "relation": "manyToOne"   →   "manyToMany"      the links move from columns of the row to a link table
import { isExclusive } from '../../schema/model/columns';
import type { ContentType, RelationAttribute, Schema, Uid } from '../../schema/model/content-type';
import type { Dialect } from '../dialect';
import { constant } from '../dialects/marks';
import type { TableSpec } from '../tables';
import * as ddl from './ddl';
import type { FoundTables } from './introspect';
import {
  heldStorage,
  type LinkPlace,
  placeOf,
  presentPlace,
  renamedPlace,
  type StoredLink,
} from './link-place';
import { countStatements, type LinkRules, moveStatements, removeStatements } from './link-statements';
import { followed, relationWords } from './link-words';
import type { MigrationContext, MigrationStep } from './migration-step';
import { valuesBefore } from './plan-moved';
import { attributeIn, modelOf, storedAttribute } from './stored-model';

export interface LinkSteps {
  readonly steps: readonly MigrationStep[];
  /** To do once no index has the columns. */
  readonly afterIndexes: readonly MigrationStep[];
}

/** `found`: the tables with their new names. */
export async function linkSteps(
  schema: Schema,
  tables: readonly TableSpec[],
  context: MigrationContext,
  found: FoundTables,
): Promise<LinkSteps> {
  const steps: MigrationStep[] = [];
  const afterIndexes: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(context.models, type);
    for (const attribute of type.attributes.values()) {
      const old = valuesBefore(before, type, attribute.name)?.[1].link;
      if (attribute.kind !== 'relation' || !old) continue;
      const change = { schema, tables, type, attribute, old, found, context, afterIndexes };
      if (old.holds && attribute.holdsLinks) steps.push(...(await heldSteps(change)));
      else if (old.holds !== attribute.holdsLinks) steps.push(...(await sideSteps(change)));
    }
  }
  return { steps, afterIndexes };
}

interface LinkChange {
  readonly schema: Schema;
  readonly tables: readonly TableSpec[];
  readonly type: ContentType;
  readonly attribute: RelationAttribute;
  readonly old: StoredLink;
  readonly found: FoundTables;
  readonly context: MigrationContext;
  readonly afterIndexes: MigrationStep[];
}

/** The attribute has its links before and after. */
async function heldSteps(change: LinkChange): Promise<MigrationStep[]> {
  const { type, attribute, old, found, schema } = change;
  const { dialect } = change.context;
  const [from, to] = [heldStorage(old), heldStorage(storedAttribute(attribute).link)];
  if (!from || !to) return [];
  const now = placeOf(to, type.table);
  const place = renamedPlace(placeOf(from, type.table), now);
  const present = presentPlace(place, found);
  const target = followed(old.target, schema);
  const isElsewhere = target !== attribute.target && attribute.target !== null;
  const isMoved = (place.order === null) !== (now.order === null);
  const getsType = place.type === null && now.type !== null && !isMoved;
  const losesType = place.type !== null && now.type === null && now.order !== null && !isMoved;
  const isNewlyExclusive = isExclusive(attribute) && !isExclusive(old);
  const rules = (tableOf: (name: string) => string): LinkRules => ({
    target: isElsewhere ? tableOf(schema.types.get(attribute.target ?? '')?.table ?? '') : null,
    type: attribute.target === null ? null : attribute.target,
    isSingle: now.order === null,
    exclusive: isNewlyExclusive ? axisColumns(change, now) : null,
  });
  if (!present || !(isElsewhere || isMoved || isNewlyExclusive || getsType)) return [];
  const rows = found.get(type.table)?.name ?? '';
  const { all, lost } = await counted(
    change,
    present,
    rules((name) => found.get(name)?.name ?? ''),
    rows,
  );
  // A link table whose links name no type any more refuses links without one.
  if (losesType) change.afterIndexes.push(droppedType(place, type, found, dialect));
  if (all === 0 || (lost === 0 && !isMoved && !getsType)) return [];
  const empty = emptyLink(place, change.tables, dialect);
  return [
    {
      effect: lost > 0 ? 'lossy' : 'safe',
      lost,
      kind: 'tables',
      changes: [
        ...removeStatements(
          place,
          rules((name) => name),
          type.table,
          empty,
          dialect,
        ),
        ...(isMoved ? moveStatements(place, now, target, empty, dialect) : []),
        ...(getsType ? [typeStatement(now, target, dialect)] : []),
      ],
      sentence: `${type.uid}: ${attribute.name} ${relationWords(old, attribute, schema)}${lostLinks(lost, all)}`,
    },
  ];
}

/** Another side holds the links now, so those of this one are not read. */
async function sideSteps({
  type,
  attribute,
  old,
  found,
  schema,
  context,
}: LinkChange): Promise<MigrationStep[]> {
  const other = schema.types.get(followed(old.target, schema) ?? '');
  const owner = old.holds ? type : other;
  const inverse = old.inverse ?? '';
  // The other side says so itself.
  if (!old.holds && other?.attributes.has(inverse)) return [];
  const known = attributeIn(other && modelOf(context.models, other)?.attributes, inverse);
  const storage = heldStorage(old.holds ? old : (known?.link ?? null));
  const place = owner && storage && presentPlace(placeOf(storage, owner.table), found);
  if (!place) return [];
  const rules: LinkRules = { target: null, type: null, isSingle: false, exclusive: null };
  const [count] = countStatements(place, rules, '', context.dialect);
  const all = Number((await context.tx.all(count))[0]?.[0] ?? 0);
  if (all === 0) return [];
  const words = `the links of ${attribute.name} were stored by ${owner.uid}, and the other side stores them now`;
  const sentence = `${type.uid}: ${words}${lostLinks(all, all)}`;
  return [{ effect: 'lossy', lost: all, kind: 'tables', changes: [], sentence }];
}

async function counted(
  { context: { tx, dialect } }: LinkChange,
  place: LinkPlace,
  rules: LinkRules,
  rows: string,
): Promise<{ readonly all: number; readonly lost: number }> {
  const one = async (text: string): Promise<number> => Number((await tx.all(text))[0]?.[0] ?? 0);
  const [all, losses] = countStatements(place, rules, rows, dialect);
  let lost = 0;
  for (const text of losses) lost += await one(text);
  return { all: await one(all), lost };
}

/** The axis columns that the unique index of an exclusive relation has, as far as the table has them already. */
function axisColumns({ tables, type, found }: LinkChange, now: LinkPlace): string[] {
  const index = tables
    .find(({ name }) => name === type.table)
    ?.indexes.find(({ unique, columns }) => unique && columns[0] === now.target);
  const own = [now.target, now.type, ...Object.values(now.pins)];
  return (index?.columns ?? []).filter(
    (column) => !own.includes(column) && found.get(type.table)?.columns.has(column),
  );
}

/** `"other_doc" = NULL, …`: the columns of a row without a link. */
function emptyLink(place: LinkPlace, tables: readonly TableSpec[], { id }: Dialect): string {
  const columns = tables.find(({ name }) => name === place.table)?.columns ?? [];
  const links = [place.target, place.inverseOrder, ...(place.type === null ? [] : [place.type])];
  const pins = Object.values(place.pins).flatMap((pin) => {
    const value = columns.find(({ name }) => name === pin)?.default;
    return value === undefined ? [] : [`${id(pin)} = ${constant(value)}`];
  });
  return [...links.map((column) => `${id(column)} = NULL`), ...pins].join(', ');
}

/** Such a link table would refuse links without a type. Only an index uses the column still. */
function droppedType(
  { table, type }: LinkPlace,
  { uid }: ContentType,
  found: FoundTables,
  dialect: Dialect,
): MigrationStep {
  const column = type ?? '';
  found.get(table)?.columns.delete(column);
  const sentence = `${uid}: the links in ${table} name no type any more`;
  return { effect: 'safe', kind: 'tables', changes: [ddl.dropColumn(table, column, dialect)], sentence };
}

const typeStatement = ({ table, target, type }: LinkPlace, uid: Uid | null, { id }: Dialect): string =>
  `UPDATE ${id(table)} SET ${id(type ?? '')} = ${constant(uid ?? '')} WHERE ${id(target)} IS NOT NULL`;

/** `; 2 of 5 links are lost` */
const lostLinks = (lost: number, all: number): string =>
  lost === 0 ? '; its links are kept' : `; ${lost} of ${all} links ${lost === 1 ? 'is' : 'are'} lost`;
