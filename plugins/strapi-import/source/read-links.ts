// Reads the links of rows: of one attribute for a whole batch, with the documents that they name.

import { createHash } from 'node:crypto';
import type { RelationAttribute, Schema } from '../../../core';
import {
  idColumn,
  inverseIdColumn,
  inverseOrderColumn,
  linkTableName,
  morphTableName,
  orderColumn,
  typeColumn,
} from './identifiers';
import { byPlace, groupBy, numberOf, placeOf, textOf } from './read-values';
import type { Source, SourceRow, StrapiModel } from './source';
import type { SourceLink } from './source-document';

export type LinksByRow = ReadonlyMap<number, readonly SourceLink[]>;

const MEDIA = 'files_related_mph';
const FILE = 'plugin::upload.file';

/** A row without a documentId is a document of its own, with the same id in each run. */
export const documentIdOf = (uid: string, id: number, documentId: unknown): string =>
  textOf(documentId) || `r${createHash('sha256').update(`${uid} ${id}`).digest('hex').slice(0, 23)}`;

export interface LinkReader {
  read(owner: StrapiModel, attribute: RelationAttribute, rows: readonly SourceRow[]): Promise<LinksByRow>;
  /** The tables that hold the links of the attribute, for the counts. */
  tableOf(owner: StrapiModel, attribute: RelationAttribute): string | null;
}

/** The table and columns of a relation to one type. Of a self relation the second column has the prefix `inv`. */
export function linkPlace(
  owner: StrapiModel,
  attribute: RelationAttribute,
  target: StrapiModel,
  tables: Source['tables'],
) {
  const table = linkTableName(owner.table, attribute.name);
  const columns = tables.get(table);
  const own = idColumn(owner.singularName);
  const isSelf = idColumn(target.singularName) === own;
  const other = isSelf ? inverseIdColumn(target.singularName) : idColumn(target.singularName);
  const isMany = attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany';
  const order = orderColumn(target.singularName);
  const inverse =
    isSelf && attribute.relation === 'manyToMany'
      ? inverseOrderColumn(owner.singularName)
      : orderColumn(owner.singularName);
  return {
    table,
    own,
    other,
    order: isMany && columns?.has(order) ? order : null,
    inverse:
      (!isMany || !isSelf || attribute.relation === 'manyToMany') && columns?.has(inverse) ? inverse : null,
    isThere: columns?.has(own) === true && columns.has(other),
  };
}

export function createLinkReader(source: Source, schema: Schema): LinkReader {
  const { knex, tables, types } = source;

  async function toOneType(
    owner: StrapiModel,
    attribute: RelationAttribute,
    ids: readonly number[],
  ): Promise<LinksByRow> {
    const target = types.get(attribute.target ?? '');
    if (!target) return new Map();
    const { table, own, other, order, inverse, isThere } = linkPlace(owner, attribute, target, tables);
    if (!isThere) return new Map();
    const hasLocale = tables.get(target.table)?.has('locale') === true;
    const rows: SourceRow[] = await knex({ l: table })
      .leftJoin({ t: target.table }, 't.id', `l.${other}`)
      .whereIn(`l.${own}`, [...ids])
      .select({
        id: 'l.id',
        own: `l.${own}`,
        target: 't.id',
        document: 't.document_id',
        ...(hasLocale ? { locale: 't.locale' } : {}),
        ...(order ? { place: `l.${order}` } : {}),
        ...(inverse ? { inverse: `l.${inverse}` } : {}),
      });
    return linksOf(rows, () => target.uid);
  }

  function linksOf(rows: readonly SourceRow[], typeOf: (row: SourceRow) => string): LinksByRow {
    return new Map(
      [...groupBy(rows, 'own')].map(([own, list]): [number, SourceLink[]] => [
        own,
        list.sort(byPlace('place')).map((row, at) => {
          const type = typeOf(row);
          const id = textOf(row.target);
          return {
            type,
            documentId: id === null ? null : documentIdOf(type, Number(id), row.document),
            locale: textOf(row.locale),
            order: placeOf(row.place) ?? at + 1,
            inverseOrder: placeOf(row.inverse) ?? numberOf(row.id),
          };
        }),
      ]),
    );
  }

  async function media(
    owner: StrapiModel,
    attribute: RelationAttribute,
    ids: readonly number[],
  ): Promise<LinksByRow> {
    if (!tables.has(MEDIA)) return new Map();
    const rows: SourceRow[] = await knex({ l: MEDIA })
      .leftJoin({ t: 'files' }, 't.id', 'l.file_id')
      .whereIn('l.related_id', [...ids])
      .andWhere({ 'l.related_type': owner.uid, 'l.field': attribute.name })
      .select({
        id: 'l.id',
        own: 'l.related_id',
        target: 't.id',
        document: 't.document_id',
        place: 'l.order',
      });
    return linksOf(rows, () => FILE);
  }

  async function morphMany(
    owner: StrapiModel,
    attribute: RelationAttribute,
    ids: readonly number[],
  ): Promise<LinksByRow> {
    const table = morphTableName(owner.table, attribute.name);
    const [own, type, target] = [
      idColumn(owner.singularName),
      typeColumn(attribute.name),
      idColumn(attribute.name),
    ];
    if (!tables.get(table)?.has(own)) return new Map();
    const rows: SourceRow[] = await knex(table)
      .whereIn(own, [...ids])
      .select({ id: 'id', own, type, named: target, place: 'order' });
    return linksOf(await withDocuments(rows), (row) => String(row.type));
  }

  async function morphOne(rows: readonly SourceRow[]): Promise<LinksByRow> {
    const named = rows.flatMap((row) =>
      textOf(row.target_id) === null
        ? []
        : [{ id: row.id, own: row.id, type: row.target_type, named: row.target_id }],
    );
    return linksOf(await withDocuments(named), (row) => String(row.type));
  }

  /** The documents of rows that name their target by type and id. */
  async function withDocuments(rows: readonly SourceRow[]): Promise<SourceRow[]> {
    const found: SourceRow[] = [];
    for (const uid of new Set(rows.map(({ type }) => String(type)))) {
      const own = rows.filter(({ type }) => String(type) === uid);
      const model = types.get(uid);
      const hasLocale = model && tables.get(model.table)?.has('locale') === true;
      const targets: SourceRow[] =
        model && schema.types.has(uid)
          ? await knex(model.table)
              .whereIn(
                'id',
                own.map(({ named }) => numberOf(named)),
              )
              .select(['id', 'document_id', ...(hasLocale ? ['locale'] : [])])
          : [];
      const byId = groupBy(targets, 'id');
      for (const row of own) {
        const [target] = byId.get(numberOf(row.named)) ?? [];
        found.push({ ...row, target: target?.id, document: target?.document_id, locale: target?.locale });
      }
    }
    return found;
  }

  return {
    read(owner, attribute, rows) {
      const ids = rows.map(({ id }) => numberOf(id));
      if (attribute.declaredType === 'media') return media(owner, attribute, ids);
      if (attribute.relation === 'morphToOne') return morphOne(rows);
      if (attribute.relation === 'morphToMany') return morphMany(owner, attribute, ids);
      return toOneType(owner, attribute, ids);
    },
    tableOf(owner, attribute) {
      if (attribute.declaredType === 'media') return MEDIA;
      if (attribute.relation === 'morphToOne') return null;
      return attribute.relation === 'morphToMany'
        ? morphTableName(owner.table, attribute.name)
        : linkTableName(owner.table, attribute.name);
    },
  };
}
