// Stores the time of the last use of each token, at most once a minute per token. Writes happen in batches, after the response.
import type { App } from '../../core';
import { type ApiToken, TOKEN } from './types';

export interface LastUsed {
  note(token: ApiToken): void;
  /** Writes the pending times. */
  flush(): Promise<void>;
}

/** Milliseconds between two writes for one token. */
const INTERVAL = 60_000;
/** Milliseconds; uses within this time share one write. */
const BATCH_DELAY = 500;
const MAX_REMEMBERED = 10_000;

export function createLastUsed(app: Pick<App, 'config' | 'database' | 'schema' | 'log'>): LastUsed {
  const noted = new Map<number, number>();
  const pending = new Map<number, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(uses: readonly (readonly [number, number])[]): Promise<void> {
    const { database, schema } = app;
    const type = schema.types.get(TOKEN);
    const column = type?.scalars.get('lastUsedAt')?.column;
    if (!type || column === undefined) return;
    const { id } = database.dialect;
    // Another process may have written a later time.
    const text = `UPDATE ${id(type.table)} SET ${id(column)} = ? WHERE id = ? AND (${id(column)} IS NULL OR ${id(column)} < ?)`;
    await database.transaction(
      async (tx) => {
        for (const [token, moment] of uses) {
          const time = new Date(moment).toISOString();
          await tx.run(text, [time, token, time]);
        }
        tx.touch(type.table);
      },
      { ambient: false, apart: true, commits: null },
    );
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const uses = [...pending].sort(([a], [b]) => a - b);
    pending.clear();
    if (uses.length > 0)
      writing = writing
        .then(() => write(uses))
        .catch((error: unknown) =>
          app.log.warn('the time of the last use of tokens could not be written', { error }),
        );
    return writing;
  }

  return {
    note({ id, lastUsedAt }) {
      if (app.config.server.readOnly) return;
      const now = Date.now();
      if (now - (noted.get(id) ?? lastUsedAt ?? 0) < INTERVAL) return;
      if (noted.size >= MAX_REMEMBERED) noted.clear();
      noted.set(id, now);
      pending.set(id, now);
      timer ??= setTimeout(() => void flush(), BATCH_DELAY).unref();
    },
    flush,
  };
}
