// The table of keys. A request claims its key before it runs, so that others see it. Its answer is stored in the transaction of its write:
// both are there, or none. A claim of a killed process ends with its time; a request that lost its claim commits nothing.
//   idempotency_keys   name     body     token    until           answer
//                      9xK…     b2F…     k3f…     1772360430045   null: it is running
import { randomBytes } from 'node:crypto';
import type { App, Database, OwnModel, RowOf, Tx } from '../../core';
import { idempotencyErrors } from './errors';

const TABLE = 'idempotency_keys';
const CLEANED_EVERY = 60_000;

export interface Claim {
  readonly name: string;
  readonly token: string;
}

export type Claimed =
  | { readonly kind: 'own'; readonly claim: Claim }
  | { readonly kind: 'done'; readonly answer: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'other' };

export interface Claims {
  /** `body`: a hash of all that the request asks for. */
  take(name: string, body: string): Promise<Claimed>;
  /** In the transaction of the write. Throws when the claim is lost: nothing may be stored then. */
  finish(tx: Tx, claim: Claim, answer: string): Promise<void>;
  /** As `finish`, for an answer that changed nothing: the next request with the key runs. */
  forget(tx: Tx, claim: Claim): Promise<void>;
  /** Nothing was stored: the next request with the key runs. */
  release(claim: Claim): Promise<void>;
}

export interface ClaimTimes {
  /** Milliseconds after which a request without an answer counts as killed. Longer than a transaction may take. */
  readonly running: number;
  /** Milliseconds for which answers stay. */
  readonly kept: number;
}

const COLUMNS = {
  name: { kind: 'string', length: 64, notNull: true },
  body: { kind: 'string', length: 64, notNull: true },
  token: { kind: 'string', length: 32, notNull: true },
  until: { kind: 'integer', notNull: true },
  answer: { kind: 'text' },
} as const;

type ClaimTable = OwnModel<RowOf<typeof COLUMNS>>;

interface Stored {
  readonly body: string;
  readonly token: string;
  readonly answer: string | null;
  /** Milliseconds until the row ends. */
  readonly remaining: unknown;
}

/** In `register`. */
export const declareClaims = (app: App): ClaimTable =>
  app.model({ table: TABLE, columns: COLUMNS, primaryKey: ['name'], indexes: [{ columns: ['until'] }] });

export function createClaims(database: Database, table: ClaimTable, { running, kept }: ClaimTimes): Claims {
  const { id, now } = database.dialect;
  const [name, body, token, until, answer] = ['name', 'body', 'token', 'until', 'answer'].map(id);
  const insert = `INSERT INTO ${TABLE} (${name}, ${body}, ${token}, ${until}) VALUES (?, ?, ?, ${now} + ${running})`;
  const retake = `UPDATE ${TABLE} SET ${body} = ?, ${token} = ?, ${answer} = NULL, ${until} = ${now} + ${running} WHERE ${name} = ? AND ${token} = ?`;
  const store = `UPDATE ${TABLE} SET ${answer} = ?, ${until} = ${now} + ${kept} WHERE ${name} = ? AND ${token} = ? AND ${answer} IS NULL`;
  const remove = `DELETE FROM ${TABLE} WHERE ${name} = ? AND ${token} = ? AND ${answer} IS NULL`;
  let cleanedAt = performance.now();

  /** Each step is visible to other processes at once. */
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(work, { commits: null, ambient: false });

  /** Outside of a transaction: on SQLite, one would wait for the request that runs. */
  const read = (key: string): Promise<Stored | undefined> =>
    table
      .query()
      .findById(key)
      .select('body', 'token', 'answer', table.Model.raw(`${until} - ${now} as remaining`)) as never;

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < CLEANED_EVERY) return;
    cleanedAt = performance.now();
    await run((tx) => tx.run(`DELETE FROM ${TABLE} WHERE ${until} <= ${now}`));
  }

  /** null: another request was faster; look again. */
  async function attempt(key: string, hash: string): Promise<Claimed | null> {
    const own: Claim = { name: key, token: randomBytes(18).toString('base64url') };
    const row = await read(key);
    if (!row) {
      await run((tx) => tx.run(insert, [key, hash, own.token]));
      return { kind: 'own', claim: own };
    }
    if (Number(row.remaining) <= 0) {
      const { changes } = await run((tx) => tx.run(retake, [hash, own.token, key, row.token]));
      return changes === 1 ? { kind: 'own', claim: own } : null;
    }
    if (row.body !== hash) return { kind: 'other' };
    return row.answer === null ? { kind: 'running' } : { kind: 'done', answer: row.answer };
  }

  return {
    async take(key, hash) {
      // No request waits for it. Expired keys count as new anyway.
      void clean().catch(() => undefined);
      for (;;) {
        const claimed = await attempt(key, hash).catch((error: unknown) => {
          if (database.dialect.classify(error).kind === 'duplicate') return null;
          throw error;
        });
        if (claimed) return claimed;
      }
    },
    async finish(tx, claim, text) {
      const { changes } = await tx.run(store, [text, claim.name, claim.token]);
      if (changes !== 1) throw idempotencyErrors.IDEMPOTENCY_RUNNING();
    },
    async forget(tx, claim) {
      const { changes } = await tx.run(remove, [claim.name, claim.token]);
      if (changes !== 1) throw idempotencyErrors.IDEMPOTENCY_RUNNING();
    },
    async release(claim) {
      await run((tx) => tx.run(remove, [claim.name, claim.token]));
    },
  };
}
