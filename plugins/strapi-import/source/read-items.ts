// Completes rows with their links and their entries, at any depth. Each level costs a few queries per batch.

import type { AnyModel, Schema } from '../../../core';
import { entryTableName } from './identifiers';
import type { LinkReader } from './read-links';
import { byPlace, groupBy, numberOf } from './read-values';
import type { Source, SourceRow, StrapiModel } from './source';
import type { SourceEntry, SourceItem } from './source-document';

export interface ItemReader {
  complete(model: AnyModel, stored: StrapiModel, rows: readonly SourceRow[]): Promise<SourceItem[]>;
}

export function createItemReader(
  source: Source,
  schema: Schema,
  components: ReadonlyMap<string, StrapiModel>,
  links: LinkReader,
): ItemReader {
  const { knex, tables } = source;

  async function complete(
    model: AnyModel,
    stored: StrapiModel,
    rows: readonly SourceRow[],
  ): Promise<SourceItem[]> {
    const linked = new Map<string, Awaited<ReturnType<LinkReader['read']>>>();
    for (const attribute of model.attributes.values())
      if (attribute.kind === 'relation' && attribute.holdsLinks)
        linked.set(attribute.name, await links.read(stored, attribute, rows));
    const entries = await entriesOf(model, stored, rows);
    return rows.map((row) => {
      const id = numberOf(row.id);
      return {
        id,
        row,
        links: new Map([...linked].map(([name, byRow]) => [name, byRow.get(id) ?? []])),
        entries: entries.get(id) ?? new Map(),
      };
    });
  }

  /** Row → attribute → its entries, in order. */
  async function entriesOf(
    model: AnyModel,
    stored: StrapiModel,
    rows: readonly SourceRow[],
  ): Promise<Map<number, Map<string, SourceEntry[]>>> {
    const result = new Map<number, Map<string, SourceEntry[]>>();
    const names = [...model.attributes.values()].filter(
      ({ kind }) => kind === 'component' || kind === 'zone',
    );
    const table = entryTableName(stored.collectionName);
    if (names.length === 0 || !tables.has(table)) return result;
    const places: SourceRow[] = await knex(table)
      .whereIn(
        'entity_id',
        rows.map(({ id }) => numberOf(id)),
      )
      .whereIn(
        'field',
        names.map(({ name }) => name),
      )
      .select(['id', 'entity_id', 'cmp_id', 'component_type', 'field', 'order']);
    const read = await entriesByType(places);
    for (const [owner, own] of groupBy(places, 'entity_id')) {
      const fields = new Map<string, SourceEntry[]>();
      for (const place of own.sort(byPlace('order'))) {
        const entry = read.get(`${place.component_type} ${place.cmp_id}`);
        if (!entry) continue;
        const field = String(place.field);
        fields.set(field, [...(fields.get(field) ?? []), entry]);
      }
      result.set(owner, fields);
    }
    return result;
  }

  /** `uid id` → the entry. A place whose component does not exist has none. */
  async function entriesByType(places: readonly SourceRow[]): Promise<Map<string, SourceEntry>> {
    const found = new Map<string, SourceEntry>();
    for (const uid of new Set(places.map((place) => String(place.component_type)))) {
      const component = schema.components.get(uid);
      const stored = components.get(uid);
      if (!component || !stored || !tables.has(stored.table)) continue;
      const ids = places
        .filter((place) => place.component_type === uid)
        .map(({ cmp_id }) => numberOf(cmp_id));
      const rows: SourceRow[] = await knex(stored.table).whereIn('id', ids).select();
      for (const item of await complete(component, stored, rows))
        found.set(`${uid} ${item.id}`, { ...item, component: uid });
    }
    return found;
  }

  return { complete };
}
