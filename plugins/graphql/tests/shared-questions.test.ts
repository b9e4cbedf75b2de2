// A subscription that loses its place to another caller ends with an error; the other caller gets its events.
import { type Client, createClient } from 'graphql-sse';
import { definePlugin } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'note', pluralName: 'notes' }, attributes: { title: { type: 'string' } } },
    ],
    plugins: [
      definePlugin({
        name: 'callers',
        register({ hooks }) {
          hooks.request.authenticate(async (request) => {
            const id = request.header('x-user');
            return id === undefined ? undefined : { kind: 'user', id, label: id };
          });
        },
      }),
    ],
    config: {
      server: { anonymous: 'full' },
      plugins: {
        graphql: { config: { subscriptions: true, callerFilterTime: 10_000, maxSubscriptionQuestions: 2 } },
      },
    },
  });
});
afterAll(async () => {
  for (const client of clients) client.dispose();
  await app.close();
});

const clients: Client[] = [];
function subscribe(title: string, user?: string): AsyncIterableIterator<unknown> {
  const headers: Record<string, string> = user === undefined ? {} : { 'x-user': user };
  const client = createClient({ url: `${app.url}/graphql`, headers });
  clients.push(client);
  const filters = '(filters: { title: { eq: $title } })';
  const query = `subscription($title: String) { noteChanged${filters} { document { title } } }`;
  return client.iterate({ query, variables: { title } });
}

/** Until the server has the subscription. */
const begun = () => new Promise((resolve) => setTimeout(resolve, 200));

test('the newest subscription of the caller with the most ends with an error', async () => {
  const first = subscribe('a').next();
  await begun();
  const second = subscribe('b');
  const lost = second.next();
  await begun();
  const third = subscribe('c', '7').next();
  expect(await lost).toMatchObject({
    value: {
      errors: [
        {
          message: expect.stringMatching(/All 2 different subscriptions .*server\.proxy/),
          extensions: { code: 'STRAPI_RATE_LIMIT_ERROR', error: { name: 'RateLimitError' } },
        },
      ],
    },
  });
  expect(await second.next()).toEqual({ done: true, value: undefined });
  for (const title of ['a', 'b', 'c']) await app.documents('api::note.note').create({ data: { title } });
  for (const [events, title] of [
    [first, 'a'],
    [third, 'c'],
  ] as const)
    expect(await events).toMatchObject({ value: { data: { noteChanged: { document: { title } } } } });
  // Both callers have one now.
  expect(await subscribe('d', '7').next()).toMatchObject({
    value: {
      errors: [{ message: expect.stringMatching(/same text and variables as an existing subscription$/) }],
    },
  });
});
