// The module of several processes on one database: the bus, shared values and leases. It stands between the database and content.

import { createCacheSecret, createConfigSecret, createDatabaseId } from '../database/database-id';
import { DATABASE, OWN_TABLES } from '../database/module';
import { LEASES } from '../database/run/lease-table';
import { createLeases, type LeaseParts, type Leases } from '../database/run/leases';
import type { Kernel } from '../kernel/app/app';
import { defineModule } from '../kernel/app/module';
import type { Config } from '../kernel/config/load-config';
import { StartupError } from '../kernel/errors/startup-error';
import { token } from '../kernel/registry/container';
import { type Bus, type BusParts, type BusTransport, createBus } from './bus';
import { createBusTable, declareBusTable } from './bus-table';
import { addConfigOfCore, createCommonConfig } from './common-config';
import type { KeptValues } from './kept-values';
import { logClusterEvents } from './observe';
import { declareProcessTable } from './process-rows';
import { createProcesses, type Processes } from './processes';
import { createRedis, REDIS } from './redis';
import { shareWrites } from './share-writes';
import { createShared, type SharedParts, type SharedValues } from './shared';

export const BUS = token<Bus>('bus');
/** Results of reads in Redis. Not provided: only processes keep results. */
export const KEPT_VALUES = token<KeptValues>('kept values');
const PARTS = token<Parts>('cluster');

interface Parts {
  databaseId(): Promise<string>;
  readonly bus: BusParts;
  readonly shared: SharedParts;
  readonly leases: LeaseParts;
  readonly kept: KeptValues | null;
  readonly processes: Processes;
  transport: BusTransport | null;
}

declare module '../types' {
  interface ApplicationMap {
    /** Messages to all processes on the database. */
    readonly bus: Bus;
    /** Values in memory that other processes may change. */
    readonly shared: SharedValues;
    /** Work that one process at a time does. From `boot.before` on. */
    readonly leases: Leases;
  }
}

export const clusterModule = defineModule({
  name: 'cluster',
  needs: ['database'],
  registries: () => ({ commonConfig: createCommonConfig() }),
  application({ container, config, events, log, commonConfig }: Kernel) {
    logClusterEvents(events, log);
    const bus = createBus(events.emit, config.server.bus);
    const databaseId = createDatabaseId(() => container.resolve(DATABASE));
    const shared = createShared(bus.bus, events.emit, () =>
      container.has(DATABASE) ? container.resolve(DATABASE).currentTransaction() : undefined,
    );
    container.resolve(OWN_TABLES).define('core', LEASES);
    const leases = createLeases(
      () => container.resolve(DATABASE),
      (name, token) => events.emit({ event: 'lease.lost', name, token }),
    );
    const redis = createRedis(config.server.redis, databaseId);
    const kept = keepsInRedis(config)
      ? loadKept().createKeptValues({
          redis,
          secret: createCacheSecret(() => container.resolve(DATABASE)),
          maxAge: config.api.cache.maxAge,
          observe: events.emit,
        })
      : null;
    if (config.api.cache.bytes > 0)
      shareWrites({ events, bus, database: () => container.resolve(DATABASE), kept });
    declareBusTable(container);
    declareProcessTable(container);
    addConfigOfCore(commonConfig, config, redis);
    const processes = createProcesses({
      database: () => container.resolve(DATABASE),
      node: bus.bus.node,
      entries: () => commonConfig.values(),
      secret: createConfigSecret(() => container.resolve(DATABASE)),
      observe: events.emit,
      readOnly: config.server.readOnly,
    });
    container.provide(BUS, bus.bus);
    container.provide(REDIS, redis);
    if (kept) container.provide(KEPT_VALUES, kept);
    container.provide(PARTS, { databaseId, bus, shared, leases, kept, processes, transport: null });
    return { bus: bus.bus, shared: shared.shared, leases: leases.leases };
  },
  async start(kernel, next) {
    await next();
    // The tables exist, and the start has read all values.
    const parts = kernel.container.resolve(PARTS);
    const { readOnly } = kernel.config.server;
    // Replicas are compared by it.
    if (!readOnly && kernel.database.replicas.length > 0) await parts.databaseId();
    parts.transport = transportOf(kernel, parts.bus);
    await parts.transport.start();
    // A process that only reads has changed nothing that others keep.
    parts.bus.open(readOnly ? { send: async () => undefined } : parts.transport);
    parts.shared.open();
    // Another process may have changed what the start had read, before this one knew from which message on it reads.
    parts.bus.forgetAll();
    await parts.kept?.open();
    await parts.processes.open();
  },
  health: ({ bus: { state }, container }): Readonly<Record<string, object>> => ({
    bus: state,
    ...differencesIn(container.resolve(PARTS).processes),
    ...(container.has(KEPT_VALUES) && { cache: container.resolve(KEPT_VALUES).state }),
  }),
  async stop({ container }) {
    if (!container.has(PARTS)) return;
    const { shared, transport, leases, bus, kept, processes } = container.resolve(PARTS);
    await processes.close();
    await kept?.close();
    shared.close();
    await leases.close();
    await bus.close();
    await transport?.stop();
  },
});

const loadKept = (): typeof import('./kept-values') => require('./kept-values');
const loadBusRedis = (): typeof import('./bus-redis') => require('./bus-redis');

/** Names and times alone: everybody can read it. */
const differencesIn = ({ differences }: Processes): Readonly<Record<string, object>> =>
  differences.length === 0
    ? {}
    : { differences: differences.map(({ name, startedAt }) => ({ name, startedAt })) };

function transportOf({ config, container, database }: Kernel, parts: BusParts): BusTransport {
  if (config.server.bus === 'table') return createBusTable(database, parts);
  if (config.server.bus === 'redis') return loadBusRedis().createBusRedis(container.resolve(REDIS), parts);
  const nothing = async (): Promise<void> => undefined;
  return { send: nothing, start: nothing, stop: nothing };
}

/** A process that only reads keeps its results alone: on a replica they may be older than the versions in Redis. */
function keepsInRedis({ api: { cache }, database, server }: Config): boolean {
  if (cache.store !== 'redis') return false;
  if (cache.bytes === 0)
    throw new StartupError(
      '`cache.store` of config/api is "redis", but `cache.bytes` is 0, so nothing is kept. Set `cache.bytes`, or remove `cache.store`.',
    );
  if (database.client === 'sqlite')
    throw new StartupError(
      '`cache.store` of config/api is "redis", but the database is SQLite, which answers sooner than Redis. Remove `cache.store`.',
    );
  return !server.readOnly;
}
