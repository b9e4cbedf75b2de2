// The servers of `database.replicas`: what each has in common with its primary, and how it counts commits.
import { StartupError } from '../../kernel/errors/startup-error';
import type { Events } from '../../kernel/observe/events';
import type { Adapter } from '../adapters/adapter';
import type { ResolvedConfig } from '../config-types';
import { postgresPositions } from './postgres-positions';
import { openReplicas, type Replicas } from './replicas';

const ONE = { min: 1, max: 1 };

export function connectReplicas(
  config: ResolvedConfig,
  primary: Adapter,
  events: Events,
  connect: (config: ResolvedConfig) => Promise<Adapter>,
): Promise<Replicas> {
  if (config.client !== 'postgres')
    throw new StartupError('This database has no replicas for reads', [
      {
        where: 'config/database',
        at: 'replicas',
        message: `works with the client "postgres", not with "${config.client}"; remove the key`,
      },
    ]);
  return openReplicas({
    primary,
    positions: postgresPositions,
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
