// The same random query through REST, GraphQL and the document service gives the same documents, on every database. The test knows no
// expected responses; it only compares.
import fc from 'fast-check';
import { stringify } from 'qs';
import { testDatabases } from '../../../core/testing';
import { fromGraphql, listOperation, type Operation, oneOperation, spelling } from './graphql-spelling';
import { comparable, type Deployment, deploy, pick } from './random-content';
import { query, sharedWords, type Tree, withPages } from './random-queries';

const deployments: Deployment[] = [];
beforeAll(async () => {
  for (const database of testDatabases())
    deployments.push(
      await deploy(database, {
        graphql: { enabled: true, config: { nodeLimit: 10_000_000, depthLimit: 30 } },
        openapi: false,
      }),
    );
});
afterAll(() => Promise.all(deployments.map(({ app }) => app.close())));

const RUNS = Number(process.env.QUIRE_SAME_RUNS ?? 100);

interface Paged {
  readonly data: unknown;
  readonly total?: number | undefined;
  readonly pageCount?: number | undefined;
}

async function overRest({ app }: Deployment, path: string, words: Tree): Promise<Paged> {
  const { status, body } = await app.agent.get(`${path}?${stringify(words, { encodeValuesOnly: true })}`);
  if (status === 404) return { data: null };
  expect([status, body.error]).toEqual([200, undefined]);
  const { total, pageCount } = body.meta.pagination ?? {};
  return { data: asGraphql(body.data), total, pageCount };
}

async function overGraphql({ app }: Deployment, operation: Operation): Promise<Paged> {
  const { body } = await app.agent.post('/graphql').send(operation);
  expect([operation.query, body.errors]).toEqual([operation.query, undefined]);
  const { answer } = body.data;
  if (!answer?.nodes) return { data: fromGraphql(answer) };
  const { total, pageCount } = answer.pageInfo;
  expect(answer.aggregate.count).toBe(total);
  return { data: fromGraphql(answer.nodes), total, pageCount };
}

/** GraphQL shows no row ids of documents, and ids of entries as texts. A `Float` has 15 digits. */
const asGraphql = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (key === 'exact' && inner !== null) return Number(inner);
      // A number over GraphQL as long as JavaScript holds it exactly.
      if (key === 'big' && Number.isSafeInteger(Number(inner ?? 'null'))) return Number(inner);
      if (typeof inner !== 'object' || inner === null || !('id' in inner)) return inner;
      const { id, ...rest } = inner as Tree;
      return 'documentId' in rest ? rest : { ...rest, id: String(id) };
    }),
  );

let full = 0;
let pages = 0;
const asked = new Set<string>();

test('a list is the same through REST, GraphQL and the document service', async () => {
  await fc.assert(
    fc.asyncProperty(query, spelling, async ({ name, words }, spelled) => {
      const plain = sharedWords(name, words);
      const all = await Promise.all(
        deployments.map(async (each) => {
          const operation = listOperation(name, plain, spelled);
          const rest = await overRest(each, `/api/${name}s`, plain);
          const graphql = await overGraphql(each, operation);
          const service = await each.app.documents(`api::${name}.${name}`).findMany(plain);
          expect([operation.query, comparable(graphql.data, each)]).toEqual([
            operation.query,
            comparable(rest.data, each),
          ]);
          expect(comparable(asGraphql(service), each)).toEqual(comparable(rest.data, each));
          if (graphql.total !== undefined && rest.total !== undefined) {
            pages++;
            expect(graphql.total).toBe(rest.total);
            if (rest.pageCount !== undefined) expect(graphql.pageCount).toBe(rest.pageCount);
          }
          return comparable(graphql.data, each);
        }),
      );
      asked.add(listOperation(name, plain, spelled).query);
      if ((all[0] as readonly unknown[]).length > 0) full++;
      for (const one of all) expect(one).toEqual(all[0]);
    }),
    { numRuns: RUNS },
  );
  expect(full).toBeGreaterThan(RUNS / 3);
  expect(pages).toBeGreaterThan(RUNS / 10);
  expect(asked.size).toBeGreaterThan(RUNS / 2);
});

test('a document is the same through REST, GraphQL and the document service', async () => {
  await fc.assert(
    fc.asyncProperty(query, spelling, fc.nat(), async ({ name, words }, spelled, which) => {
      const { locale, status, fields, populate } = words;
      const plain = sharedWords(name, { locale, status, fields, populate });
      for (const each of deployments) {
        const documentId = pick(each.ids[name] ?? [], which);
        const rest = await overRest(each, `/api/${name}s/${documentId}`, plain);
        const operation = oneOperation(name, documentId, plain, spelled);
        const graphql = await overGraphql(each, operation);
        const service = await each.app.documents(`api::${name}.${name}`).findOne({ ...plain, documentId });
        expect([operation.query, comparable(graphql.data, each)]).toEqual([
          operation.query,
          comparable(rest.data, each),
        ]);
        expect(comparable(asGraphql(service), each)).toEqual(comparable(rest.data, each));
      }
    }),
    { numRuns: RUNS },
  );
});

test('pages of populated relations are the same through GraphQL and the document service', async () => {
  await fc.assert(
    fc.asyncProperty(
      query,
      spelling,
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 1, max: 2 }),
      async ({ name, words }, spelled, start, limit) => {
        const shared = sharedWords(name, words);
        const plain = { ...shared, populate: withPages(shared.populate, start, limit) };
        for (const each of deployments) {
          const operation = listOperation(name, plain, spelled);
          const graphql = await overGraphql(each, operation);
          const service = await each.app.documents(`api::${name}.${name}`).findMany(plain);
          expect([operation.query, comparable(graphql.data, each)]).toEqual([
            operation.query,
            comparable(asGraphql(service), each),
          ]);
        }
      },
    ),
    { numRuns: RUNS },
  );
});
