// The steps of new names: of content types, and of attributes with a pending rename. Each rename is done in `found`, too, so later
// steps are compared with the names that tables will have.
//   ALTER TABLE "items" RENAME COLUMN "href" TO "url"      "url": { "type": "string", "renamedFrom": "href" }

import type { Dialect } from '../../database/dialect';
import { type ContentType, LINK, type Schema, type Uid } from '../model/compiled/content-type';
import { isLink } from './changed-values';
import * as ddl from './ddl';
import { countRows, type FoundColumn, type FoundTable, type FoundTables } from './introspect';
import { heldStorage } from './link-place';
import { allOf, documentsWith } from './losing-documents';
import type { MigrationContext, MigrationStep } from './migration-step';
import { type PendingRename, pendingRenames } from './renames';
import {
  attributeIn,
  IDENTITY,
  modelOf,
  type StoredAttribute,
  type StoredModel,
  type StoredModels,
  storedAttribute,
} from './stored-model';
import { wrong } from './wrong-step';

type NamedType = StoredModel & { readonly type: NonNullable<StoredModel['type']> };

/** MariaDB commits each rename. The memory has the names before them, so the renames of a migration that stopped are undone. */
export function undoSteps({ renames, models }: MigrationContext, found: FoundTables): MigrationStep[] {
  const changes = renames
    .filter((rename) => isPending(rename, renames, models))
    .toReversed()
    .flatMap(({ table, from, to }) => renamed({ table, from: to, to: from }, found));
  const names = changes.map(({ from, to }) => `${from} is ${to} again`).join(', ');
  const sentence = `a migration stopped, so its new names are undone: ${names}`;
  return changes.length === 0 ? [] : [{ effect: 'safe', kind: 'tables', phase: 'undo', changes, sentence }];
}

/** An older release may have finished the renames of a stop. It writes its memory, and leaves the list. */
function isPending({ table, from, to }: ddl.Rename, renames: readonly ddl.Rename[], models: StoredModels) {
  const former = renames.find((each) => each.table === null && each.to === table)?.from ?? table;
  const namesIn = ({ type, attributes, gone }: StoredModel, withGone: boolean) => {
    const stored = [...Object.values(attributes), ...(withGone ? Object.values(gone) : [])];
    if (table === null) return [type?.table, ...stored.map((each) => each.table)];
    return type?.table === former ? stored.flatMap(({ columns }) => columns) : [];
  };
  const known = [...models.values()];
  // Another rename of the list may have freed the new name.
  const isTaken =
    !renames.some((each) => each.table === table && each.from === to) &&
    known.some((model) => namesIn(model, false).includes(to));
  return !isTaken && known.some((model) => namesIn(model, true).includes(from));
}

/** Names of content types: clients depend on the plural and singular name, the table on the collection name. */
export async function identitySteps(
  schema: Schema,
  { models, dialect, tx }: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = typeBefore(type, schema, models);
    if (!before) continue;
    const renamed = IDENTITY.filter((key) => before.type[key] !== type[key]);
    const declared = type.renamedFrom !== undefined;
    const isRenamed = before.uid !== type.uid;
    const stored = isRenamed && type.kind === 'singleType' ? found.get(before.type.table) : undefined;
    if (stored && (await countRows(tx, dialect, stored)) > 0) {
      steps.push(keptUid(before.uid, type.uid));
      continue;
    }
    const changes = renamedTables(before, type, found);
    if (renamed.length === 0 && changes.length === 0 && !isRenamed) continue;
    const what = renamed.map((key) => `${key} was "${before.type[key]}" and is "${type[key]}"`).join(', ');
    const remedy = declared
      ? ''
      : `; if that is meant, say so with "renamedFrom": "${before.uid}" in its info`;
    const table = changes.length > 0 ? `; its table ${before.type.table} is renamed to ${type.table}` : '';
    steps.push({
      effect: declared ? 'safe' : 'asked',
      kind: 'tables',
      changes,
      ...(isRenamed ? { renames: [before.uid, type.uid] } : {}),
      sentence: `${type.uid}: ${what || `it was ${before.uid}`}${table}${remedy}`,
    });
  }
  return steps;
}

/** The documentId of a single type follows from its uid, and other rows name it. */
const keptUid = (former: Uid, present: Uid): MigrationStep =>
  wrong(
    `${present}: it was ${former}, a single type with content, whose uid cannot change. Keep its singularName; other names, such as displayName and pluralName, may change. Or create the new type beside it, copy the content, and remove the former type`,
  );

/** Present uids by former ones, of types whose rename is pending or declared. Former versions of Quire left former uids in links. */
export const renamedTypes = (schema: Schema, models: StoredModels): ReadonlyMap<Uid, Uid> =>
  new Map(
    [...schema.types.values()].flatMap((type) =>
      [typeBefore(type, schema, models)?.uid, type.renamedFrom].flatMap((former): [Uid, Uid][] =>
        former === undefined || schema.types.has(former) ? [] : [[former, type.uid]],
      ),
    ),
  );

const isType = (model: StoredModel | undefined): model is NamedType => (model?.type ?? null) !== null;

function typeBefore(type: ContentType, schema: Schema, models: StoredModels): NamedType | undefined {
  const own = modelOf(models, type);
  if (isType(own)) return own;
  // A type without a file, with the table or plural name of this new type: the same type under another id.
  return [...models.values()]
    .filter(isType)
    .find(
      ({ uid, type: { table, pluralName } }) =>
        !schema.types.has(uid) && (table === type.table || pluralName === type.pluralName),
    );
}

