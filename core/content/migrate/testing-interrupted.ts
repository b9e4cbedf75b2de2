// For tests on MariaDB and MySQL: a migration that loses its connection before one of its statements.
import { createRequire } from 'node:module';

const CHANGING = /^\s*(insert|update|delete|alter|create|drop|rename|start|commit)/i;

interface Driver {
  query(...args: unknown[]): unknown;
  execute(...args: unknown[]): unknown;
  destroy(): void;
}

/** Ends the connection before the statement that `isStop` chooses, over all connections. Returns the statements that were reached. */
export async function interrupted(
  isStop: (reached: readonly string[]) => boolean,
  work: () => Promise<unknown>,
  reached: string[] = [],
): Promise<string[]> {
  const load = createRequire(require.resolve('mysql2'));
  const { prototype } = load('./lib/base/connection.js') as { prototype: Driver };
  const original = { query: prototype.query, execute: prototype.execute };
  for (const method of ['query', 'execute'] as const)
    prototype[method] = function (this: Driver, ...args: unknown[]): unknown {
      const [text] = args;
      const sql = typeof text === 'string' ? text : (text as { sql: string }).sql;
      if (CHANGING.test(sql)) reached.push(sql);
      if (isStop(reached)) this.destroy();
      return original[method].apply(this, args);
    };
  try {
    await work();
  } finally {
    Object.assign(prototype, original);
  }
  return reached;
}

export const afterStatement = (count: number) => (reached: readonly string[]) => reached.length > count;
