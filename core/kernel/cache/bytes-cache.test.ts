import { BytesCache } from './bytes-cache';

it('keeps the bound: the entries that were not used for longest leave', () => {
  const cache = new BytesCache<number>(160);
  for (let n = 0; n < 16; n++) cache.set(`key ${n}`, n, 10);
  expect([cache.bytes, cache.get('key 0')]).toEqual([160, 0]);
  cache.set('key 16', 16, 10);
  expect([cache.bytes, cache.get('key 0'), cache.get('key 1')]).toEqual([160, 0, undefined]);
});

it('keeps no entry that would displace many others', () => {
  const cache = new BytesCache<number>(160);
  cache.set('large', 1, 11);
  expect([cache.bytes, cache.get('large')]).toEqual([0, undefined]);
});

it('replaces an entry, and forgets the former one for a larger one', () => {
  const cache = new BytesCache<number>(160);
  cache.set('key', 1, 10);
  cache.set('key', 2, 5);
  expect([cache.bytes, cache.get('key')]).toEqual([5, 2]);
  cache.set('key', 3, 100);
  expect([cache.bytes, cache.get('key')]).toEqual([0, undefined]);
});
