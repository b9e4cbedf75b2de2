// A plugin limits the rows of every caller: reads, relations, sort steps, connect and writes see the same documents.
import { type ContentTypeDefinition, definePlugin, limitRows } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { EXTENSION } from '../index';

const types: ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      text: { type: 'string' },
      topic: { type: 'relation', relation: 'manyToOne', target: 'api::topic.topic', inversedBy: 'notes' },
    },
  },
  {
    info: { singularName: 'topic', pluralName: 'topics' },
    attributes: {
      name: { type: 'string' },
      archived: { type: 'boolean' },
      notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note', mappedBy: 'topic' },
    },
  },
];

const archive = definePlugin({
  name: 'archive',
  dependencies: ['graphql'],
  register(app) {
    app.hooks.request.visibility((visibility, request) =>
      request.header('x-archivist') === 'yes'
        ? visibility
        : limitRows(visibility, 'not archived', (type) =>
            type.attributes.has('archived') ? { archived: { $ne: true } } : null,
          ),
    );
    // Without permission checks, the resolver of the plugin still reads for the caller.
    app.container.resolve(EXTENSION).use({ resolversConfig: { 'Query.topics_connection': { auth: false } } });
  },
});

let app: TestApp;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: types,
    plugins: [archive],
    config: { server: { anonymous: 'full' }, plugins: { graphql: { enabled: true } } },
  });
  for (const name of ['open', 'gone']) {
    const topic = await app
      .documents('api::topic.topic')
      .create({ data: { name, archived: name === 'gone' } });
    const note = await app
      .documents('api::note.note')
      .create({ data: { text: `about ${name}`, topic: topic.documentId } });
    Object.assign(ids, { [name]: topic.documentId, [`note of ${name}`]: note.documentId });
  }
});
afterAll(() => app.close());

const graphql = (query: string) => ({ method: 'post', path: '/graphql', body: { query } }) as const;
const rest = (path: string) => ({ method: 'get', path: `/api${path}`, body: undefined }) as const;
const put = (path: string, data: object) => ({ method: 'put', path: `/api${path}`, body: { data } }) as const;

const cases: [
  what: string,
  request: () => ReturnType<typeof graphql | typeof rest | typeof put>,
  hidden: string,
  shown: string,
][] = [
  ['a list', () => rest('/topics?fields=name&pagination[withCount]=true'), '1', '2'],
  ['one document', () => rest(`/topics/${ids.gone}`), '404', 'gone'],
  ['populate', () => rest(`/notes/${ids['note of gone']}?populate=topic`), 'null', 'gone'],
  ['a filter through the relation', () => rest('/notes?filters[topic][name]=gone'), '0', '1'],
  ['a sort step', () => rest('/notes?sort=topic.name:desc'), '2', '2'],
  ['connect', () => put(`/notes/${ids['note of open']}`, { topic: { connect: [ids.gone] } }), '400', '200'],
  ['an update', () => put(`/topics/${ids.gone}`, { name: 'gone' }), '404', '200'],
  ['a list over GraphQL', () => graphql('{ topics { name } }'), '1', '2'],
  ['a field that is open to everyone', () => graphql('{ topics_connection { nodes { name } } }'), '1', '2'],
];

it.each(cases)('%s', async (what, request, hidden, shown) => {
  const { method, path, body } = request();
  for (const [archivist, expected] of [
    ['no', hidden],
    ['yes', shown],
  ] as const) {
    const answer = await app.agent[method](path).set('x-archivist', archivist).send(body);
    expect([archivist, summary(what, answer)]).toEqual([archivist, expected]);
  }
});

/** One word per answer: the refusal, the number of documents, or the name of the topic. */
function summary(what: string, { status, body }: { status: number; body: { data: unknown } }): string {
  if (status >= 400 || what === 'connect' || what === 'an update') return String(status);
  const { data } = body as {
    data: {
      topic?: { name: string } | null;
      name?: string;
      topics?: unknown[];
      topics_connection?: { nodes: unknown[] };
    };
  };
  if (Array.isArray(data)) return String(data.length);
  if (data.topics_connection) return String(data.topics_connection.nodes.length);
  if (data.topics) return String(data.topics.length);
  return String(data.topic === undefined ? data.name : (data.topic?.name ?? null));
}
