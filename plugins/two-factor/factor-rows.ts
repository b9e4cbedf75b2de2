// The second factors of users: the sealed key of the app, and the hashes of recovery codes.
import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../core';
import { USER } from '../users-permissions';
import type { Seal } from './seal';
import { base32, stepOfCode } from './totp';

const FACTOR = {
  id: { kind: 'id' },
  /** A documentId. */
  user: { kind: 'string', length: 255, notNull: true },
  /** Sealed. It opens only with the secret of the configuration, and only for this user. */
  key: { kind: 'text', notNull: true },
  /** False: the user has not yet sent a code. */
  enabled: { kind: 'boolean', notNull: true },
  /** The period of the last accepted code. Codes of it and before it do not work again. */
  last_step: { kind: 'integer', notNull: true },
} as const;

const RECOVERY = {
  id: { kind: 'id' },
  user: { kind: 'string', length: 255, notNull: true },
  hash: { kind: 'string', length: 64, notNull: true },
} as const;

const CODES = 10;
const KEY_BYTES = 20;
const CODE_BYTES = 10;

export interface Factors {
  isEnabled(user: string): Promise<boolean>;
  /** A new key that is not yet enabled. It replaces one that was never enabled. null: the factor is enabled. */
  begin(user: string): Promise<Buffer | null>;
  /** Enables the key if the code is right, once. Returns recovery codes. */
  enable(user: string, code: string): Promise<readonly string[] | null>;
  /** A code of the app or a recovery code, once. */
  use(user: string, code: string): Promise<boolean>;
  renewRecovery(user: string): Promise<readonly string[]>;
  countRecovery(user: string): Promise<number>;
  remove(user: string): Promise<boolean>;
}

/** `seal` is ready from `boot.check` on. */
export function declareFactors(app: App, seal: () => Seal): Factors {
  const factors = app.model({
    table: 'two_factor_keys',
    columns: FACTOR,
    indexes: [{ columns: ['user'], unique: true }],
  });
  const recovery = app.model({
    table: 'two_factor_recovery',
    columns: RECOVERY,
    indexes: [{ columns: ['user', 'hash'], unique: true }],
  });

  const belongsTo = { document: 'user', type: USER };
  app.archives.add({
    name: 'two-factor',
    secret: true,
    needs: [USER],
    tables: { two_factor_keys: { belongsTo }, two_factor_recovery: { belongsTo } },
  });

  const find = (user: string) => factors.query().findOne({ user });

  /** False: a parallel setup was first. */
  async function insert(user: string, key: string): Promise<boolean> {
    try {
      await factors.query().insert({ user, key, enabled: false, last_step: 0 });
      return true;
    } catch (error) {
      if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
      return false;
    }
  }

  /** Of two uses of one code, or of an older one, one patches the row. */
  async function useCode(user: string, code: string, isEnabled: boolean): Promise<boolean> {
    const row = await find(user);
    if (!row || row.enabled !== isEnabled) return false;
    const opened = seal().open(row.key);
    const [owner, key = ''] = opened?.split(' ') ?? [];
    if (owner !== user) return false;
    const step = stepOfCode(Buffer.from(key, 'base64url'), code, Date.now());
    if (step === null) return false;
    const used = await factors
      .query()
      .where({ id: row.id, enabled: isEnabled, key: row.key })
      .where('last_step', '<', step)
      .patch({ last_step: step, enabled: true });
    return used === 1;
  }

  async function renewRecovery(user: string): Promise<readonly string[]> {
    const codes = Array.from({ length: CODES }, () => readable(base32(randomBytes(CODE_BYTES))));
    await app.database.transaction(async () => {
      await recovery.query().delete().where({ user });
      for (const code of codes) await recovery.query().insert({ user, hash: hash(user, code) });
    });
    return codes;
  }

  return {
    isEnabled: async (user) => (await find(user))?.enabled === true,

    async begin(user) {
      const key = randomBytes(KEY_BYTES);
      const sealed = seal().close(`${user} ${key.toString('base64url')}`);
      if (!(await find(user)) && (await insert(user, sealed))) return key;
      const replaced = await factors
        .query()
        .where({ user, enabled: false })
        .patch({ key: sealed, last_step: 0 });
      return replaced === 1 ? key : null;
    },

    enable: (user, code) =>
      app.database.transaction(async () => ((await useCode(user, code, false)) ? renewRecovery(user) : null)),

    async use(user, code) {
      if (/^\d{6}$/.test(code)) return useCode(user, code, true);
      const used = await recovery
        .query()
        .delete()
        .where({ user, hash: hash(user, code) });
      return used === 1;
    },

    renewRecovery,
    countRecovery: (user) => recovery.query().where({ user }).resultSize(),

    remove: (user) =>
      app.database.transaction(async () => {
        await recovery.query().delete().where({ user });
        return (await factors.query().delete().where({ user })) > 0;
      }),
  };
}

/** `ABCD-EFGH-IJKL-MNOP`. A person may type it without the lines, and in small letters. */
const readable = (text: string): string => (text.match(/.{4}/g) ?? []).join('-');

/** A code has 80 random bits, so a plain hash is enough. */
const hash = (user: string, code: string): string =>
  createHash('sha256')
    .update(`${user} ${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`)
    .digest('hex');
