// Subscribers of one process, and writes of another one on the same database.
import { type ContentTypeDefinition, createKernel, type Kernel } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { type ArticleStream, subscribeToArticles } from './article-stream';

const USER = 'plugin::users-permissions.user';
const ARTICLE = 'api::article.article';
const CONTENT: ContentTypeDefinition[] = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: USER },
    },
  },
];
const OWN = { where: { author: { id: '$user.id' } } };
const CONFIG = {
  plugins: {
    rest: true,
    'users-permissions': {
      config: {
        jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
        ratelimit: { enabled: false },
        roles: {
          authenticated: {
            actions: [
              { action: `${ARTICLE}.find`, ...OWN },
              { action: `${ARTICLE}.findOne`, ...OWN },
            ],
          },
        },
      },
    },
    // A busy machine counts waiting as work.
    graphql: { config: { subscriptions: true, callerFilterTime: 1000 } },
  },
};
describe.each(testDatabases())('two processes on %s', (database) => {
  let app: TestApp;
  let other: Kernel;
  const users = new Map<string, { readonly jwt: string; readonly documentId: string }>();
  const streams: ArticleStream[] = [];
  beforeAll(async () => {
    app = await createTestApp({ database, contentTypes: CONTENT, config: CONFIG });
    other = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        ...CONFIG,
        database: app.kernel.config.database,
        server: { port: 0, anonymous: 'full' },
      } as never,
      writeLog: () => undefined,
    });
    await other.listen();
    for (const name of ['alice', 'bob']) {
      const { body } = await app.agent
        .post('/api/auth/local/register')
        .send({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' })
        .expect(200);
      users.set(name, { jwt: body.jwt, documentId: body.user.documentId });
    }
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.stop();
  });
  afterAll(async () => {
    await other?.server.close({ force: true });
    await other?.stop();
    await app.close();
  });

  const open = async (url: string, name = 'alice'): Promise<ArticleStream> => {
    const stream = await subscribeToArticles(url, users.get(name)?.jwt ?? '');
    streams.push(stream);
    return stream;
  };
  const data = (title: string, author = 'alice') => ({
    data: { title, author: users.get(author)?.documentId ?? null },
  });

  it('sends each change of another process once, and none that the subscriber may not see', async () => {
    const { events, got } = await open(other.server.url);
    const articles = app.documents(ARTICLE);
    const isMarker = ({ document }: (typeof events)[number]): boolean => document?.title === 'marker';
    let markers = 0;
    /** Waits until the other process has evaluated all writes so far. */
    const settled = async (): Promise<void> => {
      await articles.create(data('marker'));
      markers += 1;
      while (events.filter(isMarker).length < markers) await got(events.length + 1);
    };
    const hidden = await articles.create(data('hidden', 'bob'));
    const { documentId } = await articles.create(data('first'));
    await settled();
    await articles.update({ documentId, ...data('second') });
    await settled();
    // The subscriber saw it, and sees it no longer. Then its changes are not those of the subscriber.
    await articles.update({ documentId, ...data('taken', 'bob') });
    await settled();
    await articles.update({ documentId, ...data('still taken', 'bob') });
    await articles.update({ documentId: hidden.documentId, ...data('still hidden', 'bob') });
    await articles.delete({ documentId: hidden.documentId });
    await settled();
    await articles.update({ documentId, ...data('back') });
    await settled();
    await articles.delete({ documentId });
    await settled();
    expect(events.filter((event) => !isMarker(event))).toEqual([
      { event: 'create', documentId, document: { title: 'first' } },
      { event: 'update', documentId, document: { title: 'second' } },
      { event: 'update', documentId, document: null },
      { event: 'update', documentId, document: { title: 'back' } },
      { event: 'delete', documentId, document: null },
    ]);
  });

  it('a subscription that begins later does not learn that a document was hidden before', async () => {
    const articles = app.documents(ARTICLE);
    const first = await open(other.server.url);
    const { documentId } = await articles.create(data('shown'));
    await first.got(1);
    await first.stop();
    await articles.update({ documentId, ...data('taken', 'bob') });
    const second = await open(other.server.url);
    await articles.update({ documentId, ...data('still taken', 'bob') });
    await articles.create(data('marker'));
    expect(await second.got(1)).toMatchObject([{ event: 'create', document: { title: 'marker' } }]);
  });

  it('subscribers of both processes get the writes of both, each once', async () => {
    const both = [await open(app.url), await open(other.server.url)];
    const { documentId } = await app.documents(ARTICLE).create(data('new'));
    for (let n = 1; n <= 10; n++) {
      await app.documents(ARTICLE).update({ documentId, ...data(`a${n}`) });
      await other.documents(ARTICLE).update({ documentId, ...data(`b${n}`) });
    }
    for (const stream of both) {
      await stream.got(21);
      const events = stream.events.filter((each) => each.document?.title !== 'end');
      expect(events.map(({ event }) => event)).toEqual(['create', ...Array(20).fill('update')]);
      expect(events.at(-1)?.document).toEqual({ title: 'b10' });
    }
    // A second copy of an event would stand before it.
    await app.documents(ARTICLE).update({ documentId, ...data('end') });
    for (const { events, got } of both) {
      await got(22);
      expect(events.at(-1)).toMatchObject({ document: { title: 'end' } });
      expect(events).toHaveLength(22);
    }
  });

  it('sends the change of a row that has no time', async () => {
    const { got, events } = await open(other.server.url);
    const { documentId } = await app.documents(ARTICLE).create(data('timed'));
    await got(1);
    const { database } = app.kernel;
    const [table, column, key] = ['articles', 'updated_at', 'document_id'].map(database.dialect.id);
    await database.transaction((tx) =>
      tx.run(`UPDATE ${table} SET ${column} = NULL WHERE ${key} = ?`, [documentId]),
    );
    await app.documents(ARTICLE).update({ documentId, ...data('no time') });
    await got(2);
    expect(events[1]).toEqual({ event: 'update', documentId, document: { title: 'no time' } });
  });

  it('ends subscriptions when messages of another process are lost', async () => {
    const stream = await open(other.server.url);
    const { dialect } = app.kernel.database;
    const columns = ['node', 'seq', 'topic', 'message', 'at'].map(dialect.id).join(', ');
    for (const seq of [1, 3])
      await app.kernel.database.transaction((tx) =>
        tx.run(
          `INSERT INTO ${dialect.id('quire_bus')} (${columns}) VALUES ('lost', ${seq}, 'any', 'null', ${dialect.now})`,
          [],
        ),
      );
    await expect(stream.got(1)).rejects.toThrow('missed changes');
  });
});
