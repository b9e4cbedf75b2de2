import { columnName, cutName, indexName, LONGEST_NAME, linkTableName, toSnakeCase } from './naming';

describe('names', () => {
  it.each([
    ['metaTitle', 'meta_title'],
    ['Name', 'name'],
    ['HTMLBody', 'html_body'],
    ['h1Title', 'h1_title'],
    ['private_note', 'private_note'],
    ['blog-post', 'blog_post'],
  ])('%s becomes %s', (name, expected) => {
    expect(toSnakeCase(name)).toBe(expected);
  });

  it('that are too long are shortened and stay different', () => {
    const [one, two] = [cutName(`${'x'.repeat(80)}1`), cutName(`${'x'.repeat(80)}2`)];
    expect(one).toHaveLength(LONGEST_NAME);
    expect(one).not.toBe(two);
    expect(cutName('x'.repeat(LONGEST_NAME))).toBe('x'.repeat(LONGEST_NAME));
    for (const name of [
      columnName('y'.repeat(80), 'doc'),
      linkTableName('t'.repeat(50), 'someAttribute'),
      indexName('t', ['c'.repeat(70)]),
    ])
      expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
  });
});
