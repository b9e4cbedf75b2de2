// Which entries of the cache stay when more entries come than it holds.
import { GenerationCache } from './generation-cache';

const use = (cache: GenerationCache<string, string>, key: string): boolean => {
  const isKnown = cache.get(key) === key;
  if (!isKnown) cache.set(key, key);
  return isKnown;
};

test('entries that were used again survive any number of entries of one use', () => {
  const cache = new GenerationCache<string, string>(10);
  const ordinary = Array.from({ length: 10 }, (_, index) => `ordinary ${index}`);
  for (const key of [...ordinary, ...ordinary]) use(cache, key);
  for (let index = 0; index < 10_000; index++) expect(use(cache, `once ${index}`)).toBe(false);
  expect(ordinary.filter((key) => use(cache, key))).toEqual(ordinary);
});

test('as many newcomers wait for their second use as the cache has places', () => {
  const cache = new GenerationCache<string, string>(10);
  const all = Array.from({ length: 11 }, (_, index) => `${index}`);
  for (const key of all) cache.set(key, key);
  expect(all.filter((key) => cache.get(key) === key)).toEqual(all.slice(1));
});

test('a used entry survives the change of generations; one without use is evicted', () => {
  const cache = new GenerationCache<string, string>(2);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    cache.set(key, key);
    cache.get(key);
    cache.get('a');
  }
  expect(['a', 'b', 'f'].map((key) => cache.get(key))).toEqual(['a', undefined, 'f']);
});

test('a new value replaces the known one, in each generation', () => {
  const cache = new GenerationCache<string, string>(1);
  cache.set('a', 'newcomer');
  cache.set('a', 'changed');
  expect(cache.get('a')).toBe('changed');
  cache.set('a', 'young');
  expect(cache.get('a')).toBe('young');
  cache.set('b', 'b');
  cache.get('b');
  cache.set('a', 'old');
  expect(cache.get('a')).toBe('old');
  cache.clear();
  expect(cache.get('a')).toBeUndefined();
});
