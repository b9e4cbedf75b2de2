// Differences of JSON values.
import fc from 'fast-check';
import { applyDelta, deltaOf, shownChanges } from '../delta';
import type { State } from '../types';

const state = fc.dictionary(
  fc.constantFrom('a', 'b', 'text'),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        null,
        true,
        1,
        'x',
        'a longer text of some words, which has an end',
        'a longer text of words, with an end',
        `${'long '.repeat(200)}one${' end'.repeat(200)}`,
        `${'long '.repeat(200)}two more${' end'.repeat(200)}`,
        'long '.repeat(210),
      ),
      fc.string({ maxLength: 60 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('c', 'd', 'e'), tie('value')),
    ),
  })).value,
) as fc.Arbitrary<State>;

it('leads from each state to each other', () => {
  fc.assert(
    fc.property(state, state, (from, to) => {
      const delta = JSON.parse(JSON.stringify(deltaOf(from, to)));
      expect(JSON.parse(JSON.stringify(applyDelta(from, delta)))).toEqual(JSON.parse(JSON.stringify(to)));
    }),
    { numRuns: 2_000 },
  );
});

it('keeps a key that an assignment would not store', () => {
  const [none, one, two] = ['{}', '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'].map(
    (data): State => JSON.parse(`{"data":${data}}`),
  ) as [State, State, State];
  const first = applyDelta(none, deltaOf(none, one));
  expect(JSON.stringify(first)).toBe(JSON.stringify(one));
  expect(JSON.stringify(applyDelta(first, deltaOf(one, two)))).toBe(JSON.stringify(two));
});

it('is empty for equal states', () => {
  expect(deltaOf({ a: [1, { b: 'c' }] }, { a: [1, { b: 'c' }] })).toEqual([]);
});

it('stores the changed part of a text and of a list', () => {
  const text = 'word '.repeat(4_000);
  const changed = `${text.slice(0, 9_000)}other ${text.slice(9_000)}`;
  expect(JSON.stringify(deltaOf({ text }, { text: changed })).length).toBeLessThan(60);
  const blocks = Array.from({ length: 100 }, (_, n) => ({ body: `paragraph ${n}` }));
  const more = [...blocks.slice(0, 50), { body: 'new' }, ...blocks.slice(50)];
  expect(deltaOf({ blocks }, { blocks: more })).toEqual([[['blocks'], 'list', 50, 0, [{ body: 'new' }]]]);
});

it('shows changes by path, with the values before and after', () => {
  const from = { title: 'a', seo: { text: 'x' }, tags: ['p', 'q'] };
  const to = { title: 'b', seo: { text: 'x', image: 'i' }, tags: ['p', 'r', 'q'] };
  expect(shownChanges(from, to)).toEqual([
    { path: 'title', from: 'a', to: 'b' },
    { path: 'seo.image', from: null, to: 'i' },
    { path: 'tags', at: 1, from: [], to: ['r'] },
  ]);
});
