// Which person of a provider is which user.
import { createHash } from 'node:crypto';
import type { App } from '../../core';
import { USER } from '../users-permissions';

const COLUMNS = {
  id: { kind: 'id' },
  /** A hash of provider, issuer and subject: databases compare texts in different ways. */
  key: { kind: 'string', length: 64, notNull: true },
  provider: { kind: 'string', length: 60, notNull: true },
  /** The documentId of the user, which never belongs to another user. */
  user: { kind: 'string', length: 255, notNull: true },
  created_at: { kind: 'datetime', notNull: true },
} as const;

export interface Identities {
  /** The documentId of the user; null: the person is new. */
  find(key: string): Promise<string | null>;
  /** Has a person of a provider this user? */
  hasUser(user: string): Promise<boolean>;
  /** Throws if the person is known already. */
  add(key: string, provider: string, user: string): Promise<void>;
  forgetUser(user: string): Promise<void>;
}

export function declareIdentities(app: App): Identities {
  const rows = app.model({
    table: 'sign_in_identities',
    columns: COLUMNS,
    indexes: [{ columns: ['key'], unique: true }, { columns: ['user'] }],
  });
  app.archives.add({
    name: 'sign-in',
    secret: true,
    needs: [USER],
    tables: { sign_in_identities: { belongsTo: { document: 'user', type: USER } } },
  });
  return {
    find: async (key) => (await rows.query().findOne({ key }))?.user ?? null,
    hasUser: async (user) => (await rows.query().where({ user }).resultSize()) > 0,
    async add(key, provider, user) {
      await rows.query().insert({ key, provider, user, created_at: new Date() });
    },
    async forgetUser(user) {
      await rows.query().delete().where({ user });
    },
  };
}

/** The issuer belongs to it: a provider that moves to another server has other people. */
export const keyOf = (provider: string, issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, issuer, subject]))
    .digest('hex');
