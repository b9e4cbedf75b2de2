// What this room needs to know to connect: the shape of config/database, as the kernel hands it over.

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

export interface ResolvedConfig {
  readonly client: DatabaseConfig['client'];
  readonly pool: { readonly min: number; readonly max: number };
  readonly poolWait: number;
  readonly statementTimeout: number;
  readonly transactionTimeout: number;
  readonly writeWait: number;
  readonly durability: 'normal' | 'full';
  readonly readSnapshot: boolean;
  readonly exclusive: boolean;
  /** Milliseconds; null: no lane. */
  readonly slowLane: number | null;
}

const SLOW = 15;

export function resolveConfig(config: DatabaseConfig): ResolvedConfig {
  return {
    client: config.client,
    pool: config.pool ?? { min: 0, max: 10 },
    poolWait: config.poolWait ?? 5_000,
    statementTimeout: config.statementTimeout ?? 30_000,
    transactionTimeout: config.transactionTimeout ?? 30_000,
    writeWait: config.writeWait ?? 5_000,
    durability: config.durability ?? 'normal',
    readSnapshot: config.readSnapshot ?? false,
    exclusive: config.exclusive ?? false,
    slowLane: config.slowLane === false ? null : typeof config.slowLane === 'number' ? config.slowLane : SLOW,
  };
}
