// Values that nothing uses any more, by the content type and attribute that they belonged to. They stay until `quire migrate apply --drop`.

import type { Dialect } from '../../database/dialect';
import type { TableSpec } from '../../database/tables';
import { type ContentType, LINK, type Schema, type Uid } from '../model/compiled/content-type';
import * as ddl from './ddl';
import type { FoundTable } from './introspect';
import { allOf, documentsWith } from './losing-documents';
import type { LosingDocuments, MigrationContext, MigrationStep } from './migration-step';
import type { StoredModel } from './stored-model';

/** Tables that a content type had, and columns of present tables, that nothing uses. Those that wait for a plugin are kept. */
export function unusedSteps(
  tables: readonly TableSpec[],
  schema: Schema,
  context: MigrationContext,
): MigrationStep[] {
  const { models, found, dialect } = context;
  const wanted = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  const { waiting, linkTables, attributeAt, typeAt } = ownersOf(models, schema);
  const tableOf = (uid: Uid): string | undefined => {
    const table = schema.types.get(uid)?.table;
    return table !== undefined && found.has(table) ? table : undefined;
  };
  const unused = new Map<string, Unused>();
  const add = (owner: Owner, drop: ddl.TableChange, losing: LosingDocuments | null): void => {
    const known = unused.get(owner.what) ?? { ...owner, drops: [], places: [] };
    // Link tables before the tables they refer to.
    unused.set(owner.what, {
      ...known,
      drops: [drop, ...known.drops],
      places: losing ? [...known.places, losing] : known.places,
    });
  };
  for (const [name, table] of found) {
    const columns = wanted.get(name);
    if (!columns) {
      const links = linkTables.get(name);
      const removes = typeAt.get(name);
      if (waiting.has(name) || (!links && !removes)) continue;
      if (removes)
        for (const drop of [ddl.dropTable(name, dialect), ...searchDrops(table, dialect)])
          add(
            { what: `the content type ${removes}`, removes },
            drop,
            documentsWith(context, removes, name, () => '1 = 1'),
          );
      else
        add(
          attributeAt.get(name) ?? { what: `${links}: the link table ${name}` },
          ddl.dropTable(name, dialect),
          links === undefined ? null : losingLinks(context, links, name, tableOf(links)),
        );
      continue;
    }
    const owner = tables.find((each) => each.name === name)?.owner ?? name;
    for (const column of table.columns.keys()) {
      const place = `${name}.${column}`;
      if (columns.has(column) || waiting.has(place) || ddl.isTemporary(column)) continue;
      const drop = ddl.dropColumn(name, column, dialect);
      add(
        attributeAt.get(place) ?? { what: `${owner}: the column ${column}` },
        drop,
        table.columns.has('document_id')
          ? documentsWith(context, owner, name, (id) => `${id(column)} IS NOT NULL`)
          : null,
      );
    }
  }
  const steps = [...unused.values()].map(
    ({ what, drops, places, ...owner }): MigrationStep => ({
      ...owner,
      effect: 'unused',
      ...(places.length > 0 ? { losing: allOf(places) } : {}),
      kind: 'tables',
      phase: 'rest',
      changes: drops,
      sentence: `${what} is not used any more`,
    }),
  );
  // Of a removed type, its link tables first.
  return steps.toSorted((a, b) => Number(Boolean(a.removes)) - Number(Boolean(b.removes)));
}

/** Outside of the table on SQLite. */
const searchDrops = (table: FoundTable, dialect: Dialect): readonly ddl.TableChange[] =>
  [...table.indexes.values()].flatMap((index) =>
    index.search ? ddl.dropIndex(table.name, index, dialect) : [],
  );

interface Unused extends Pick<MigrationStep, 'removes' | 'forgets'> {
  readonly what: string;
  readonly drops: readonly ddl.TableChange[];
  /** Where documents have values. */
  readonly places: readonly LosingDocuments[];
}

type Owner = Omit<Unused, 'drops' | 'places'>;

/** The documents with links in a link table. A type that is gone has lost its table, or lists all its documents. */
const losingLinks = (
  context: MigrationContext,
  owner: Uid,
  links: string,
  table: string | undefined,
): LosingDocuments | null =>
  table === undefined
    ? null
    : documentsWith(context, owner, table, (id) => `id IN (SELECT ${id(LINK.source)} FROM ${id(links)})`);

/** To which type and attribute the tables and columns (`items.old`) belonged. */
function ownersOf(models: ReadonlyMap<Uid, StoredModel>, schema: Schema) {
  const types = [...schema.types.values()];
  const waiting = new Set<string>();
  const linkTables = new Map<string, Uid>();
  const ownLinks = new Map<string, Uid>();
  const attributeAt = new Map<string, Owner>();
  const typeAt = new Map<string, Uid>();
  for (const model of models.values()) {
    if (!model.type || isOfAbsentPlugin(model.uid, schema)) continue;
    const type = schema.types.get(model.uid) ?? types.find((each) => takesOver(each, model.uid, models));
    const uid = type?.uid ?? model.uid;
    if (!type) typeAt.set(model.type.table, uid);
    for (const table of model.type.links) linkTables.set(table, uid);
    const { table } = type ?? model.type;
    for (const place of model.type.brought) waiting.add(place).add(`${table}.${place}`);
    for (const [name, attribute] of Object.entries({ ...model.gone, ...model.attributes })) {
      if (attribute.table) ownLinks.set(attribute.table, uid);
      const places = [
        ...(attribute.table ? [attribute.table] : []),
        ...attribute.columns.map((column) => `${table}.${column}`),
      ];
      if (type?.attributes.get(name)?.kind === 'waiting') for (const place of places) waiting.add(place);
      const what = `${uid}: the ${type?.attributes.has(name) ? `former storage of ${name}` : `attribute ${name}`}`;
      for (const place of places) attributeAt.set(place, { what, forgets: [uid, [name]] });
    }
  }
  // A renamed type remembers link tables of its former uid, which may have new ones of these names.
  return { waiting, linkTables: new Map([...linkTables, ...ownLinks]), attributeAt, typeAt };
}

/** Rows of the former uid follow the rename. They do not if the type has a model of its own. */
const takesOver = (
  { uid, renamedFrom }: ContentType,
  former: Uid,
  models: ReadonlyMap<Uid, StoredModel>,
): boolean => renamedFrom === former && !models.has(uid);

/** A type of a disabled plugin: the schema has no type of that plugin. */
function isOfAbsentPlugin(uid: Uid, { types }: Schema): boolean {
  const plugin = /^plugin::[^.]+\./.exec(uid)?.[0];
  return plugin !== undefined && ![...types.keys()].some((other) => other.startsWith(plugin));
}
