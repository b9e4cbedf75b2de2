// The tables of the log. An entry is inserted in the transaction of what it records, without a place in the chain: a chain that grew inside
// would make all writes wait for each other. After the commit, it is sealed: it gets the next number and its hash. Only retention removes
// entries, from the beginning of the chain.
//   audit_entries   id  seq  event            hash      audit_chain   seq  hash   first_seq  first_hash
//                   9   8    document.update  5f2c…                   8    5f2c…  3          91d0…
import type { App, RowOf, Tx } from '../../core';
import { hashOf, START } from './chain';
import type { Actor, AuditEntry, AuditEvent } from './types';

const ENTRY = {
  id: { kind: 'id' },
  seq: { kind: 'integer' },
  event: { kind: 'string', length: 80, notNull: true },
  at: { kind: 'string', length: 24, notNull: true },
  actor: { kind: 'text', notNull: true },
  actor_key: { kind: 'string', length: 191, notNull: true },
  ip: { kind: 'string', length: 64 },
  request: { kind: 'string', length: 128 },
  type: { kind: 'string', length: 191 },
  document_id: { kind: 'string', length: 191 },
  details: { kind: 'text', notNull: true },
  hash: { kind: 'string', length: 64 },
} as const;

const CHAIN = {
  name: { kind: 'string', length: 10, notNull: true },
  seq: { kind: 'integer', notNull: true },
  hash: { kind: 'string', length: 64, notNull: true },
  /** The last entry that retention removed. */
  first_seq: { kind: 'integer', notNull: true },
  first_hash: { kind: 'string', length: 64, notNull: true },
  turn: { kind: 'integer', notNull: true, default: 0 },
} as const;

export type EntryRow = RowOf<typeof ENTRY>;
export type ChainRow = RowOf<typeof CHAIN>;

