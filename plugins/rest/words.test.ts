import { skipsDocument } from './words';

type Request = Parameters<typeof skipsDocument>[0];

describe('skipsDocument', () => {
  test('parses no query that cannot name a start', () => {
    const request = {
      queryName: 'populate=*',
      get query(): never {
        throw new Error('The query was parsed.');
      },
    } as unknown as Request;
    expect(skipsDocument(request)).toBe(false);
  });

  test.each([
    ['start=1', { start: '1' }, true],
    ['start=0', { start: '0' }, false],
    ['filters[start]=1', { filters: { start: '1' } }, false],
  ])('%s', (queryName, query, skips) => {
    expect(skipsDocument({ queryName, query } as unknown as Request)).toBe(skips);
  });
});
