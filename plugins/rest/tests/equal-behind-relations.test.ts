// An equality behind a relation is read as a list of keys, a range as a subquery for each row. Both find the same documents.
import fc from 'fast-check';
import { stringify } from 'qs';
import { testDatabases } from '../../../core/testing';
import { type Deployment, deploy, pick } from './random-content';

const databases = testDatabases();
const deployments: Deployment[] = [];
beforeAll(async () => {
  for (const database of databases) deployments.push(await deploy(database));
});
afterAll(() => Promise.all(deployments.map(({ app }) => app.close())));

const RUNS = Number(process.env.QUIRE_SAME_RUNS ?? 150);

const some = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });

async function ask({ app }: Deployment, path: string, words: object) {
  const { status, body } = await app.agent.get(`${path}?${stringify(words, { encodeValuesOnly: true })}`);
  return { status, body };
}

const equalities = fc.constantFrom<
  readonly [name: string, path: readonly string[], values: readonly unknown[]]
>(
  ['story', ['writer', 'name'], ['writer 0', 'writer 1', 'writer 3', 'nobody']],
  ['story', ['labels', 'name'], ['label 0', 'label 3', 'étiquette 1']],
  ['story', ['labels', 'best', 'name'], ['writer 2', 'writer 3']],
  ['story', ['next', 'rating'], [0, 2, 9]],
  ['story', ['localizations', 'title'], ['histoire 2', 'story 1 ü']],
  ['story', ['card', 'writer', 'name'], ['writer 1']],
  ['writer', ['stories', 'rating'], [0, 1, 3]],
  ['label', ['stories', 'title'], ['story 0 ü', 'draft 3', 'histoire 4']],
);
const inside = (path: readonly string[], condition: object): object =>
  path.reduceRight((tree, key) => ({ [key]: tree }), condition);

test('an equality through a relation finds what a range of one value finds', async () => {
  let found = 0;
  const words = fc.record({
    locale: some(fc.constantFrom('en', 'fr')),
    status: some(fc.constantFrom('draft', 'published')),
    sort: some(fc.constantFrom('id:desc')),
    pagination: some(
      fc.record({ start: fc.integer({ min: 0, max: 2 }), limit: fc.integer({ min: 1, max: 4 }) }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      equalities,
      fc.nat(),
      fc.boolean(),
      words,
      async ([name, path, values], which, negated, rest) => {
        const value = pick(values, which);
        const filters = (condition: object) =>
          negated ? { $not: inside(path, condition) } : inside(path, condition);
        for (const each of deployments) {
          const [equal, listed, range] = await Promise.all(
            [{ $eq: value }, { $in: [value] }, { $between: [value, value] }].map((condition) =>
              ask(each, `/api/${name}s`, { ...rest, filters: filters(condition) }),
            ),
          );
          expect(range?.status).toBe(200);
          expect(equal).toEqual(range);
          expect(listed).toEqual(range);
          found += range?.body.data.length;
        }
      },
    ),
    { numRuns: Math.ceil(RUNS / 2) },
  );
  expect(found).toBeGreaterThan(RUNS / 6);
});
