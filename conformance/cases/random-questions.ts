// Random questions with fixed seeds: each run asks the same. `--random` asks others.
import type { RandomOptions } from '../random/random-options';
import type { Case } from './case';

const asks = (row: string, options: RandomOptions): Case => ({
  rows: [row],
  name: `seed ${options.seed}`,
  run: (bench) => bench.askRandomly(options),
});
const isOwn = false;

export const randomCases: readonly Case[] = [
  asks('random.documents', { count: 50, seed: 1, isOwn, kinds: ['plains'] }),
  asks('random.versions', { count: 50, seed: 2, isOwn, kinds: ['articles'] }),
  asks('quire.random.documents', { count: 75, seed: 3, isOwn: true, kinds: ['plains'] }),
  asks('quire.random.versions', { count: 75, seed: 4, isOwn: true, kinds: ['articles'] }),
  ...[5, 6].map((seed) =>
    asks('quire.random.relations', { count: 50, seed, isOwn: true, kinds: ['samples'] }),
  ),
  asks('quire.random.named-versions', { count: 75, seed: 9, isOwn: true, kinds: ['pointers'] }),
  ...(['plains', 'articles', 'samples', 'pointers'] as const).map((kind, index) =>
    asks('quire.random.graphql', {
      ...{ count: 25, seed: 10 + index, isOwn: true, kinds: [kind], over: ['graphql'] },
    }),
  ),
];
