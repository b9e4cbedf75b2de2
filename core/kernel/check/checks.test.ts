import { type Check, pathToText, runCheck } from './check';
import * as check from './checks';

const article = check.object({
  title: check.string({ min: 1, max: 10 }),
  size: check.optional(check.integer({ min: 0 }), 3),
  kind: check.optional(check.oneOf('news', 'blog')),
  tags: check.optional(check.array(check.string(), { max: 2, distinct: true }), []),
});

describe('a check', () => {
  it('gives what is absent its default', () => {
    expect(runCheck(article, { title: 'a' })).toEqual({
      value: { title: 'a', size: 3, kind: undefined, tags: [] },
      issues: [],
    });
  });

  it('finds all mistakes at once, each with its path', () => {
    const { issues } = runCheck(article, { size: -1, kind: 'x', tags: ['a', 5], titel: 'b' });
    expect(issues.map(({ path, message }) => `${pathToText(path)}: ${message}`)).toEqual([
      'title: is required and missing',
      'size: expected a whole number of at least 0, got -1',
      'kind: expected one of "news", "blog", got "x"',
      'tags[1]: expected a string, got 5',
      'titel: unknown key "titel"; did you mean "title"?',
    ]);
  });

  const wrong: readonly [string, Check<unknown>, unknown, string][] = [
    ['a string that is too long', check.string({ max: 2 }), 'abc', 'expected a string, got "abc"'],
    [
      'a string that does not match',
      check.string({ pattern: /^a/, expected: 'an a' }),
      'b',
      'expected an a, got "b"',
    ],
    ['a number that is none', check.number(), Number.NaN, 'expected a number'],
    [
      'a fraction',
      check.integer({ min: 1, max: 3 }),
      1.5,
      'expected a whole number between 1 and 3, got 1.5',
    ],
    ['a text for true', check.boolean(), 'true', 'expected true or false, got "true"'],
    ['a value that is not listed', check.oneOf(1, null), 2, 'expected one of 1, null, got 2'],
    ['an object for a list', check.array(check.string()), {}, 'expected a list, got {}'],
    ['too long a list', check.array(check.string(), { max: 1 }), ['a', 'b'], 'expected a list of at most 1'],
    [
      'a repeated entry',
      check.array(check.string(), { distinct: true }),
      ['a', 'a'],
      'without repeated values',
    ],
    ['a list for an object', check.object({}), [], 'expected an object, got []'],
    [
      'a key that does not match',
      check.record(check.anything(), { key: /^a/, expectedKey: 'an a' }),
      { b: 1 },
      'expected an a',
    ],
    ['none of several', check.anyOf('a or b', check.string(), check.boolean()), 5, 'expected a or b, got 5'],
    ['a text for a function', check.callable(), 'x', 'expected a function, got "x"'],
  ];
  it.each(wrong)('refuses %s', (_what, rule, input, message) => {
    const { issues } = runCheck(rule, input);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).toContain(message);
  });

  it('does not take a key of the prototype for one of its own', () => {
    const { issues } = runCheck(check.object({ toString: check.string() }), {});
    expect(issues[0]?.message).toBe('is required and missing');
  });

  it('is a JSON Schema too', () => {
    expect(article.schema).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 10 },
        size: { type: 'integer', minimum: 0, default: 3 },
        kind: { enum: ['news', 'blog'] },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true, default: [] },
      },
      required: ['title'],
      additionalProperties: false,
    });
  });
});

describe('nearest', () => {
  it.each([
    ['titel', 'title'],
    ['discription', 'description'],
    ['TITLE', 'title'],
  ])('takes %s for %s', (word, expected) => {
    expect(check.nearest(word, ['description', 'title', 'body'])).toBe(expected);
  });

  it('guesses nothing far away', () => {
    expect(check.nearest('price', ['description', 'title'])).toBeUndefined();
  });
});
