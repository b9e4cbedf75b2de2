// The rows fit the columns and are equal in every run.
import { storedColumns, TYPES, type TypeName } from './model';
import { documentIdOf, rowOf } from './rows';

const types = (Object.keys(TYPES) as TypeName[]).map((name) => [name] as const);

describe('the rows of the bench', () => {
  it.each(types)('have a value for each column of %s', (type) => {
    expect(rowOf(type, 7)).toHaveLength(storedColumns(type).length);
  });

  it('have unique documentIds', () => {
    const ids = new Set(Array.from({ length: 100_000 }, (_, index) => documentIdOf('article', index + 1)));
    expect(ids.size).toBe(100_000);
    expect(documentIdOf('article', 1)).toBe('qcum53ggnlng7ncdbf6zdhfz');
  });
});
