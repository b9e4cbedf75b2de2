// rate-limit: the limiter of the plugins that check credentials. It adds no hook and no route; those plugins configure it.
import { definePlugin } from '../../core';

export { createMemoryRateStore } from './memory-rate-store';
export {
  accountKey,
  createRateLimiter,
  enforceRate,
  type RateLimiter,
  type RateStore,
} from './rate-limit';

export default definePlugin({ name: 'rate-limit', register: () => undefined });
