// The tables of Strapi for the schemas of an archive, with the names that Strapi gives them. So the rows of an archive are read like those
// of a database.

import type { ScratchFile } from '../../../core';
import {
  columnName,
  entryTableName,
  idColumn,
  inverseIdColumn,
  inverseOrderColumn,
  linkTableName,
  morphTableName,
  orderColumn,
  typeColumn,
} from '../source/identifiers';
import type { StrapiAttribute, StrapiModel } from '../source/source';

export const MEDIA = 'files_related_mph';

export interface Stage {
  readonly scratch: ScratchFile;
  readonly types: Map<string, StrapiModel>;
  readonly components: Map<string, StrapiModel>;
  readonly tables: Map<string, Set<string>>;
}

const SYSTEM = ['id', 'document_id', 'created_at', 'updated_at', 'published_at', 'locale'];

export const isStructured = ({ type }: StrapiAttribute): boolean =>
  ['relation', 'media', 'component', 'dynamiczone'].includes(type);

export function createTables(stage: Stage): void {
  for (const model of stage.types.values()) createModel(stage, model, SYSTEM);
  for (const model of stage.components.values()) createModel(stage, model, ['id']);
  create(stage, MEDIA, ['id', 'file_id', 'related_id', 'related_type', 'field', 'order'], ['related_id']);
}

function createModel(stage: Stage, model: StrapiModel, system: readonly string[]): void {
  const { table, collectionName, attributes } = model;
  const columns = new Set(system);
  for (const [name, attribute] of attributes)
    if (!isStructured(attribute) && !SYSTEM_NAMES.has(name)) columns.add(columnName(name));
  for (const { relation } of attributes.values())
    if (relation === 'morphToOne') for (const column of ['target_id', 'target_type']) columns.add(column);
  create(stage, table, [...columns], columns.has('document_id') ? ['document_id'] : []);
  const entries = ['id', 'entity_id', 'cmp_id', 'component_type', 'field', 'order'];
  if ([...attributes.values()].some(({ type }) => type === 'component' || type === 'dynamiczone'))
    create(stage, entryTableName(collectionName), entries, ['entity_id']);
  for (const [name, attribute] of attributes) {
    const place = linkColumns(stage, model, name, attribute);
    if (place) create(stage, place.table, place.columns, [place.columns[1] ?? 'id']);
  }
}

const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
]);

export interface LinkColumns {
  readonly table: string;
  /** id, owner, target or target id and type, places. */
  readonly columns: readonly string[];
}

/** null: the attribute has no table of links. */
export function linkColumns(
  { types }: Pick<Stage, 'types'>,
  owner: StrapiModel,
  name: string,
  attribute: StrapiAttribute,
): LinkColumns | null {
  if (attribute.type !== 'relation' || attribute.mappedBy !== undefined || OF_STRAPI.has(name)) return null;
  const own = idColumn(owner.singularName);
  if (attribute.relation === 'morphToMany') {
    const target = idColumn(name);
    const columns = ['id', own, target, typeColumn(name), 'field', 'order'];
    return { table: morphTableName(owner.table, name), columns };
  }
  const target = types.get(attribute.target ?? '');
  if (!target) return null;
  const isSelf = idColumn(target.singularName) === own;
  const other = isSelf ? inverseIdColumn(target.singularName) : idColumn(target.singularName);
  const order = orderColumn(target.singularName);
  const isMany = attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany';
  const inverse =
    isSelf && attribute.relation === 'manyToMany'
      ? inverseOrderColumn(owner.singularName)
      : orderColumn(owner.singularName);
  const places =
    isSelf && attribute.relation !== 'manyToMany' ? [isMany ? order : inverse] : [order, inverse];
  return { table: linkTableName(owner.table, name), columns: ['id', own, other, ...places] };
}

const OF_STRAPI: ReadonlySet<string> = new Set(['createdBy', 'updatedBy', 'localizations']);

function create(
  { scratch, tables }: Stage,
  table: string,
  columns: readonly string[],
  indexed: readonly string[],
): void {
  if (tables.has(table)) return;
  tables.set(table, new Set(columns));
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const list = columns.map((name) => `${quoted(name)}${name === 'id' ? ' INTEGER PRIMARY KEY' : ''}`);
  scratch.run(`CREATE TABLE ${quoted(table)} (${list.join(', ')})`);
  for (const column of indexed)
    scratch.run(`CREATE INDEX ${quoted(`${table} ${column}`)} ON ${quoted(table)} (${quoted(column)})`);
}
