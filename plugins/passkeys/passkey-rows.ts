// The passkeys of users. The table has public keys only: the private ones stay in the devices.
import { createHash } from 'node:crypto';
import type { App, RowOf } from '../../core';
import { type ProvedUser, USER } from '../users-permissions';

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
  /**
   * The epoch of the user's tokens when the passkey was added or confirmed. If the user has another one now, such as after a new password,
   * the passkey does not sign in alone. It stays a second factor.
   */
  epoch: { kind: 'string', length: 255 },
  created_at: { kind: 'datetime', notNull: true },
  used_at: { kind: 'datetime' },
} as const;

export type PasskeyRow = RowOf<typeof COLUMNS>;

export interface NewPasskey {
  readonly credential: string;
  readonly user: string;
  readonly epoch: string | null;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export interface Passkeys {
  of(user: string): Promise<PasskeyRow[]>;
  count(user: string): Promise<number>;
  find(credential: string): Promise<PasskeyRow | null>;
  /** null: the passkey is known already. */
  add(passkey: NewPasskey): Promise<PasskeyRow | null>;
  /** Stores a use. `confirmed`: the user has proved the password, so the passkey signs in alone again. False: a parallel use was first. */
  use(row: PasskeyRow, counter: number, confirmed?: ProvedUser): Promise<boolean>;
  /** Changes a passkey of the user. null: the user has no such one. */
  change(
    user: string,
    id: number,
    values: { name?: string; epoch?: string | null },
  ): Promise<PasskeyRow | null>;
  remove(user: string, id: number): Promise<boolean>;
  removeAll(user: string): Promise<number>;
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
        await rows.query().insert({ ...row, created_at: new Date(), used_at: null });
      } catch (error) {
        if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
        return null;
      }
      return (await rows.query().findOne({ key: row.key })) ?? null;
    },
    async use({ id, counter: before }, counter, confirmed) {
      const changed = await rows
        .query()
        .where({ id, counter: before })
        .patch({ counter, used_at: new Date(), ...(confirmed ? { epoch: confirmed.tokenEpoch } : {}) });
      return changed === 1;
    },
    async change(user, id, values) {
      await own(user, id).patch(values);
      return (await own(user, id).first()) ?? null;
    },
    remove: async (user, id) => (await own(user, id).delete()) === 1,
    removeAll: async (user) => rows.query().where({ user }).delete(),
  };
}

const hash = (credential: string): string => createHash('sha256').update(credential).digest('hex');
