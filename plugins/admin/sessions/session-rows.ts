// The own tables of the plugin: sessions, one-time links, the preferences of users, and saved views. The database keeps hashes of secrets only.
import { createHash, randomBytes } from 'node:crypto';
import type { App, OwnModel, RowOf } from '../../../core';
import { USER } from '../../users-permissions';

const SESSION = {
  id: { kind: 'id' },
  key: { kind: 'string', length: 64, notNull: true },
  user: { kind: 'integer', notNull: true },
  /** The epoch of the user's tokens: a new password ends the session. */
  epoch: { kind: 'string', length: 255 },
  address: { kind: 'string', length: 64 },
  agent: { kind: 'string', length: 255 },
  created_at: { kind: 'datetime', notNull: true },
  used_at: { kind: 'datetime', notNull: true },
} as const;

const LINK = {
  id: { kind: 'id' },
  key: { kind: 'string', length: 64, notNull: true },
  /** The user who gets a new password; null: a new administrator. */
  user: { kind: 'integer' },
  ends_at: { kind: 'datetime', notNull: true },
} as const;

const PREFERENCES = {
  user: { kind: 'integer', notNull: true },
  value: { kind: 'json', notNull: true },
} as const;

const VIEW = {
  id: { kind: 'id' },
  /** The uid of the content type. */
  type: { kind: 'string', length: 255, notNull: true },
  user: { kind: 'integer', notNull: true },
  name: { kind: 'string', length: 60, notNull: true },
  shared: { kind: 'boolean', notNull: true },
  words: { kind: 'json', notNull: true },
} as const;

export type ViewRow = RowOf<typeof VIEW>;
export type SessionRow = RowOf<typeof SESSION>;

export interface AdminRows {
  readonly sessions: OwnModel<SessionRow>;
  readonly links: OwnModel<RowOf<typeof LINK>>;
  readonly preferences: OwnModel<RowOf<typeof PREFERENCES>>;
  readonly views: OwnModel<ViewRow>;
}

/** In `register`. */
export function declareRows({ model, archives }: Pick<App, 'model' | 'archives'>): AdminRows {
  const belongsTo = { row: 'user', type: USER };
  archives.add({
    name: 'admin-preferences',
    needs: [USER],
    tables: { admin_preferences: { belongsTo }, admin_views: { belongsTo } },
  });
  return {
    sessions: model({
      table: 'admin_sessions',
      columns: SESSION,
      indexes: [{ columns: ['key'], unique: true }, { columns: ['user'] }],
    }),
    links: model({ table: 'admin_links', columns: LINK, indexes: [{ columns: ['key'], unique: true }] }),
    preferences: model({ table: 'admin_preferences', columns: PREFERENCES, primaryKey: ['user'] }),
    views: model({
      table: 'admin_views',
      columns: VIEW,
      indexes: [{ columns: ['type', 'user', 'name'], unique: true }],
    }),
  };
}

export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
