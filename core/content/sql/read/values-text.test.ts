import { textOfValues } from './values-text';

it('gives different values different texts', () => {
  const all: readonly (readonly unknown[])[] = [
    [],
    [''],
    ['', ''],
    ['a,1:b'],
    ['a', 'b'],
    ['1:a'],
    ['a'],
    [1],
    ['1'],
    [1n],
    ['n1'],
    [null],
    ['-'],
    [undefined],
    [true],
    [false],
    [0],
    [NaN],
    [Infinity],
    [[]],
    [['a']],
    [['a'], 'b'],
    [['a', 'b']],
    [{}],
    [{ a: 'b' }],
    [{ a: 1 }],
    [{ start: 0, limit: 25 }],
    [{ start: 0, limit: 26 }],
  ];
  const texts = all.map(textOfValues);
  expect(texts).not.toContain(null);
  expect(new Set(texts).size).toBe(all.length);
});

it.each([[new Date(0)], [-0], [[new Map()]], [{ a: new Date(0) }], [Symbol.iterator]])(
  'gives %p none: another value may have the same text',
  (value) => expect(textOfValues([value])).toBeNull(),
);
