import type { RequestContext } from '../../../core';
import { type Caller, SubscriptionClient } from './client';

const LIMIT = 3;
const clientOf = (caller: Caller): SubscriptionClient =>
  new SubscriptionClient(
    {} as RequestContext,
    caller,
    {
      maxConnectionSubscriptions: LIMIT,
      maxCallerSubscriptions: LIMIT + 1,
      maxWaitingEvents: 10,
      authenticate: async () => undefined,
    },
    () => undefined,
  );
const newCaller = (): Caller => ({ key: 'user 1', isAnonymous: false, connections: 2, subscriptions: 0 });

it('counts subscriptions whose first read is under way', () => {
  const caller = newCaller();
  const client = clientOf(caller);
  const reserved = Array.from({ length: LIMIT }, () => client.reserve());
  expect(() => client.reserve()).toThrow('maxConnectionSubscriptions');
  expect(() => client.subscribe(async () => undefined)).toThrow('maxConnectionSubscriptions');
  reserved[0]?.();
  client.subscribe(async () => undefined);
  expect(caller.subscriptions).toBe(LIMIT);
});

it('counts them for all connections of a caller', () => {
  const caller = newCaller();
  const [one, two] = [clientOf(caller), clientOf(caller)];
  for (let i = 0; i < LIMIT; i++) one.reserve();
  const release = two.reserve();
  expect(() => two.reserve()).toThrow('maxCallerSubscriptions');
  release();
  expect(() => two.reserve()).not.toThrow();
});
