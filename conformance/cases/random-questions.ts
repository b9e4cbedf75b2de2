// Random questions with fixed seeds: each run asks the same. `--random` asks others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA } from '../paths';
import type { Case, Deployment } from './case';
import type { RandomOptions } from './random-options';
import { SUBSCRIBED } from './subscriptions-build';

const asks = (row: string, options: RandomOptions, more: Partial<Case> = {}): Case => ({
  rows: [row],
  name: `seed ${options.seed}`,
  run: (bench) => bench.askRandomly(options),
  ...more,
});
const isOwn = false;

const TEXTS = /^(string|text|richtext|email)$/;
const INDEXED = /^(integer|biginteger|decimal|float|date|datetime|timestamp|time|enumeration|boolean)$/;

/** The content type with a search index on each text, and an index on each other scalar. */
function indexedType(name: string): Readonly<Record<string, unknown>> {
  const path = `api/${name}/content-types/${name}/schema.json`;
  const type = JSON.parse(readFileSync(join(SCHEMA, path), 'utf8'));
  const attributes = Object.entries<{ readonly type: string }>(type.attributes);
  const indexed = attributes.filter((entry) => INDEXED.test(entry[1].type)).map(([key]) => key);
  return {
    [path]: {
      ...type,
      attributes: Object.fromEntries(
        attributes.map(([key, one]) => [key, TEXTS.test(one.type) ? { ...one, search: true } : one]),
      ),
      indexes: indexed.map((key) => ({ attributes: [key] })),
    },
  };
}
const WITH_INDEXES: Deployment = {
  files: Object.assign({}, ...['plain', 'group', 'label', 'article', 'tag', 'sample'].map(indexedType)),
};

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
  ...(['plains', 'articles', 'samples'] as const).map((kind, index) =>
    asks(
      'quire.random.subscriptions',
      { count: 25, seed: 50 + index, isOwn: true, kinds: [kind], watches: 2 },
      { deploy: SUBSCRIBED },
    ),
  ),
  ...(['plains', 'articles', 'samples'] as const).map((kind, index) =>
    asks(
      'quire.random.indexes',
      { count: 75, seed: 30 + index, isOwn: true, kinds: [kind] },
      { deploy: WITH_INDEXES },
    ),
  ),
];
