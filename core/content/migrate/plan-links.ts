// Relations that change: another kind, another target, another side that holds the links. Links that the new relation can have move to
// their new place; the others are counted.
//   "relation": "manyToOne"   →   "manyToMany"      the links move from columns of the row to a link table

import type { Dialect } from '../../database/dialect';
import { constant } from '../../database/dialects/marks';
import type { TableSpec } from '../../database/tables';
import { isExclusive } from '../model/compiled/columns';
import type { ContentType, RelationAttribute, Schema, Uid } from '../model/compiled/content-type';
import { valuesBefore } from './changed-values';
import * as ddl from './ddl';
import { countRows, type FoundTables } from './introspect';
import {
  exclusiveColumns,
  heldStorage,
  type LinkPlace,
  placeOf,
  presentPlace,
  renamedPlace,
  type StoredLink,
} from './link-place';
import {
  countStatements,
  type LinkRules,
  losingRows,
  moveStatements,
  removeStatements,
} from './link-statements';
import { followed, relationWords } from './link-words';
import { documentsWith } from './losing-documents';
import type { MigrationContext, MigrationStep } from './migration-step';
import { renamedTypes } from './plan-renames';
import { retypedLinks } from './plan-retyped-links';
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
  const renamed = renamedTypes(schema, context.models);
  const steps = await retypedLinks(schema, context, found, renamed);
  const afterIndexes: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(context.models, type);
    for (const attribute of type.attributes.values()) {
      const values = valuesBefore(before, type, attribute.name);
      const old = values?.stored.link;
      if (attribute.kind !== 'relation' || !old) continue;
      const { removed } = values;
      const change = { schema, tables, type, attribute, old, removed, renamed, found, context, afterIndexes };
      if (old.holds && attribute.holdsLinks) steps.push(...(await heldSteps(change)));
      else if (old.holds !== attribute.holdsLinks && !removed) steps.push(...(await sideSteps(change)));
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
  /** The links are those of an attribute that was removed at an earlier start. */
  readonly removed: boolean;
  readonly renamed: ReadonlyMap<Uid, Uid>;
  readonly found: FoundTables;
  readonly context: MigrationContext;
  readonly afterIndexes: MigrationStep[];
}

/** The attribute has its links before and after. */
async function heldSteps(change: LinkChange): Promise<MigrationStep[]> {
  const { type, attribute, old, removed, renamed, found, schema } = change;
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
  const isNewlyExclusive = isExclusive(attribute) && (removed || !isExclusive(old));
  const named =
    attribute.target === null ? null : [attribute.target, ...formerUids(attribute.target, renamed)];
  const rules = (tableOf: (name: string) => string | undefined): LinkRules => ({
    targets: isElsewhere || removed ? targetTables(attribute, schema, tableOf) : null,
    types: named,
    isSingle: now.order === null,
    exclusive: isNewlyExclusive ? exclusiveColumns(change.tables, now, type.table, found) : null,
  });
  if (!present || !(isElsewhere || isMoved || isNewlyExclusive || getsType || removed)) return [];
  const rows = found.get(type.table)?.name ?? '';
  const ruled = rules((name) => found.get(name)?.name);
  const { all, unfit, surplus } = await counted(change, present, ruled, rows);
  // Documents may have been deleted while the attribute was removed.
  const missing = removed && !isElsewhere ? unfit : 0;
  const lost = unfit - missing + surplus;
  if (losesType) change.afterIndexes.push(droppedType(place, type, found, dialect));
  if (all === 0 || (lost === 0 && !isMoved && !getsType && !removed)) return [];
  const empty = emptyLink(place, change.tables, dialect);
  const words = [removed ? 'comes back' : '', relationWords(old, attribute, schema)]
    .filter(Boolean)
    .join(', ');
  return [
    {
      effect: lost > 0 ? 'lossy' : 'safe',
      lost,
      ...(lost > 0
        ? {
            losing: documentsWith(change.context, type.uid, rows, () =>
              losingRows(present, ruled, rows, dialect),
            ),
          }
        : {}),
      kind: 'rows',
      statements: [
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
      sentence: `${type.uid}: ${attribute.name} ${words}${lostLinks(lost, all - missing)}${missingLinks(missing)}`,
    },
  ];
}

const formerUids = (target: Uid, renamed: ReadonlyMap<Uid, Uid>): Uid[] =>
  [...renamed].flatMap(([from, to]) => (to === target ? [from] : []));

/** By uid: the tables of the types that the relation can link. */
const targetTables = (
  { target }: RelationAttribute,
  { types }: Schema,
  tableOf: (name: string) => string | undefined,
): ReadonlyMap<Uid, string> =>
  new Map(
    [...types.values()].flatMap(({ uid, table }) => {
      const name = target === null || target === uid ? tableOf(table) : undefined;
      return name === undefined ? [] : [[uid, name] as const];
    }),
  );

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
  const all = await countRows(
    context.tx,
    context.dialect,
    { name: place.table },
    { name: place.target, type: '' },
  );
  if (all === 0) return [];
  const words = `the links of ${attribute.name} were stored by ${owner.uid}, and the other side stores them now`;
  const sentence = `${type.uid}: ${words}${lostLinks(all, all)}`;
  const losing = documentsWith(context, owner.uid, found.get(owner.table)?.name ?? owner.table, (id) =>
    place.order === null
      ? `${id(place.target)} IS NOT NULL`
      : `id IN (SELECT ${id(place.row)} FROM ${id(place.table)})`,
  );
  return [{ effect: 'lossy', lost: all, losing, kind: 'tables', changes: [], sentence }];
}

async function counted(
  { context: { tx, dialect } }: LinkChange,
  place: LinkPlace,
  rules: LinkRules,
  rows: string,
): Promise<{ readonly all: number; readonly unfit: number; readonly surplus: number }> {
  const one = async (text: string): Promise<number> => Number((await tx.all(text))[0]?.[0] ?? 0);
  const statements = countStatements(place, rules, rows, dialect);
  let surplus = 0;
  for (const text of statements.surplus) surplus += await one(text);
  const unfit = statements.unfit === null ? 0 : await one(statements.unfit);
  return { all: await one(statements.all), unfit, surplus };
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

/** A link table whose links named a type requires one. The relation names the type now, so the column is dropped after its index. */
function droppedType(
  { table, type }: LinkPlace,
  { uid }: ContentType,
  found: FoundTables,
  dialect: Dialect,
): MigrationStep {
  const column = type ?? '';
  found.get(table)?.columns.delete(column);
  const sentence = `${uid}: the links in ${table} name no type any more`;
  return {
    effect: 'safe',
    kind: 'tables',
    phase: 'rest',
    changes: [ddl.dropColumn(table, column, dialect)],
    sentence,
  };
}

const typeStatement = ({ table, target, type }: LinkPlace, uid: Uid | null, { id }: Dialect): string =>
  `UPDATE ${id(table)} SET ${id(type ?? '')} = ${constant(uid ?? '')} WHERE ${id(target)} IS NOT NULL`;

/** `; 2 of 5 links are lost` */
const lostLinks = (lost: number, all: number): string =>
  lost === 0 ? '; its links are kept' : `; ${lost} of ${all} links ${lost === 1 ? 'is' : 'are'} lost`;

/** `; 1 link to a missing document is removed` */
const missingLinks = (count: number): string =>
  count === 0
    ? ''
    : `; ${count} ${count === 1 ? 'link to a missing document is' : 'links to missing documents are'} removed`;
