// knex as code of a project gets it: on the connections of Quire. Its own transactions, pools and migrations are out of reach, since they
// would pass by those of Quire.
import type { App } from '../../../core';
import { OutOfReach } from '../project/out-of-reach';

export type Database = App['database'];
export type Knex = Database['knex'];

type Method = (...args: never[]) => unknown;

interface Builder {
  transacting(trx: Knex): unknown;
}

const OUT_OF_REACH: Readonly<Record<string, string>> = {
  destroy: 'Quire closes its connections itself',
  initialize: 'Quire opens its connections itself',
  migrate: 'use migrations of Quire (docs/migrations.md)',
  seed: 'write seeds in bootstrap',
  transactionProvider: 'use strapi.db.transaction',
};

/** `own`: members in place of those of knex. */
export function projectKnex(knex: Knex, own: Readonly<Record<PropertyKey, unknown>>, where: string): Knex {
  return new Proxy(knex, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const remedy = typeof key === 'string' && Object.hasOwn(OUT_OF_REACH, key) ? OUT_OF_REACH[key] : null;
      if (remedy) throw new OutOfReach(`${where}.${String(key)}`, remedy);
      return Reflect.get(target, key);
    },
  });
}

/** The same knex, with every statement in the transaction `trx`. */
export function boundKnex(knex: Knex, trx: () => Knex): Knex {
  const bound = (made: unknown): unknown => {
    if (isBuilder(made)) return made.transacting(trx());
    return typeof made === 'function' ? method(made as Method) : made;
  };
  const method =
    (of: Method) =>
    (...args: unknown[]): unknown =>
      bound(Reflect.apply(of, knex, args));
  return new Proxy(knex, {
    apply: (target, _self, args) => bound(Reflect.apply(target, undefined, args)),
    get: (target, key) => bound(Reflect.get(target, key)),
  });
}

const isBuilder = (made: unknown): made is Builder =>
  typeof made === 'object' && made !== null && typeof Reflect.get(made, 'transacting') === 'function';
