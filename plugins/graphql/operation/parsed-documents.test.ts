// Parsed texts are kept. Texts that come once, such as queries with other aliases each time, evict none that came again.
import { buildSchema } from 'graphql';
import { createParser } from './parsed-documents';

test('a text that came twice stays parsed through 10,000 others', () => {
  const config = { maxCharacters: 1000, maxTokens: 100, maxDirectives: 9 } as Parameters<
    typeof createParser
  >[1];
  const parse = createParser(buildSchema('type Query { title: String }'), config, true);
  const ordinary = parse('{ title }');
  expect(parse('{ title }')).toBe(ordinary);
  for (let index = 0; index < 10_000; index++) parse(`{ a${index}: title }`);
  expect(parse('{ title }')).toBe(ordinary);
});
