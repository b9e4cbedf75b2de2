// The token cache: cleared by a write, and bounded.
import type { Kernel } from '../../core';
import { hashSecret } from './secrets';
import { createTokenCache } from './token-cache';

async function openBook(cacheSeconds: number) {
  const kernel = {
    documents: () => ({
      findFirst: async ({ filters }: { filters: { hash: string } }) => ({
        id: 1,
        documentId: 'd',
        name: 'site',
        type: 'read-only',
        hash: filters.hash,
      }),
    }),
  } as unknown as Kernel;
  const cache = createTokenCache(kernel, cacheSeconds);
  const learn = async (header: string): Promise<void> => {
    const hash = hashSecret(header);
    await cache.find(hash);
    cache.remember(header, hash);
  };
  await learn('Bearer a');
  return { cache, learn };
}

it('finds a token by its header', async () => {
  const { cache } = await openBook(60);
  expect(cache.ofHeader('Bearer a')).toBe(cache.known(hashSecret('Bearer a')));
  expect(cache.ofHeader('Bearer a')).toMatchObject({ name: 'site' });
  expect(cache.ofHeader('Bearer b')).toBeUndefined();
});

it('caches no header of a token that is not cached', async () => {
  const { cache } = await openBook(60);
  cache.remember('Bearer b', hashSecret('Bearer b'));
  expect(cache.ofHeader('Bearer b')).toBeUndefined();
});

it('clears headers and tokens together', async () => {
  const { cache } = await openBook(60);
  cache.forget();
  expect(cache.ofHeader('Bearer a')).toBeUndefined();
});

it('caches a header no longer than its token', async () => {
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const { cache } = await openBook(60);
  clock.mockReturnValue(now + 60_000);
  expect(cache.ofHeader('Bearer a')).toBeUndefined();
  clock.mockRestore();
});

it('caches no headers when the token cache is disabled', async () => {
  expect((await openBook(0)).cache.ofHeader('Bearer a')).toBeUndefined();
});

it('evicts the oldest headers', async () => {
  const { cache, learn } = await openBook(60);
  for (let token = 0; token < 10_000; token++) await learn(`Bearer ${token}`);
  expect(cache.ofHeader('Bearer a')).toBeUndefined();
  expect(cache.ofHeader('Bearer 9999')).toBeDefined();
});
