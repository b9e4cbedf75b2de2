// The module of several processes on one database: the bus, shared values and leases. It stands between the database and content.
import { DATABASE, OWN_TABLES } from '../database/module';
import type { Kernel } from '../kernel/app/app';
import { defineModule } from '../kernel/app/module';
import { token } from '../kernel/registry/container';
import { type Bus, type BusParts, createBus } from './bus';
import { type BusTable, createBusTable, declareBusTable } from './bus-table';
import { createLeases, type LeaseParts, type Leases } from './leases';
import { logEvents } from './observe';
import { createShared, type SharedParts, type SharedValues } from './shared';

export const BUS = token<Bus>('bus');
const PARTS = token<Parts>('cluster');

interface Parts {
  readonly bus: BusParts;
  readonly shared: SharedParts;
  readonly leases: LeaseParts;
  table: BusTable | null;
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
  application({ container, log }: Kernel) {
    const observe = logEvents(log);
    const bus = createBus(observe);
    const shared = createShared(bus.bus, observe);
    const leases = createLeases(container.resolve(OWN_TABLES), () => container.resolve(DATABASE), observe);
    declareBusTable(container);
    container.provide(BUS, bus.bus);
    container.provide(PARTS, { bus, shared, leases, table: null });
    return { bus: bus.bus, shared: shared.shared, leases: leases.leases };
  },
  async start({ container, database }, next) {
    await next();
    // The tables exist, and the start has read all values.
    const parts = container.resolve(PARTS);
    parts.table = createBusTable(database, parts.bus);
    await parts.table.start();
    parts.bus.open(parts.table.transport);
    parts.shared.open();
  },
  async stop({ container }) {
    if (!container.has(PARTS)) return;
    const { shared, table, leases, bus } = container.resolve(PARTS);
    shared.close();
    await table?.stop();
    await leases.close();
    await bus.close();
  },
});
