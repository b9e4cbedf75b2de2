// The configuration of the database: config/database as the kernel passes it, and with its defaults.

export interface DatabaseConfig {
  readonly client: 'sqlite' | 'mysql' | 'postgres';
  /** SQLite: the file, from the application's folder. `:memory:` is a private temporary file. */
  readonly filename?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly socket?: string;
  readonly ssl?:
    | boolean
    | {
        readonly ca?: string;
        readonly cert?: string;
        readonly key?: string;
        readonly rejectUnauthorized?: boolean;
      };
  readonly pool?: { readonly min: number; readonly max: number };
  /** Milliseconds a request waits for a connection. */
  readonly poolWait?: number;
  /** Milliseconds one statement may take; 0: no limit. */
  readonly statementTimeout?: number;
  readonly transactionTimeout?: number;
  /** SQLite: milliseconds a write waits for another process. */
  readonly writeWait?: number;
  readonly durability?: 'normal' | 'full';
  /** Servers: one transaction per read. */
  readonly readSnapshot?: boolean;
  /** Servers: this process is the only writer. */
  readonly exclusive?: boolean;
  /** SQLite: a thread for slow queries; a number sets the milliseconds from which one counts as slow. */
  readonly slowLane?: boolean | number;
}

/** With a value for every key that has a default. */
export type ResolvedConfig = Required<Omit<DatabaseConfig, 'slowLane' | 'socket' | 'ssl'>> &
  Pick<DatabaseConfig, 'socket' | 'ssl'> & {
    /** Milliseconds; null: no lane. */
    readonly slowLane: number | null;
  };

const SLOW = 15;
const DEFAULTS = {
  filename: 'data/quire.db',
  host: '127.0.0.1',
  password: '',
  database: 'quire',
  pool: { min: 0, max: 10 },
  poolWait: 5_000,
  statementTimeout: 30_000,
  transactionTimeout: 30_000,
  writeWait: 5_000,
  durability: 'normal',
  readSnapshot: false,
  exclusive: false,
} as const;
const OF_CLIENT = {
  sqlite: { port: 0, user: '' },
  mysql: { port: 3306, user: 'root' },
  postgres: { port: 5432, user: 'postgres' },
} as const;

export function resolveConfig(config: DatabaseConfig): ResolvedConfig {
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  const { slowLane } = config;
  return {
    ...DEFAULTS,
    ...OF_CLIENT[config.client],
    ...(Object.fromEntries(given) as DatabaseConfig),
    slowLane: slowLane === false ? null : typeof slowLane === 'number' ? slowLane : SLOW,
  };
}
