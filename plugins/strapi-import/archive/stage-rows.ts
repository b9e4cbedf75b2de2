// Lines of an archive → rows of the staged tables.

import { check } from '../../../core';
import { columnName, entryTableName } from '../source/identifiers';
import type { StrapiModel } from '../source/source';
import { isStructured, linkColumns, MEDIA, type Stage } from './stage-tables';

type Line = Readonly<Record<string, unknown>>;

/** Rows that one transaction inserts. */
const BATCH = 2_000;

export interface RowStage {
  entity(line: Line): void;
  link(line: Line): void;
  /** Writes the rows that wait. */
  flush(): void;
}

export function createRowStage(stage: Stage): RowStage {
  const waiting = new Map<string, { readonly columns: readonly string[]; readonly rows: unknown[][] }>();
  let count = 0;

  function add(table: string, values: ReadonlyMap<string, unknown>): void {
    const known = stage.tables.get(table);
    if (!known) return;
    const entry = waiting.get(table) ?? { columns: [...known], rows: [] };
    waiting.set(table, entry);
    entry.rows.push(entry.columns.map((column) => values.get(column) ?? null));
    count += 1;
    if (count >= BATCH) flush();
  }

  function flush(): void {
    for (const [table, { columns, rows }] of waiting) stage.scratch.insert(table, columns, rows);
    waiting.clear();
    count = 0;
  }

  function item(model: StrapiModel, id: number, data: Line): void {
    const values = new Map<string, unknown>([['id', id]]);
    for (const name of ['documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'])
      values.set(columnName(name), data[name]);
    for (const [name, attribute] of model.attributes) {
      const value = data[name];
      if (attribute.type === 'component' || attribute.type === 'dynamiczone')
        entries(model, id, name, attribute.component, value);
      else if (!isStructured(attribute)) values.set(columnName(name), stored(attribute.type, value));
    }
    add(model.table, values);
  }

  /** A component without a list has no place, as in a database. */
  function entries(
    owner: StrapiModel,
    id: number,
    field: string,
    uid: string | undefined,
    value: unknown,
  ): void {
    const list = Array.isArray(value) ? value : [value];
    list.filter(check.isPlainObject).forEach((entry, at) => {
      const type = typeof entry.__component === 'string' ? entry.__component : uid;
      const component = stage.components.get(type ?? '');
      if (!component) return;
      const place = { entity_id: id, cmp_id: Number(entry.id), component_type: type, field };
      const order = Array.isArray(value) ? at + 1 : null;
      add(
        entryTableName(owner.collectionName),
        new Map<string, unknown>(Object.entries({ ...place, order })),
      );
      item(component, Number(entry.id), entry);
    });
  }

  function link({ left, right }: Line): void {
    if (!check.isPlainObject(left) || !check.isPlainObject(right)) return;
    const field = String(left.field);
    if (left.type === 'plugin::upload.file' && field === 'related') {
      const media = {
        file_id: left.ref,
        related_id: right.ref,
        related_type: right.type,
        field: right.field,
      };
      add(MEDIA, new Map<string, unknown>(Object.entries({ ...media, order: right.pos })));
      return;
    }
    const owner = stage.types.get(String(left.type)) ?? stage.components.get(String(left.type));
    const attribute = owner?.attributes.get(field);
    if (!owner || !attribute) return;
    if (attribute.relation === 'morphToOne') {
      flush();
      const table = `"${owner.table.replaceAll('"', '""')}"`;
      stage.scratch.all(`UPDATE ${table} SET target_id = ?, target_type = ? WHERE id = ? RETURNING id`, [
        right.ref,
        right.type,
        left.ref,
      ]);
      return;
    }
    const place = linkColumns(stage, owner, field, attribute);
    if (!place) return;
    const [, own = '', target = '', third = '', fourth = ''] = place.columns;
    const values = new Map<string, unknown>([
      [own, left.ref],
      [target, right.ref],
    ]);
    if (attribute.relation === 'morphToMany') {
      values.set(third, right.type);
      values.set('field', right.field);
      values.set('order', right.pos);
    } else if (fourth !== '') {
      values.set(third, left.pos);
      values.set(fourth, right.pos);
    } else values.set(third, left.pos ?? right.pos);
    add(place.table, values);
  }

  return {
    entity({ type, id, data }) {
      const model = stage.types.get(String(type));
      if (model && check.isPlainObject(data)) item(model, Number(id), data);
    },
    link,
    flush,
  };
}

/** JSON is stored as text, so that a text and a number stay what they are. */
function stored(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json' || type === 'blocks' || typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
