// Replacements of bytes that survive a kill, and replacements of one file by several processes. The new bytes are stored under
// other names. The transaction that changes the row adds a record here. Then the bytes take the names of the file, and the record
// goes. `unfinished-work.ts` finishes the records that a killed process or a silent storage left.
import { type App, type OwnModel, type Row, type RowOf, type Tx, token } from '../../../core';
import { uploadErrors } from '../errors';
import type { StagedObject, Storage } from '../storage/storage';
import { FILE } from '../types';

const TABLE = 'upload_replacements';

export interface Replacement {
  readonly moves: readonly StagedObject[];
  /** Objects of the former file that the new one does not have. */
  readonly obsolete: readonly string[];
}

export interface Replacements {
  /** Locks the row of a file until the transaction ends. */
  lock(tx: Tx, documentId: string): Promise<void>;
  /**
   * Locks the row, and returns a text that changes with it; null: no such file. Throws a 503 while the file waits for new bytes.
   */
  settledState(tx: Tx, documentId: string): Promise<string | null>;
  /** Runs in the transaction that changes the row. */
  add(documentId: string, replacement: Replacement): Promise<void>;
  /** Gives the bytes of the latest replacement the names of the file. */
  finish(documentId: string): Promise<void>;
  /** All that wait. Rejects when the storage does not answer; the failure of one file is logged. The signal ends it early. */
  finishAll(signal: AbortSignal): Promise<void>;
}

const COLUMNS = {
  id: { kind: 'id' },
  document_id: { kind: 'string', length: 191, notNull: true },
  /** JSON. */
  replacement: { kind: 'text', notNull: true },
} as const;

const ROWS = token<OwnModel<RowOf<typeof COLUMNS>>>('upload.replacements');

/** Declares the table. In `register`, before `createReplacements`. */
export const addReplacements = ({ container, model }: Pick<App, 'container' | 'model'>): void =>
  container.provide(ROWS, model({ table: TABLE, columns: COLUMNS }));

export function createReplacements(app: App, storage: Storage): Replacements {
  const { database } = app;
  const { dialect } = database;
  const waiting = app.container.resolve(ROWS);
  const files = dialect.id(app.schema.types.get(FILE)?.table ?? '');

  // Without the model: each startup asks, mostly in vain, and the first query of a model loads objection.
  const waitingRows = {
    name: `${TABLE} all`,
    sql: dialect.finish(`SELECT document_id, replacement FROM ${dialect.id(TABLE)} ORDER BY id`),
  };

  const lock = async (tx: Tx, documentId: string): Promise<boolean> => {
    const text = `SELECT id FROM ${files} WHERE document_id = ? ${dialect.forUpdate}`;
    return (await tx.all(text, [documentId])).length > 0;
  };

  /** Under the lock, so that no other process moves the bytes of an older replacement over these. */
  const moveBytes = (documentId: string, signal?: AbortSignal): Promise<readonly string[]> =>
    database.transaction(async (tx) => {
      const exists = await lock(tx, documentId);
      const rows = await waiting.query().where({ document_id: documentId }).orderBy('id');
      const all = rows.map(({ replacement }): Replacement => JSON.parse(replacement));
      const last = exists ? all.at(-1) : undefined;
      await unlessAborted(storage.move(last?.moves ?? []), signal);
      await waiting.query().where({ document_id: documentId }).delete();
      const kept = new Set(last?.moves.map(({ name }) => name));
      const older = all.filter((each) => each !== last).flatMap(({ moves }) => moves.map(({ from }) => from));
      return [...older, ...all.flatMap(({ obsolete }) => obsolete).filter((name) => !kept.has(name))];
    });

  const finish = async (documentId: string, signal?: AbortSignal): Promise<void> => {
    try {
      await storage.remove(await moveBytes(documentId, signal));
    } catch (error) {
      if (signal?.aborted) return;
      app.log.error('the new bytes of a file wait in the storage; the application tries again', {
        file: documentId,
        error: String(error),
      });
    }
  };

  return {
    lock: async (tx, documentId) => void (await lock(tx, documentId)),
    async settledState(tx, documentId) {
      const text = `SELECT updated_at FROM ${files} WHERE document_id = ? ${dialect.forUpdate}`;
      const [row] = await tx.all(text, [documentId]);
      const isWaiting = (await waiting.query().where({ document_id: documentId }).resultSize()) > 0;
      if (isWaiting) throw uploadErrors.UPLOAD_STORAGE_DOWN();
      return row ? String(row[0]) : null;
    },
    async add(documentId, replacement) {
      await waiting.query().insert({ document_id: documentId, replacement: JSON.stringify(replacement) });
    },
    finish: (documentId) => finish(documentId),
    async finishAll(signal) {
      const rows = await database.read(function* () {
        const [found = []]: Row[][] = yield [{ statement: waitingRows, params: [] }];
        return found;
      });
      const names = new Map(rows.map(([id, text]) => [String(id), firstNameOf(String(text))]));
      for (const [documentId, name] of names) {
        // A transaction must not wait for a silent storage: in SQLite, all writes wait for it.
        if (name !== undefined) await storage.probe(name);
        if (signal.aborted) return;
        await finish(documentId, signal);
      }
    },
  };
}

const firstNameOf = (replacement: string): string | undefined =>
  (JSON.parse(replacement) as Replacement).moves[0]?.from;

/** Work of a storage cannot be cancelled. After the signal it goes on alone. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  let end = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', end));
}

/** Names of stored bytes that wait for a move. */
export async function stagedNames(
  all: (text: string) => Promise<readonly (readonly unknown[])[]>,
  id: (name: string) => string,
): Promise<readonly string[]> {
  const rows = await all(`SELECT replacement FROM ${id(TABLE)}`);
  return rows.flatMap(([text]) => (JSON.parse(String(text)) as Replacement).moves.map(({ from }) => from));
}