export interface EntryFilter {
  readonly event?: string | undefined;
  /** `user 7`; a kind alone, such as `user`, means all callers of the kind. */
  readonly actor?: string | undefined;
  readonly type?: string | undefined;
  readonly documentId?: string | undefined;
  readonly request?: string | undefined;
  readonly ip?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface EntryRows {
  /** In the transaction of what it records. */
  add(tx: Tx, event: AuditEvent): Promise<void>;
  /** Gives sealed places to at most so many entries; returns their number. */
  seal(most: number): Promise<number>;
  list(
    filter: EntryFilter,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly AuditEntry[]; readonly total: number }>;
  /** null: there is none. */
  one(id: number): Promise<AuditEntry | null>;
  /** Sealed entries after a number, in the order of the chain. */
  sealed(after: number, limit: number, filter?: EntryFilter): Promise<readonly EntryRow[]>;
  chain(): Promise<ChainRow>;
  unsealed(): Promise<number>;
  /**
   * Removes sealed entries before a time, from the beginning of the chain; returns their number. In the same transaction, an entry says
   * where the chain begins now: without it, the beginning was removed by something else.
   */
  remove(before: string, entry: (removed: number, until: number) => AuditEvent): Promise<number>;
  /** Makes the row of the chain, at startup. */
  prepare(): Promise<void>;
}

const COLUMNS = ['event', 'at', 'actor', 'actor_key', 'ip', 'request', 'type', 'document_id', 'details'];
const ROW = 'main';

export const actorKey = ({ kind, id }: Actor): string => (id === null ? kind : `${kind} ${id}`).slice(0, 191);

export function createEntryRows(app: App, key: string | undefined): EntryRows {
  const entries = app.model({
    table: 'audit_entries',
    columns: ENTRY,
    indexes: [
      { columns: ['seq'], unique: true },
      { columns: ['at'] },
      { columns: ['actor_key', 'id'] },
      { columns: ['type', 'document_id'] },
    ],
  });
  const chains = app.model({ table: 'audit_chain', columns: CHAIN, primaryKey: ['name'] });

  const chain = async (): Promise<ChainRow> => {
    const row = await chains.query().findById(ROW);
    if (!row) throw new Error('audit_chain has no row; start the application once');
    return row;
  };
  /** Its row is locked to the end of the transaction: one process seals or removes at a time. */
  const locked = async (): Promise<ChainRow> => {
    await chains.query().findById(ROW).increment('turn', 1);
    return chain();
  };
  const filtered = ({ event, actor, type, documentId, request, ip, from, to }: EntryFilter) => {
    const query = entries.query().where({
      ...(event === undefined ? {} : { event }),
      ...(type === undefined ? {} : { type }),
      ...(documentId === undefined ? {} : { document_id: documentId }),
      ...(request === undefined ? {} : { request }),
      ...(ip === undefined ? {} : { ip }),
    });
    if (actor !== undefined)
      query.where((either) => {
        either.where('actor_key', actor);
        // The form is the same in all databases, and no character of a kind is a pattern.
        if (!actor.includes(' '))
          either.orWhereRaw(`substr(??, 1, ${actor.length + 1}) = ?`, ['actor_key', `${actor} `]);
      });
    if (from !== undefined) query.where('at', '>=', from);
    if (to !== undefined) query.where('at', '<', to);
    return query;
  };

  const rows: EntryRows = {
    chain,
    async add(tx, { event, at, actor, ip, request, type, documentId, details }) {
      const id = app.database.dialect.id;
      await tx.run(
        `INSERT INTO ${id('audit_entries')} (${COLUMNS.map((name) => id(name)).join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          event.slice(0, 80),
          at,
          JSON.stringify(actor),
          actorKey(actor),
          ip,
          request,
          type,
          documentId,
          JSON.stringify(details ?? null),
        ],
      );
    },
    seal: (most) =>
      app.database.transaction(async () => {
        let { seq, hash } = await locked();
        const waiting = await entries.query().whereNull('seq').orderBy('id').limit(most);
        for (const row of waiting) {
          seq += 1;
          hash = hashOf(hash, linkOf(row, seq), key);
          await entries.query().findById(row.id).patch({ seq, hash });
        }
        if (waiting.length > 0) await chains.query().findById(ROW).patch({ seq, hash });
        return waiting.length;
      }),
    async list(filter, page, pageSize) {
      const { results, total } = await filtered(filter)
        .orderBy('id', 'desc')
        .page(page - 1, pageSize);
      return { rows: results.map(entryOf), total };
    },
    async one(id) {
      const row = await entries.query().findById(id);
      return row ? entryOf(row) : null;
    },
    sealed: (after, limit, filter = {}) =>
      filtered(filter).where('seq', '>', after).orderBy('seq').limit(limit) as unknown as Promise<
        readonly EntryRow[]
      >,
    unsealed: () => entries.query().whereNull('seq').resultSize(),
    remove: (before, entry) =>
      app.database.transaction(async (tx) => {
        await locked();
        // Entries get their places in the order of their commits, so a later place may have an earlier time.
        const sealedRows = () => entries.query().select('seq', 'hash').whereNotNull('seq').limit(1);
        const [kept] = await sealedRows().where('at', '>=', before).orderBy('seq');
        const last = sealedRows().orderBy('seq', 'desc');
        const [end] = await (kept?.seq == null ? last : last.where('seq', '<', kept.seq));
        if (end?.seq == null || end.hash === null) return 0;
        await chains.query().findById(ROW).patch({ first_seq: end.seq, first_hash: end.hash });
        const removed = await entries.query().where('seq', '<=', end.seq).delete();
        await rows.add(tx, entry(removed, end.seq));
        return removed;
      }),
    async prepare() {
      if (await chains.query().findById(ROW)) return;
      const first = { name: ROW, seq: 0, hash: START, first_seq: 0, first_hash: START, turn: 0 };
      await chains
        .query()
        .insert(first)
        .catch((error: unknown) => {
          if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
        });
    },
  };
  return rows;
}

export const linkOf = (row: EntryRow, seq: number) => {
  const { event, at, actor, ip, request, type, document_id: documentId, details } = row;
  return { seq, event, at, actor, ip, request, type, documentId, details };
};

export function entryOf({ actor, actor_key: _key, document_id, details, ...row }: EntryRow): AuditEntry {
  const { id, seq, event, at, ip, request, type, hash } = row;
  return {
    id,
    seq,
    event,
    at,
    actor: JSON.parse(actor) as Actor,
    ip,
    request,
    type,
    documentId: document_id,
    details: JSON.parse(details),
    hash,
  };
}
