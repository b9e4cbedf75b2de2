// The passkeys of users. The table has public keys only: the private ones stay in the devices.
import { createHash } from 'node:crypto';
import type { App, RowOf } from '../../core';
import { USER } from '../users-permissions';

const COLUMNS = {
  id: { kind: 'id' },
  /** A hash of the credential's id: databases compare texts in different ways. */
  key: { kind: 'string', length: 64, notNull: true },
  /** The credential's id as base64url. */
  credential: { kind: 'text', notNull: true },
  /** The documentId of the user, which never belongs to another user. */
  user: { kind: 'string', length: 255, notNull: true },
  /** COSE, as base64url. */
  public_key: { kind: 'text', notNull: true },
  /** Uses, as the device counts them. 0: it does not count. */
  counter: { kind: 'integer', notNull: true },
  /** How the browser reaches the device: `["internal"]`. */
  transports: { kind: 'json', notNull: true },
  name: { kind: 'string', length: 100, notNull: true },
  /** False: the password has changed since. The passkey is a second factor until the user confirms it. */
  signs_in: { kind: 'boolean', notNull: true },
  created_at: { kind: 'datetime', notNull: true },
  used_at: { kind: 'datetime' },
} as const;

export type PasskeyRow = RowOf<typeof COLUMNS>;

export interface NewPasskey {
  readonly credential: string;
  readonly user: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

/** `alone` needs no other factor. `confirm` comes with the password, and lets the passkey sign in again. */
export type PasskeyUse = 'alone' | 'factor' | 'confirm';

export interface Passkeys {
  of(user: string): Promise<PasskeyRow[]>;
  count(user: string): Promise<number>;
  find(credential: string): Promise<PasskeyRow | null>;
  /** null: the passkey is known already. */
  add(passkey: NewPasskey): Promise<PasskeyRow | null>;
  /** Stores a use. False: a parallel use was first, or the row has changed. */
  use(row: PasskeyRow, counter: number, use: PasskeyUse): Promise<boolean>;
  /** Changes a passkey of the user. null: the user has no such one. */
  change(user: string, id: number, values: { name?: string; signs_in?: true }): Promise<PasskeyRow | null>;
  remove(user: string, id: number): Promise<boolean>;
  removeAll(user: string): Promise<number>;
  /** After a new password: its passkeys sign in no longer until they are confirmed. */
  suspend(user: string): Promise<void>;
}

export function declarePasskeys(app: App): Passkeys {
  const rows = app.model({
    table: 'passkeys',
    columns: COLUMNS,
    indexes: [{ columns: ['key'], unique: true }, { columns: ['user'] }],
  });
  app.archives.add({
    name: 'passkeys',
    secret: true,
    needs: [USER],
    tables: { passkeys: { belongsTo: { document: 'user', type: USER } } },
  });
  const own = (user: string, id: number) => rows.query().where({ user, id });

  return {
    of: async (user) => rows.query().where({ user }).orderBy('id'),
    count: (user) => rows.query().where({ user }).resultSize(),
    find: async (credential) => (await rows.query().findOne({ key: hash(credential) })) ?? null,
    async add({ credential, publicKey, transports, ...values }) {
      const row = {
        ...values,
        credential,
        public_key: publicKey,
        transports: [...transports],
        key: hash(credential),
      };
      try {
        await rows.query().insert({ ...row, signs_in: true, created_at: new Date(), used_at: null });
      } catch (error) {
        if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
        return null;
      }
      return (await rows.query().findOne({ key: row.key })) ?? null;
    },
    async use({ id, counter: before }, counter, use) {
      const changed = await rows
        .query()
        // A new password may have suspended it since the row was read.
        .where({ id, counter: before, ...(use === 'alone' ? { signs_in: true } : {}) })
        .patch({ counter, used_at: new Date(), ...(use === 'confirm' ? { signs_in: true } : {}) });
      return changed === 1;
    },
    async change(user, id, values) {
      await own(user, id).patch(values);
      return (await own(user, id).first()) ?? null;
    },
    remove: async (user, id) => (await own(user, id).delete()) === 1,
    removeAll: async (user) => rows.query().where({ user }).delete(),
    suspend: async (user) => void (await rows.query().where({ user }).patch({ signs_in: false })),
  };
}

const hash = (credential: string): string => createHash('sha256').update(credential).digest('hex');
