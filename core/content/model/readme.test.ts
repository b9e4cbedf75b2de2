// The example of README.md compiles to the storage that the README shows.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileFiles, relation, typeFile } from './testing-files';

const README = join(resolve(__dirname, '..', '..', '..', '..'), 'core/content/model/README.md');

test('the README shows how relations of its definition are stored', () => {
  const [definition, storage] = [...readFileSync(README, 'utf8').matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
    ([, block]): unknown => JSON.parse(block ?? ''),
  );
  const { types } = compileFiles({
    'config/content-types/article.json': definition,
    'config/content-types/author.json': typeFile('author', {
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    }),
    'config/content-types/tag.json': typeFile('tag'),
  });
  const attributes = [...(types.get('api::article.article')?.attributes.values() ?? [])];
  expect(
    Object.fromEntries(
      attributes.flatMap((one) => (one.kind === 'relation' ? [[one.name, one.storage]] : [])),
    ),
  ).toEqual(storage);
});
