// The servers of `database.replicas`: what each has in common with its primary, and how it counts commits.
import { StartupError } from '../../kernel/errors/startup-error';
import type { Events } from '../../kernel/observe/events';
import type { Adapter } from '../adapters/adapter';
import type { ResolvedConfig } from '../config-types';
import { mariadbPositions } from './mariadb-positions';
import { askOne, background, type Positions } from './positions';
import { postgresPositions } from './postgres-positions';
import { openReplicas, type Replicas } from './replicas';

const ONE = { min: 1, max: 1 };

export async function connectReplicas(
  config: ResolvedConfig,
  primary: Adapter,
  events: Events,
  connect: (config: ResolvedConfig) => Promise<Adapter>,
): Promise<Replicas> {
  return openReplicas({
    primary,
    positions: await positionsOf(config, primary),
    events,
    patience: config.replicaWait,
    servers: config.replicas.map((given) => {
      const own = replicaConfig(config, given);
      return {
        address: own.socket ?? `${own.host}:${own.port}`,
        open: (use) => connect(use === 'looks' ? { ...own, pool: ONE } : own),
      };
    }),
  });
}

const VERSION = background('version of the server', 'SELECT VERSION()');

async function positionsOf({ client }: ResolvedConfig, primary: Adapter): Promise<Positions> {
  if (client === 'postgres') return postgresPositions;
  const [version] = client === 'mysql' ? await askOne(primary, VERSION) : [];
  const isMariadb = version !== undefined && /mariadb/i.test(version);
  // A write through another node has no position here.
  if (isMariadb && !primary.isLockOfNode) return mariadbPositions;
  const name = client === 'sqlite' ? 'SQLite' : isMariadb ? 'Galera, whose nodes all take writes' : 'MySQL';
  throw new StartupError('This database has no replicas for reads', [
    {
      where: 'config/database',
      at: 'replicas',
      message: `works with PostgreSQL and MariaDB, not with ${name}; remove the key`,
    },
  ]);
}

function replicaConfig(
  { socket, replicas, ...primary }: ResolvedConfig,
  given: ResolvedConfig['replicas'][number],
): ResolvedConfig {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...primary,
    socket: given.host === undefined ? socket : undefined,
    ...named,
    exclusive: false,
    replicas: [],
  };
}
