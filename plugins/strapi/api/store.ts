// `strapi.store`: values of a project under keys, in a table of the plugin. Calls inside a transaction belong to it.
import { randomUUID } from 'node:crypto';
import type { App } from '../../../core';

export interface StorePlace {
  readonly type?: string;
  readonly name?: string;
  readonly key?: string;
  readonly environment?: string;
  readonly tag?: string;
}

export interface StoreMembers {
  /** null: there is no value. */
  get(place?: StorePlace): Promise<unknown>;
  set(place: StorePlace & { readonly value: unknown }): Promise<void>;
  delete(place?: StorePlace): Promise<void>;
}

/** `strapi.store({ type, name }).get({ key })`, and `strapi.store.get({ type, name, key })`. */
export type StrapiStore = StoreMembers & ((defaults?: StorePlace) => StoreMembers);

export interface Store {
  readonly strapi: StrapiStore;
  /** Keeps a mark. False: another process has it. Forgets marks of the name that are more than a day old. Inside a transaction. */
  mark(name: string, at: Date): Promise<boolean>;
  /** Values under keys as Strapi stores them: `plugin_shop_settings`. Values that are here stay. */
  fill(values: Iterable<readonly [key: string, value: unknown]>): Promise<void>;
}

const DAY = 86_400_000;
/** Of an imported value: another application may have another environment. */
const ANY = '*';
const KEY: ('name' | 'environment' | 'tag')[] = ['name', 'environment', 'tag'];

/** In `register`. */
export function createStore({ model }: Pick<App, 'model'>): Store {
  const part = { kind: 'string', length: 191, notNull: true } as const;
  const rows = model({
    table: 'strapi_store',
    columns: { name: part, environment: part, tag: part, value: { kind: 'text', notNull: true } },
    primaryKey: KEY,
  });
  const membersOf = (defaults: StorePlace): StoreMembers => {
    const found = (place: StorePlace = {}) => {
      const { environment, ...columns } = columnsOf({ ...defaults, ...place });
      return rows.query().where(columns).whereIn('environment', [environment, ANY]);
    };
    return {
      async get(place) {
        const values = await found(place);
        const row = values.find(({ environment }) => environment !== ANY) ?? values[0];
        return row === undefined ? null : JSON.parse(row.value);
      },
      async set(place) {
        const value = JSON.stringify(place.value ?? null);
        await rows
          .query()
          .insert({ ...columnsOf({ ...defaults, ...place }), value })
          .onConflict(KEY)
          .merge(['value']);
      },
      async delete(place) {
        await found(place).delete();
      },
    };
  };
  return {
    strapi: Object.assign((defaults: StorePlace = {}) => membersOf(defaults), membersOf({})),
    async fill(values) {
      for (const [name, value] of values)
        await rows
          .query()
          .insert({ name, environment: ANY, tag: '', value: JSON.stringify(value ?? null) })
          .onConflict(KEY)
          .ignore();
    },
    async mark(key, at) {
      const columns = columnsOf({ type: 'cron', key, tag: at.toISOString() });
      const value = JSON.stringify(randomUUID());
      await rows
        .query()
        .insert({ ...columns, value })
        .onConflict(KEY)
        .ignore();
      const { name } = columns;
      const before = new Date(Date.now() - DAY).toISOString();
      await rows.query().where({ name }).where('tag', '<', before).delete();
      return (await rows.query().where(columns).first())?.value === value;
    },
  };
}

/** A key has the form of Strapi: `plugin_shop_settings`. */
function columnsOf({ type = 'core', name, key, environment, tag }: StorePlace) {
  for (const [word, value] of Object.entries({ type, name, key, environment, tag }))
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw new Error(`strapi.store: "${word}" is a ${typeof value}; write a text`);
  if (!key) throw new Error('strapi.store: the call names no "key"');
  return {
    name: [type, ...(name ? [name] : []), key].join('_'),
    environment: environment ?? '',
    tag: tag ?? '',
  };
}
