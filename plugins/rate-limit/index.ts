// rate-limit: the limiters of the plugins that check credentials, and the store of their counts. Those plugins configure the limits.
import {
  check,
  definePlugin,
  described,
  openProvider,
  type ProviderFactory,
  REDIS,
  section,
  token,
} from '../../core';
import { lateStore } from './late-store';
import { createMemoryRateStore } from './memory-rate-store';
import { createRateLimiter, type RateLimiter, type RateLimiterOptions, type RateStore } from './rate-limit';

export { accountKey, enforceRate, type RateCount, type RateLimiter, type RateStore } from './rate-limit';

export type RateStoreFactory = ProviderFactory<RateStore>;

export interface RateLimiters {
  create(options: Omit<RateLimiterOptions, 'store'>): RateLimiter;
}

export const RATE_LIMITERS = token<RateLimiters>('rate limiters');

const { anything, optional, record, string } = check;
const MEMORY = 'memory';
const DATABASE = 'database';

const loadDatabaseStore = (): typeof import('./database-rate-store') => require('./database-rate-store');
const loadRedisStore = (): typeof import('./redis-rate-store') => require('./redis-rate-store');

export default definePlugin({
  name: 'rate-limit',
  config: section({
    store: described(
      'The store of the counts: `memory` (each process counts alone), `redis`, `database`, or the path or package of your own store.',
      optional(string({ min: 1 }), MEMORY),
    ),
    storeOptions: described('Options of your own store. Never printed.', optional(record(anything()), {})),
  }),

  register(app, config) {
    if (config.store === DATABASE) loadDatabaseStore().declareRateTable(app);
    app.commonConfig.add({
      name: 'rate-limit.config.store',
      value: () => (app.config.server.readOnly ? null : config.store),
      effect: 'Each store counts alone, so a client has more attempts than the limit.',
      remedy: 'Set `store` of rate-limit to the same value in all processes.',
    });
    // Each limiter has a memory of its own, so that a flood of one kind of keys removes no key of another kind. A process that only reads
    // counts alone, because it cannot write to the database.
    if (config.store === MEMORY || (config.store === DATABASE && app.config.server.readOnly)) {
      app.container.provide(RATE_LIMITERS, {
        create: (options) => createRateLimiter({ ...options, store: createMemoryRateStore() }),
      });
      return;
    }
    const store = lateStore(app.log.child({ store: config.store }));
    app.container.provide(RATE_LIMITERS, {
      create: (options) => createRateLimiter({ ...options, store }),
    });
    app.hooks.boot.before(async () => {
      const opened = await openProvider<RateStore>(app, {
        failure: 'Requests cannot be counted:',
        at: 'rate-limit.config.store',
        name: config.store,
        options: config.storeOptions,
        builtIn: {
          [MEMORY]: () => createMemoryRateStore(),
          [DATABASE]: () => loadDatabaseStore().createDatabaseRateStore(app.database),
          redis: () => loadRedisStore().createRedisRateStore(app.container.resolve(REDIS)),
        },
        returns: '{ add, get, remove }',
      });
      store.open(opened);
    });
    app.hooks.shutdown(() => store.close());
  },
});
