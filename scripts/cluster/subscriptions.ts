// Four processes on PostgreSQL write, and each has two subscribers: one who may read the articles, and one who may not. Each write must
// reach each reader once, and those of one article in their order.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { folder, removeFolders } from '../../core/kernel/cli/testing-command-line';
import { type ArticleStream, subscribeToArticles } from '../../plugins/graphql/tests/article-stream';
import { startPrivateServer } from '../servers/private-server';
import type { Measurement, Result } from './measurement';
import { type Client, clientOf, endProcess, startAt } from './pair';

const PROCESSES = 4;
const WRITES = { long: 10_000, short: 1_000 } as const;
/** A create, and updates in all processes in turn. */
const OF_ONE_ARTICLE = 5;
/** Milliseconds without an event. */
const LOST = 60_000;
const ARTICLE = 'api::article.article';

export const subscriptions: Measurement = {
  name: 'subscriptions',
  summary: 'writes of four processes reach each subscriber of each process once: 10,000 in the long form',
  async run({ long, folder: files, note }) {
    const server = await startPrivateServer({ client: 'postgres', folder: files, isDurable: false });
    const children: ChildProcess[] = [];
    const streams: ArticleStream[] = [];
    try {
      const dir = writeApplication({ ...server.config, poolWait: 20_000 });
      const urls: string[] = [];
      for (let count = 0; count < PROCESSES; count += 1) urls.push(await startAt(dir, children));
      const clients = urls.map(clientOf);
      const [alice, bob] = [await register(clients, 'alice'), await register(clients, 'bob')];
      const open = (token: string) => Promise.all(urls.map((url) => subscribeToArticles(url, token)));
      const readers = await open(alice.token);
      const others = await open(bob.token);
      streams.push(...readers, ...others);
      const began = performance.now();
      const ids = await write(clients, alice.documentId, long ? WRITES.long : WRITES.short);
      note(`${ids.length * OF_ONE_ARTICLE} writes in ${Math.round(performance.now() - began)} ms`);
      const wanted = ids.length * OF_ONE_ARTICLE;
      await Promise.all(readers.map((stream) => untilQuiet(stream, wanted)));
      // Sent after all writes: a second copy of an event would stand before it.
      await create(clients[0] as Client, bob.documentId, 'end');
      await Promise.all(others.map((stream) => untilQuiet(stream, 1)));
      note(`all events after ${Math.round(performance.now() - began)} ms`);
      return judge(readers, others, ids, wanted);
    } finally {
      for (const stream of streams) await stream.stop();
      await Promise.all(children.map(endProcess));
      await server.remove();
      removeFolders();
    }
  },
};

function judge(
  readers: readonly ArticleStream[],
  others: readonly ArticleStream[],
  ids: readonly string[],
  wanted: number,
): Result {
  const faults: string[] = [];
  for (const [at, { events, errors }] of readers.entries()) {
    faults.push(...errors.map((error) => `process ${at + 1}: ${error}`));
    if (events.length !== wanted) faults.push(`process ${at + 1}: ${events.length} of ${wanted} events`);
    const kinds = new Map<string, string>();
    const last = new Map<string, number>();
    for (const { event, documentId, document } of events) {
      kinds.set(documentId, `${kinds.get(documentId) ?? ''} ${event}`);
      const number = Number(document?.title);
      if (number < (last.get(documentId) ?? 0)) faults.push(`${documentId}: ${number} after a later write`);
      last.set(documentId, number);
    }
    const right = ` create${' update'.repeat(OF_ONE_ARTICLE - 1)}`;
    for (const id of ids)
      if (kinds.get(id) !== right) faults.push(`process ${at + 1}, ${id}: ${kinds.get(id) ?? 'nothing'}`);
  }
  for (const [at, { events, errors }] of others.entries()) {
    faults.push(...errors.map((error) => `process ${at + 1}, who may not read: ${error}`));
    if (events.length !== 1) faults.push(`process ${at + 1}: ${events.length - 1} events of hidden articles`);
  }
  return { summary: `${wanted} events to each of ${readers.length} subscribers`, faults };
}

async function write(clients: readonly Client[], author: string, writes: number): Promise<string[]> {
  const articles = Math.floor(writes / OF_ONE_ARTICLE);
  const ids: string[] = [];
  const writer = async (first: number): Promise<void> => {
    const at = (turn: number): Client => clients[turn % clients.length] as Client;
    for (let article = first; article < articles; article += clients.length) {
      const documentId = await create(at(article), author, '0');
      ids.push(documentId);
      for (let turn = 1; turn < OF_ONE_ARTICLE; turn += 1) {
        const data = { title: String(turn) };
        const { status } = await at(article + turn)('PUT', `/api/articles/${documentId}`, { data });
        if (status !== 200) throw new Error(`An update got ${status}`);
      }
    }
  };
  await Promise.all(clients.map((_client, first) => writer(first)));
  return ids;
}

async function create(client: Client, author: string, title: string): Promise<string> {
  const { status, body } = await client('POST', '/api/articles', { data: { title, author } });
  if (status !== 201) throw new Error(`A create got ${status}`);
  return String(body.data.documentId);
}

async function untilQuiet({ events, errors }: ArticleStream, wanted: number): Promise<void> {
  for (let [seen, since] = [0, performance.now()]; events.length < wanted && errors.length === 0; ) {
    if (events.length > seen) [seen, since] = [events.length, performance.now()];
    if (performance.now() - since > LOST) return;
    await pause(50);
  }
}

async function register(
  [client]: readonly Client[],
  username: string,
): Promise<{ readonly token: string; readonly documentId: string }> {
  const body = { username, email: `${username}@example.com`, password: 'Passw0rd!' };
  const { status, body: made } = (await client?.('POST', '/api/auth/local/register', body, '')) ?? {};
  if (status !== 200) throw new Error(`A registration got ${status}`);
  return { token: made.jwt, documentId: made.user.documentId };
}

function writeApplication(database: object): string {
  const own = (verb: string) => ({
    action: `${ARTICLE}.${verb}`,
    where: { author: { id: '$user.id' } },
  });
  return folder({
    'config/content-types/article.json': JSON.stringify({
      info: { singularName: 'article', pluralName: 'articles' },
      attributes: {
        title: { type: 'string' },
        author: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
      },
    }),
    'config/database.json': JSON.stringify(database),
    'config/plugins.json': JSON.stringify({
      'api-tokens': {
        config: { tokens: [{ name: 'admin', type: 'full-access', secretFrom: 'ADMIN_TOKEN' }] },
      },
      'users-permissions': {
        config: {
          ratelimit: { enabled: false },
          roles: { authenticated: { actions: [own('find'), own('findOne')] } },
        },
      },
      // The whole machine writes, and a subscriber of each process evaluates all of it.
      graphql: {
        config: { subscriptions: true, callerFilterTime: 1_000, maxWaitingChanges: 20_000 },
      },
    }),
  });
}
