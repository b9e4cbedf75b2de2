// A plugin that encrypts an attribute and shows it to callers with a permission, and to one user. No other caller sees the value: over
// REST, GraphQL, WebSockets and event streams, in answers of reads and of writes, at any depth.
import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { type Caller, definePlugin, textType, type Visibility } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const UID = 'api::person.person';
const REVEAL = 'plugin::vault.card.reveal';
const CARD = '4111-0000';
const MASK = '****';

const seen: string[] = [];
let owner: string | null = null;
let visibility: Visibility | undefined;
const nameOf = (caller: Caller): string =>
  caller.kind === 'code' ? 'code' : (caller.principal?.label ?? 'anonymous');

const vault = definePlugin({
  name: 'vault' as string,
  provides: { attributes: ['card'] },
  register(app) {
    const text = textType({ name: 'card', limit: 200 });
    app.attributes.add({
      ...text,
      parse: (input) => Buffer.from(String(input)).toString('base64'),
    });
    app.actions.add({ name: REVEAL, description: 'Shows cards' });
    const mayReveal = (caller: Caller): boolean =>
      caller.can(REVEAL) || (caller.kind === 'request' && caller.principal?.id === owner);
    app.hooks.documents.loaded(async (set) => {
      // A tap that waits still knows its caller.
      await new Promise(setImmediate);
      expect(app.caller()).toBe(set.caller);
      expect(set.visibility.allows(REVEAL)).toBe(set.caller.can(REVEAL));
      const shows = mayReveal(app.caller());
      for (const entry of set.entries('card'))
        if (typeof entry.value === 'string')
          entry.value = shows ? Buffer.from(entry.value, 'base64').toString() : MASK;
    });
    const note = (hook: string, caller: Caller): void => {
      expect(app.caller()).toBe(caller);
      seen.push(`${hook} ${nameOf(caller)} ${caller.can(REVEAL)}`);
    };
    app.hooks.documents.prepare(async (action) => note('prepare', action.caller));
    app.hooks.documents.validate((action) => note('validate', action.caller));
    app.hooks.documents.writing(async (context) => note('writing', context.caller));
    app.hooks.documents.written(async (_result, context) => note('written', context.caller));
    app.hooks.documents.committed(async ({ action, document }) => {
      await new Promise(setImmediate);
      note('committed', action.caller);
      seen.push(`event ${document?.card}`);
    });
    app.routes.add({
      method: 'GET',
      path: '/api/open',
      action: null,
      summary: 'Reads people for its caller',
      async handler(request) {
        visibility = await app.server.authorize(request, { action: `${UID}.find`, method: 'GET' });
        const person = await app
          .documentsAs(request)(UID)
          .findFirst({ filters: { name: 'person' } });
        return {
          json: { can: request.can(REVEAL), allows: request.visibility.allows(REVEAL), card: person?.card },
        };
      },
    });
  },
});

const open = (database: 'sqlite' | 'mysql' | 'postgres'): Promise<TestApp> =>
  createTestApp({
    database,
    plugins: [vault],
    components: {
      'shared.wallet': {
        info: { displayName: 'Wallet' },
        attributes: { card: { type: 'card' }, spare: { type: 'card' } },
      },
    },
    contentTypes: [
      {
        info: { singularName: 'person', pluralName: 'people' },
        attributes: {
          name: { type: 'string' },
          card: { type: 'card' },
          wallet: { type: 'component', component: 'shared.wallet' },
          zone: { type: 'dynamiczone', components: ['shared.wallet'] },
          friend: { type: 'relation', relation: 'manyToOne', target: UID, inversedBy: 'friends' },
          friends: { type: 'relation', relation: 'oneToMany', target: UID, mappedBy: 'friend' },
        },
      },
    ],
    config: {
      server: { logs: { level: 'debug' } },
      plugins: {
        'draft-and-publish': { enabled: false },
        'users-permissions': {
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
            ratelimit: { enabled: false },
            roles: {
              revealer: { name: 'Revealer', actions: [...ALL, REVEAL] },
              authenticated: { actions: ALL },
              public: { actions: [`${UID}.find`, `${UID}.findOne`] },
            },
          },
        },
        graphql: { config: { subscriptions: true, callerFilterTime: 10_000 } },
      },
    },
  });
