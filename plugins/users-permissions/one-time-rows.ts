// What a plugin keeps between two requests of one sign-in. The client gets a random secret, which works once, in all processes. The table
// has its hash.
import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../core';

const COLUMNS = {
  id: { kind: 'id' },
  key: { kind: 'string', length: 64, notNull: true },
  kind: { kind: 'string', length: 20, notNull: true },
  data: { kind: 'json', notNull: true },
  ends_at: { kind: 'datetime', notNull: true },
} as const;

/** `Kind`: the steps of the plugin. A secret of one step does not work for another one. */
export interface OneTime<Kind extends string> {
  /** Returns the secret: 32 bytes as base64url. */
  keep(kind: Kind, data: object, seconds: number): Promise<string>;
  /** The data of the step, once; null: unknown, used or too old. */
  take(kind: Kind, secret: string): Promise<Readonly<Record<string, unknown>> | null>;
}

/** In `register`. */
export function declareOneTime<Kind extends string>(
  { model }: Pick<App, 'model'>,
  table: string,
): OneTime<Kind> {
  const rows = model({
    table,
    columns: COLUMNS,
    indexes: [{ columns: ['key'], unique: true }, { columns: ['ends_at'] }],
  });
  return {
    async keep(kind, data, seconds) {
      const secret = randomBytes(32).toString('base64url');
      const now = new Date();
      await rows.query().delete().where('ends_at', '<', now);
      await rows.query().insert({ kind, data, key: hash(secret), ends_at: new Date(+now + seconds * 1000) });
      return secret;
    },
    async take(kind, secret) {
      const row = await rows.query().findOne({ key: hash(secret), kind });
      if (!row || row.ends_at < new Date()) return null;
      // Of two parallel uses, one deletes the row.
      const deleted = await rows.query().deleteById(row.id);
      return deleted === 1 ? (row.data as Readonly<Record<string, unknown>>) : null;
    },
  };
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
