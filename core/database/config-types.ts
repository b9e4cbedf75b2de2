// The configuration of a database with a value for every key that has a default. The kernel passes config/database as it is checked; tools and
// tests leave keys out.
import { runCheck } from '../kernel/check/check';
import { type DatabaseConfig, databaseConfig } from '../kernel/config/database-config';

export type DatabaseOptions = Pick<DatabaseConfig, 'client'> &
  Partial<Omit<DatabaseConfig, 'client' | 'slowLane'>> & {
    /** SQLite: a thread for slow queries; a number sets the milliseconds from which one counts as slow. */
    readonly slowLane?: boolean | number;
  };

export interface ResolvedConfig extends Omit<DatabaseConfig, 'slowLane' | 'port' | 'user'> {
  readonly port: number;
  readonly user: string;
  /** Milliseconds; null: no lane. */
  readonly slowLane: number | null;
  /** The database refuses what writes on these connections. */
  readonly readOnly: boolean;
}

const SLOW = 15;
const OF_CLIENT = {
  sqlite: { port: 0, user: '' },
  mysql: { port: 3306, user: 'root' },
  postgres: { port: 5432, user: 'postgres' },
} as const;

export function resolveConfig(options: DatabaseOptions): ResolvedConfig {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { slowLane } = options;
  return {
    ...runCheck(databaseConfig, {}).value,
    ...OF_CLIENT[options.client],
    ...(Object.fromEntries(given) as DatabaseOptions),
    slowLane: slowLane === false ? null : typeof slowLane === 'number' ? slowLane : SLOW,
    readOnly: false,
  };
}