const ALL = ['find', 'findOne', 'create', 'update', 'delete'].map((verb) => `${UID}.${verb}`);

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  const tokens = new Map<string, string>();
  const clients: Client[] = [];
  let documentId = '';

  beforeAll(async () => {
    app = await open(database);
    for (const name of ['alice', 'owner', 'mallory']) {
      const { body } = await app.agent
        .post('/api/auth/local/register')
        .send({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' })
        .expect(200);
      tokens.set(name, body.jwt);
      if (name === 'owner') owner = String(body.user.id);
      if (name !== 'alice') continue;
      const role = await app
        .documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: 'revealer' } });
      await app.documents('plugin::users-permissions.user').update({
        documentId: body.user.documentId,
        data: { role: role?.documentId },
      });
    }
    const friend = await app.documents(UID).create({ data: { name: 'friend', card: CARD } });
    const data = { name: 'person', ...HELD, friend: friend.documentId };
    ({ documentId } = await app.documents(UID).create({ data }));
  });
  afterAll(async () => {
    for (const client of clients) await client.dispose();
    await app.close();
  });

  const as = (name: string): Record<string, string> =>
    tokens.has(name) ? { authorization: `Bearer ${tokens.get(name)}` } : {};
  const wallet = { card: CARD, spare: null };
  const HELD = { card: CARD, wallet, zone: [{ __component: 'shared.wallet', ...wallet }] };
  /** Whether each caller sees the cards. */
  const CALLERS: [string, boolean][] = [
    ['alice', true],
    ['owner', true],
    ['mallory', false],
    ['nobody', false],
  ];
  /** How often the text has the card, and the mask. */
  const counts = (body: unknown): [number, number] => {
    const text = JSON.stringify(body);
    expect(text).not.toContain(Buffer.from(CARD).toString('base64'));
    return [text.split(CARD).length - 1, text.split(MASK).length - 1];
  };
  const shown = (times: number, isShown: boolean): [number, number] => (isShown ? [times, 0] : [0, times]);

  const DEEP = 'populate[wallet]=true&populate[zone][populate]=*&populate[friend][fields]=card';
  it.each(CALLERS)('over REST: %s', async (name, isShown) => {
    const one = await app.agent.get(`/api/people/${documentId}?${DEEP}`).set(as(name)).expect(200);
    expect(counts(one.body)).toEqual(shown(4, isShown));
    const many = await app.agent.get('/api/people?fields=card').set(as(name)).expect(200);
    expect(counts(many.body)).toEqual(shown(many.body.data.length, isShown));
  });

  it.each(CALLERS)('over GraphQL, with aliases: %s', async (name, isShown) => {
    const query = `{
      all: people(filters: { name: { eq: "person" } }) {
        secret: card  purse: wallet { inner: card }
        parts: zone { ... on ComponentSharedWallet { own: card } }  mate: friend { theirs: card }
      }
      person(documentId: "${documentId}") { c: card }
      people_connection(filters: { name: { eq: "person" } }) {
        nodes { card } aggregate { groupBy { name { connection { nodes { again: card } } } } }
      }
    }`;
    const { body } = await app.agent.post('/graphql').set(as(name)).send({ query });
    expect(body.errors).toBeUndefined();
    expect(counts(body)).toEqual(shown(7, isShown));
  });

  it.each(CALLERS.slice(0, 3))('in the answers of writes: %s', async (name, isShown) => {
    const created = await app.agent
      .post(`/api/people?${DEEP}`)
      .set(as(name))
      .send({ data: HELD })
      .expect(201);
    expect(counts(created.body)).toEqual(shown(3, isShown));
    const put = await app.agent
      .put(`/api/people/${created.body.data.documentId}`)
      .set(as(name))
      .send({ data: { name: 'other' } })
      .expect(200);
    expect(counts(put.body)).toEqual(shown(1, isShown));
    const query = `mutation { updatePerson(documentId: "${created.body.data.documentId}", data: { name: "x" }) { c: card w: wallet { card } } }`;
    const { body } = await app.agent.post('/graphql').set(as(name)).send({ query });
    expect(counts(body)).toEqual(shown(2, isShown));
  });

  it.each(['ws', 'sse'])('over subscriptions (%s), one subscriber each', async (how) => {
    const query = `subscription { personChanged(documentId: "${documentId}") { document { c: card w: wallet { inner: card } friend { card } } } }`;
    const begun = app.logs.filter(({ message }) => message === 'a subscription begins').length;
    const results = CALLERS.map(([name]) =>
      how === 'ws' ? firstOfSocket(query, as(name)) : firstOfStream(query, as(name)),
    );
    const lines = () => app.logs.filter(({ message }) => message === 'a subscription begins').length - begun;
    while (lines() < CALLERS.length) await new Promise((resolve) => setTimeout(resolve, 10));
    await app.documents(UID).update({ documentId, data: { name: 'person' } });
    for (const [index, result] of results.entries()) {
      const isShown = CALLERS[index]?.[1] ?? false;
      expect([CALLERS[index]?.[0], ...counts(await result)]).toEqual([
        CALLERS[index]?.[0],
        ...shown(3, isShown),
      ]);
    }
  });

  function firstOfSocket(query: string, headers: Record<string, string>): Promise<unknown> {
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: headers.authorization ? { Authorization: headers.authorization } : {},
    });
    clients.push(client);
    return new Promise((resolve, reject) => {
      const stop = client.subscribe(
        { query },
        {
          next(value) {
            resolve(value);
            stop();
          },
          error: reject,
          complete: () => undefined,
        },
      );
    });
  }

  async function firstOfStream(query: string, headers: Record<string, string>): Promise<unknown> {
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    });
    let text = '';
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString();
      const found = /data: (\{.*\})\n/.exec(text)?.[1];
      if (found === undefined) continue;
      return JSON.parse(found);
    }
    throw new Error(`no event: ${text}`);
  }

  it('each hook of a write knows the caller, also after the commit', async () => {
    const hooks = ['prepare', 'validate', 'writing', 'written', 'committed'];
    const written = async (name: string, write: () => Promise<unknown>): Promise<string[]> => {
      seen.length = 0;
      await write();
      expect(seen.pop()).toMatch(/^event /);
      return seen.map((line) => line.replace(` ${name} `, ' '));
    };
    const data = { name: 'person' };
    const put = (name: string) => () =>
      app.agent.put(`/api/people/${documentId}`).set(as(name)).send({ data }).expect(200);
    expect(await written('alice', put('alice'))).toEqual(hooks.map((hook) => `${hook} true`));
    expect(await written('mallory', put('mallory'))).toEqual(hooks.map((hook) => `${hook} false`));
    const query = `mutation { updatePerson(documentId: "${documentId}", data: { name: "person" }) { name } }`;
    expect(
      await written('mallory', () =>
        app.agent.post('/graphql').set(as('mallory')).send({ query }).expect(200),
      ),
    ).toEqual(hooks.map((hook) => `${hook} false`));
    expect(await written('code', () => app.documents(UID).update({ documentId, data }))).toEqual(
      hooks.map((hook) => `${hook} true`),
    );
  });

  it('code is no anonymous caller; a visibility without a caller is', async () => {
    expect(counts(await app.documents(UID).findOne({ documentId }))).toEqual([1, 0]);
    const { body } = await app.agent.get('/api/open').set(as('owner')).expect(200);
    // A route without an action authorises nothing, but it knows its caller.
    expect(body).toEqual({ can: false, allows: false, card: CARD });
    expect((await app.agent.get('/api/open').set(as('mallory'))).body.card).toBe(MASK);
    expect(counts(await app.documents(UID).findOne({ documentId, visibility }))).toEqual([0, 1]);
  });
});
