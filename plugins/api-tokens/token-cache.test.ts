// The token cache: cleared by a write, bounded, and one read for callers at the same time.
import type { Kernel } from '../../core';
import { localShared } from '../../core/testing/local-shared';
import { createTokenCache } from './token-cache';

function openCache(cacheSeconds: number) {
  const seen = { reads: 0 };
  const kernel = {
    documents: () => ({
      async findFirst({ filters: { hash } }: { filters: { hash: string } }) {
        seen.reads++;
        return hash.startsWith('00')
          ? null
          : { id: 1, documentId: 'd', name: 'site', type: 'read-only', hash };
      },
    }),
    shared: localShared(),
  } as unknown as Kernel;
  return { cache: createTokenCache(kernel, cacheSeconds), seen };
}
const hashOf = (token: number): string => `1${token.toString(16).padStart(63, '0')}`;
const UNKNOWN = '00'.padEnd(64, 'f');

it('knows a token after it was read, until a write', async () => {
  const { cache } = openCache(60);
  expect(cache.known(hashOf(1))).toBeUndefined();
  const token = await cache.find(hashOf(1));
  expect(token).toMatchObject({ name: 'site' });
  expect(cache.known(hashOf(1))).toBe(token);
  cache.forget();
  expect(cache.known(hashOf(1))).toBeUndefined();
});

it('knows that a token does not exist', async () => {
  const { cache } = openCache(60);
  await cache.find(UNKNOWN);
  expect(cache.known(UNKNOWN)).toBeNull();
});

it('forgets a token after its time', async () => {
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const { cache } = openCache(60);
  await cache.find(hashOf(1));
  clock.mockReturnValue(now + 60_000);
  expect(cache.known(hashOf(1))).toBeUndefined();
  clock.mockRestore();
});

it('keeps nothing when it is disabled', async () => {
  const { cache } = openCache(0);
  await cache.find(hashOf(1));
  expect(cache.known(hashOf(1))).toBeUndefined();
});

it('reads once for callers at the same time', async () => {
  const { cache, seen } = openCache(60);
  await Promise.all([cache.find(hashOf(1)), cache.find(hashOf(1))]);
  expect(seen.reads).toBe(1);
});

it('is bounded', async () => {
  const { cache } = openCache(60);
  for (let token = 0; token <= 10_000; token++) await cache.find(hashOf(token));
  expect(cache.known(hashOf(0))).toBeUndefined();
  expect(cache.known(hashOf(10_000))).toBeDefined();
});