function renamedTables(before: NamedType, type: ContentType, found: FoundTables): ddl.TableChange[] {
  const pairs: [string, string][] = [[before.type.table, type.table]];
  for (const attribute of type.attributes.values()) {
    const old = attributeIn(before.attributes, attribute.name)?.table;
    const { table } = storedAttribute(attribute);
    if (old && table) pairs.push([old, table]);
  }
  return pairs.flatMap(([from, to]) => renamed({ table: null, from, to }, found));
}

export async function attributeRenames(
  schema: Schema,
  { models, dialect, tx }: MigrationContext,
  found: FoundTables,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = [];
  for (const type of schema.types.values()) {
    const before = modelOf(models, type);
    for (const rename of pendingRenames(before, type)) {
      const { drops, changes, replaced } = attributeRename(type, before, rename, found, dialect);
      if (changes.length === 0) continue;
      let lost = 0;
      for (const [table, column] of replaced) lost += await countRows(tx, dialect, table, column);
      const rows = found.get(type.table)?.name ?? type.table;
      const losing = replaced.map(([table, column]) =>
        documentsWith({ tx, dialect }, type.uid, rows, (id) =>
          column
            ? `${id(column.name)} IS NOT NULL`
            : `id IN (SELECT ${id(LINK.source)} FROM ${id(table.name)})`,
        ),
      );
      steps.push({
        effect: lost > 0 ? 'lossy' : 'safe',
        lost,
        ...(lost > 0 ? { losing: allOf(losing) } : {}),
        kind: 'tables',
        changes: [...drops, ...changes],
        sentence: `${type.uid}: the attribute ${rename.from} is renamed to ${rename.to}${replacedLoss(lost, rename.to)}`,
      });
    }
  }
  return steps;
}

/** `; 3 values of an earlier attribute url are lost` */
export const replacedLoss = (lost: number, names: string): string =>
  lost === 0
    ? ''
    : `; ${lost} ${lost === 1 ? 'value' : 'values'} of an earlier attribute ${names} ${lost === 1 ? 'is' : 'are'} lost`;

interface AttributeRename {
  readonly drops: ddl.TableChange[];
  readonly changes: ddl.TableChange[];
  /** Where values of an earlier attribute are, which the rename drops. */
  readonly replaced: (readonly [table: FoundTable, column?: FoundColumn])[];
}

function attributeRename(
  type: ContentType,
  before: StoredModel | undefined,
  { from, to, replaces }: PendingRename,
  found: FoundTables,
  dialect: Dialect,
): AttributeRename {
  const attribute = type.attributes.get(to);
  const old = attributeIn(before?.attributes, from) ?? attributeIn(before?.gone, from);
  const made: AttributeRename = { drops: [], changes: [], replaced: [] };
  const { drops, changes, replaced } = made;
  // Both attributes exist: plan-late-renames.ts fills rows without a value.
  if (!attribute || !old || attributeIn(before?.attributes, to)) return made;
  const now = storedAttribute(attribute);
  // Text is no link: plan-moved.ts counts what stays under the former name.
  if (old.kind !== '' && isLink(old) !== isLink(now)) return made;
  const table = found.get(type.table);
  old.columns.forEach((name, place) => {
    const wanted = columnFor(name, place, old, now);
    if (!wanted || wanted === name || !table?.columns.has(name)) return;
    const earlier = table.columns.get(wanted);
    if (earlier && !replaces) return;
    if (earlier) {
      table.columns.delete(wanted);
      drops.push(ddl.dropColumn(type.table, wanted, dialect));
      if (place === 0) replaced.push([table, earlier]);
    }
    changes.push(...renamed({ table: type.table, from: name, to: wanted }, found));
  });
  if (!old.table || !now.table) return made;
  const earlier = found.get(now.table);
  if (replaces && earlier && found.has(old.table)) {
    found.delete(now.table);
    drops.push(ddl.dropTable(now.table, dialect));
    replaced.push([earlier]);
  }
  changes.push(...renamed({ table: null, from: old.table, to: now.table }, found));
  return made;
}

/** The column that takes the values of a former one: of the same role, where the roles are known. */
function columnFor(
  name: string,
  place: number,
  old: StoredAttribute,
  now: StoredAttribute,
): string | undefined {
  const [from, to] = [heldStorage(old.link), heldStorage(now.link)];
  if (from?.kind !== 'column' || to?.kind !== 'column') return now.columns[place];
  const axis = Object.keys(from.pins).find((each) => from.pins[each] === name);
  if (axis !== undefined) return to.pins[axis];
  if (name === from.column) return to.column;
  return name === from.orderColumn ? to.orderColumn : (to.typeColumn ?? undefined);
}

/** Does the rename in `found`. Empty: it has no such name, or the new name is taken. */
function renamed(rename: ddl.Rename, found: FoundTables): ddl.Rename[] {
  const { table, from, to } = rename;
  if (table === null) return move(found, from, to) ? [rename] : [];
  const has = found.get(table);
  if (!has || !move(has.columns, from, to)) return [];
  for (const [key, index] of has.indexes)
    has.indexes.set(key, { ...index, columns: index.columns.map((each) => (each === from ? to : each)) });
  return [rename];
}

function move<T>(names: Map<string, T>, from: string, to: string): boolean {
  const named = names.get(from);
  if (named === undefined || names.has(to)) return false;
  names.delete(from);
  names.set(to, named);
  return true;
}
