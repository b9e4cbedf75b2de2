// Variables with many mistakes and long values: the answer is short, and it comes soon. graphql-js would write an error for each mistake,
// and the whole refused object into each error.
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { title: { type: 'string' }, rating: { type: 'integer' } },
      },
    ],
    config: {
      server: { anonymous: 'full', logs: { level: 'error' } },
      plugins: { graphql: { enabled: true } },
    },
  });
});
afterAll(() => app.close());

const query = 'query ($filters: NoteFiltersInput) { notes(filters: $filters) { documentId } }';
const ask = (filters: unknown) => app.agent.post('/graphql').send({ query, variables: { filters } });

it('lists some of many unknown keys', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown${index}`, index]));
  const { status, body, text } = await ask(unknown);
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(21);
  expect(body.errors[0].message).toMatch(
    /^Variable "\$filters" got invalid value .*"unknown0" is not defined/s,
  );
  expect(body.errors[20].message).toMatch(/^Too many errors processing variables/);
  expect(text.length).toBeLessThan(30_000);
});

it('lists some of many wrong values', async () => {
  const { status, body } = await ask({ title: { in: Array.from({ length: 500 }, () => ({})) } });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(21);
});

it('shortens a long value in a message', async () => {
  const { status, body, text } = await ask({ rating: { eq: 'x'.repeat(50_000) } });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(1);
  expect(body.errors[0].message).toMatch(/^Variable "\$filters" got invalid value "xxx.* … x+/s);
  expect(text.length).toBeLessThan(2_000);
});
