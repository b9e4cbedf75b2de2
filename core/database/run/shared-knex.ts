// knex on our connections, for plugins. Inside a transaction its queries join it; outside, each takes a connection.
// knex says nothing of the tables it writes, so its use makes every cached total stale. The knex of models writes own tables, which no
// total counts.
import type { Knex } from 'knex';
import { pause } from '../../kernel/concurrency/deadlines';
import type { Events } from '../../kernel/observe/events';
import { enclosed } from '../../kernel/observe/tracer';
import type { Adapter, Lease } from '../adapters/adapter';
import { fromResult, toBinding } from '../models/column-kinds';
import { withKnownConstraint } from '../models/constraint-errors';
import { statementRefusal } from './open-transaction';
import type { Transactions } from './transaction';
import type { TableVersions } from './versions';

/** SQLite, outside a transaction: another process may be writing. */
const ATTEMPTS = 8;

/** `plain`: for statements of any kind, with the values of the driver. `models`: for own tables, with values equal on all databases. */
export type KnexUse = 'plain' | 'models';

export interface SharedKnexParts {
  readonly adapter: Adapter;
  readonly transactions: Transactions;
  readonly versions: TableVersions;
  readonly writeRefusal: () => Error | null;
  readonly events: Events;
}

export function createSharedKnex(
  { adapter, transactions, versions, writeRefusal, events }: SharedKnexParts,
  use: KnexUse,
): Knex {
  const { knex }: typeof import('knex') = require('knex');
  const leases = new Map<unknown, Lease>();
  const isOfModels = use === 'models';

  /** The client of the dialect, without a pool of its own. */
  class SharedClient extends clientOf(knex, adapter.knex) {
    override async acquireConnection(): Promise<unknown> {
      const current = transactions.current();
      if (current) {
        const refusal = statementRefusal(current);
        if (refusal) throw refusal.error;
        if (!isOfModels) current.life.writes.usedKnex = true;
        return current.connection.driver;
      }
      const lease = await adapter.lease();
      leases.set(lease.connection.driver, lease);
      return lease.connection.driver;
    }

    override async releaseConnection(driver: unknown): Promise<void> {
      const lease = leases.get(driver);
      // SQLite has one writer: a transaction may hold the driver that knex used in it.
      if (!lease || transactions.current()?.connection.driver === driver) return;
      leases.delete(driver);
      lease.release();
      if (!isOfModels) versions.bumpAll();
    }

    override prepBindings(bindings: unknown): unknown {
      return super.prepBindings(isOfModels && Array.isArray(bindings) ? bindings.map(toBinding) : bindings);
    }

    override async query(driver: unknown, statement: unknown): Promise<unknown> {
      const refusal = isRead(statement) ? null : writeRefusal();
      if (refusal) throw refusal;
      const run = (given: unknown) =>
        enclosed(
          events.tracer,
          () => ({ span: 'statement', texts: () => [textOf(statement) ?? ''] }),
          () => super.query(driver, given),
        );
      for (let attempt = 1; ; attempt += 1) {
        try {
          return isOfModels ? equalResult(await run(exactly(statement))) : await run(statement);
        } catch (error) {
          const repeats = !adapter.dialect.isServer && attempt <= ATTEMPTS;
          if (!repeats || adapter.dialect.classify(error).kind !== 'retry')
            throw isOfModels ? withKnownConstraint(error) : error;
          await pause(2 ** attempt);
        }
      }
    }
  }
  return knex({ ...adapter.knex, client: SharedClient });
}

/** SQLite: integers as bigint, so that no digit is lost. Other databases ignore the option. */
function exactly(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null) return statement;
  return Object.assign(statement, { options: { safeIntegers: true } });
}

/** Of SQLite: numbers where they are exact. */
function equalResult(result: unknown): unknown {
  const { response, context } = result as { response?: unknown; context?: { lastID?: unknown } };
  if (context) context.lastID = fromResult(context.lastID);
  if (Array.isArray(response))
    for (const row of response)
      if (typeof row === 'object' && row !== null)
        for (const [name, value] of Object.entries(row))
          if (typeof value === 'bigint') row[name] = fromResult(value);
  return result;
}

/** A statement of knex, or its text. Any statement that is not a known read counts as a write. */
function isRead(statement: unknown): boolean {
  const text = textOf(statement);
  if (text === undefined) return false;
  return (
    READS.test(text) ||
    (/^[\s(]*with\b/i.test(text) && !/\b(insert|update|delete|merge|replace)\b/i.test(text))
  );
}

function textOf(statement: unknown): string | undefined {
  const text =
    typeof statement === 'string' ? statement : (statement as { readonly sql?: unknown } | null)?.sql;
  return typeof text === 'string' ? text : undefined;
}

const READS = /^[\s(]*(select|show|explain|describe|values)\b/i;

/** The class of a dialect's client; knex exports only the base class. */
const clientOf = (knex: typeof import('knex').knex, config: Knex.Config): typeof Knex.Client =>
  knex(config).client.constructor;
