// Random queries with drafts, locales, relations and components: every database gives the same response.
// A document in a list equals the document alone. The test knows no expected responses; it only compares.
import fc from 'fast-check';
import { stringify } from 'qs';
import { testDatabases } from '../../../core/testing';
import { comparable, type Deployment, deploy, pick } from './random-content';
import { query, type Tree, withPages } from './random-queries';

const databases = testDatabases();
const deployments: Deployment[] = [];
beforeAll(async () => {
  for (const database of databases) deployments.push(await deploy(database));
});
afterAll(() => Promise.all(deployments.map(({ app }) => app.close())));
const ask = async ({ app }: Deployment, path: string, words: Tree) => {
  const { status, body } = await app.agent.get(`${path}?${stringify(words, { encodeValuesOnly: true })}`);
  return { status, body };
};

const RUNS = Number(process.env.QUIRE_SAME_RUNS ?? 150);

test('every database gives the same response', async () => {
  let full = 0;
  const asked = new Set<string>();
  await fc.assert(
    fc.asyncProperty(query, async ({ name, words }) => {
      const answers = await Promise.all(
        deployments.map(async (each) => comparable(await ask(each, `/api/${name}s`, words), each)),
      );
      asked.add(JSON.stringify(words));
      expect((answers[0] as { status: number }).status).toBe(200);
      if ((answers[0] as { body: { data: unknown[] } }).body.data.length > 0) full++;
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }),
    { numRuns: RUNS },
  );
  expect(full).toBeGreaterThan(RUNS / 3);
  expect(asked.size).toBeGreaterThan(RUNS / 2);
});

test('a document is equal alone and in a list', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.nat(), async ({ name, words }, which) => {
      const { locale, status, fields, populate } = words;
      const asked = { locale, status, fields, populate };
      for (const each of deployments) {
        const id = pick(each.ids[name] ?? [], which);
        const list = await ask(each, `/api/${name}s`, { ...asked, filters: { documentId: { $eq: id } } });
        const alone = await ask(each, `/api/${name}s/${id}`, asked);
        expect(list.status).toBe(200);
        expect(alone.status).toBe(list.body.data.length === 0 ? 404 : 200);
        expect(alone.body.data).toEqual(list.body.data[0] ?? null);
      }
    }),
    { numRuns: RUNS },
  );
});

/** Publishes writer 0 again: from then on it is the last in the order of `publishedAt`. */
const writeFirst = ({ app, ids }: Deployment) =>
  app.documents('api::writer.writer').update({
    documentId: ids.writer?.[0] ?? '',
    data: { name: 'writer 0' },
  });

test('calls of the document service give the same result on every database, also inside a transaction that has written', async () => {
  for (const each of deployments) await writeFirst(each);
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 1, max: 2 }),
      async ({ name, words }, start, limit) => {
        const { pagination, ...rest } = words;
        const asked = JSON.parse(
          JSON.stringify({ ...rest, pagination, populate: withPages(rest.populate, start, limit) }),
        );
        const answers = await Promise.all(
          deployments.map(async (each) => {
            const { documents, kernel } = each.app;
            const outside = await documents(`api::${name}.${name}`).findMany(asked);
            const inside = await kernel.database.transaction(async () => {
              await writeFirst(each);
              return documents(`api::${name}.${name}`).findMany(asked);
            });
            expect(comparable(inside, each)).toEqual(comparable(outside, each));
            return comparable(outside, each);
          }),
        );
        for (const answer of answers) expect(answer).toEqual(answers[0]);
      },
    ),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});

test('an answer that is sent in pieces is equal to the whole answer', async () => {
  let pieces = 0;
  await fc.assert(
    fc.asyncProperty(query, async ({ name, words }) => {
      for (const { app } of deployments) {
        const { documents, schema } = app.kernel;
        const type = schema.types.get(`api::${name}.${name}`);
        if (!type) throw new Error(name);
        const read = documents.read.prepare(type, JSON.parse(JSON.stringify(words)), 'find');
        const whole = await documents.read.runMany(read);
        const small = read.small && { ...read.small, limits: { ...read.limits, maxRows: 0 } };
        const sent = await documents.read.sendMany({ ...read, small });
        if (!('pieces' in sent)) continue;
        pieces++;
        let text = '';
        for await (const piece of sent.pieces) text += piece;
        sent.close();
        expect([JSON.parse(text), sent.pagination]).toEqual([JSON.parse(whole.text), whole.pagination]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(pieces).toBeGreaterThan(RUNS / 10);
});
