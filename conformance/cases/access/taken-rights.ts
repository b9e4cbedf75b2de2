// Cases of callers whose right is taken away: over REST, over GraphQL, and in open subscriptions of each transport.
import { actionsOf, type Granted, makeToken, makeUser, permissionTree } from '../accounts';
import { del, get, plain, put } from '../build';
import type { Bench, Case, Step } from '../case';
import { ask, MINE, row } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { SUBSCRIBED, TRANSPORTS, type Watch, watch } from '../subscriptions-build';

const ROLES = '/users-permissions/roles';
const READS = [...actionsOf('plain', 'find', 'findOne', 'update'), ...actionsOf('label', 'find')];

/** The role that `makeUser` made for the caller. */
async function roleOf(bench: Bench): Promise<{ readonly id: number; readonly name: string }> {
  const { body } = await bench.send(get(ROLES));
  const name = bench.value('caller.name');
  return Object(body).roles.find((one: { name: string }) => one.name === name);
}

/** Replaces what the role of the caller may do. */
export async function grants(bench: Bench, granted: readonly Granted[]): Promise<void> {
  const { id, name } = await roleOf(bench);
  const body = { name, permissions: permissionTree(granted) };
  await bench.send({ send: 'PUT', path: `${ROLES}/${id}`, body, expect: { status: 200 } });
}

const changesUser = (body: object): Step => ({
  ...{ send: 'PUT', path: '/users/{callerUser.id}', body, expect: { status: 200 } },
});

interface Way {
  readonly name: string;
  /** A user by default. */
  readonly isToken?: true;
  /** The credentials are unknown afterwards. */
  readonly status: 401 | 403;
  take(bench: Bench): Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    name: 'a permission of the role',
    status: 403,
    take: (bench) => grants(bench, actionsOf('label', 'find')),
  },
  {
    name: 'the role',
    status: 403,
    take: async (bench) => bench.send(del(`${ROLES}/${(await roleOf(bench)).id}`, { status: 200 })),
  },
  {
    name: 'a block',
    status: 401,
    take: (bench) => bench.send(changesUser({ blocked: true })),
  },
  {
    name: 'a new password',
    status: 401,
    take: (bench) => bench.send(changesUser({ password: 'Another-{mark}-1' })),
  },
  {
    name: 'the user',
    status: 401,
    take: (bench) => bench.send(del('/users/{callerUser.id}', { status: 200 })),
  },
  {
    name: 'the token',
    isToken: true,
    status: 401,
    take: (bench) => bench.send(del('/api-tokens/{callerToken.documentId}', { status: [200, 204] })),
  },
];

const A = '/plains/{a.documentId}';
const watched = (over: (typeof TRANSPORTS)[number]) => ({
  ...{ field: 'plainChanged', args: `(filters: { ${MINE} })`, shows: 'n name', as: 'caller', over },
  last: plain({ n: 0 }),
});
const watchBoth = (bench: Bench): Promise<Watch[]> =>
  Promise.all(TRANSPORTS.map((over) => watch(bench, watched(over))));

const SECRET = 'after the right';
/** No change after the right was taken, and the end. */
function isEnded(bench: Bench, over: string, changes: readonly unknown[]): void {
  const text = JSON.stringify(changes);
  if (text.includes(SECRET)) bench.fail(`the ${over} shows a later write`, 'no document', changes);
  const last = changes.at(-1);
  if (last !== 'complete' && last !== 'close') bench.fail(`the ${over} goes on`, 'an end', changes);
}

const query = (text: string): Step => ({ ...ask(text, { status: 'any' }), as: 'caller' });

/** Each request of the caller is refused, and a new subscription is. */
async function isRefused(bench: Bench, status: number): Promise<void> {
  const refusals: Step[] = [
    get('/plains', { status }),
    get(A, { status }),
    get(`${A}?populate=labels`, { status }),
    put(A, { n: 9 }, { status }),
    get('/labels?filters[plains][n]=1', { status: status === 403 ? [400, 403] : 401 }),
  ];
  for (const step of refusals) await bench.send({ ...step, as: 'caller' });
  for (const text of [
    `{ plains(filters: { ${MINE} }) { name } }`,
    `{ plains_connection(filters: { ${MINE} }) { pageInfo { total } aggregate { count } } }`,
    '{ plain(documentId: "{a.documentId}") { name } }',
    'mutation { updatePlain(documentId: "{a.documentId}", data: { n: 9 }) { name } }',
  ]) {
    const { status: answered, body, text: shown } = await bench.send(query(text));
    if (answered !== 401) bench.compare(`${text} is refused`, { errors: is.list }, body);
    if (shown.includes(bench.mark)) bench.fail(`${text} shows the document`, 'no document', shown);
  }
  const body = { query: `subscription { plainChanged(filters: { ${MINE} }) { document { name } } }` };
  for (const over of TRANSPORTS) {
    const listener = await bench.listen({ body, as: 'caller' }, over);
    const event = await listener.next();
    listener.close();
    if (event.event === 'next') bench.compare(`a new ${over} is refused`, { errors: is.list }, event.data);
  }
}

export const quireTakenRightCases: readonly Case[] = [
  ...WAYS.map(
    ({ name, isToken, status, take }): Case => ({
      rows: ['quire.access.taken-right'],
      name,
      deploy: SUBSCRIBED,
      given: { a: plain({ n: 1, name: 'before' }) },
      async run(bench) {
        if (isToken) await makeToken(bench, 'caller', { type: 'read-only' });
        else await makeUser(bench, 'caller', READS);
        await bench.send({ ...get(A, { data: { n: 1 } }), as: 'caller' });
        const open = await watchBoth(bench);
        for (const each of open) bench.compare('nothing has changed', [], await each.seen());
        await bench.send(put(A, { n: 2 }));
        const event: Pattern = {
          ...{ event: 'update', documentId: '{a.documentId}', document: { n: 2, name: 'before' } },
        };
        for (const each of open) bench.compare('an event', [event], await each.seen());
        await take(bench);
        // One part of the subscriptions ends by a write, the other within seconds.
        await bench.send(put(A, { name: SECRET }));
        for (const [index, each] of open.entries())
          isEnded(bench, TRANSPORTS[index] ?? '', await each.ended());
        await isRefused(bench, status);
      },
    }),
  ),
  {
    rows: ['quire.access.taken-right'],
    name: 'without a later write',
    deploy: SUBSCRIBED,
    async run(bench) {
      await makeUser(bench, 'caller', READS);
      const open = await watchBoth(bench);
      await grants(bench, []);
      for (const [index, each] of open.entries()) isEnded(bench, TRANSPORTS[index] ?? '', await each.ended());
    },
  },
  {
    rows: [row('subscription-rights')],
    name: 'of changed rules',
    deploy: SUBSCRIBED,
    given: { a: plain({ n: 1, name: 'x' }), b: plain({ n: 20, name: 'y' }) },
    async run(bench) {
      const reads = (rule: object): Granted[] =>
        actionsOf('plain', 'find').map((action) => ({ action, ...rule }));
      const low = { where: { n: { $lt: 10 } } };
      await makeUser(bench, 'caller', reads(low));
      const open = await watchBoth(bench);
      const see = async (...changes: Pattern[]): Promise<void> => {
        for (const each of open) bench.compare('the changes', changes, await each.seen());
      };
      const update = (alias: string, document: Pattern): Pattern => ({
        ...{ event: 'update', documentId: `{${alias}.documentId}`, document },
      });
      const B = '/plains/{b.documentId}';
      await see();
      await bench.send(put(B, { name: 'z' }));
      await bench.send(put(A, { n: 2 }));
      await see(update('a', { n: 2, name: 'x' }));
      await bench.send(put(A, { n: 10 }));
      await see(update('a', null));
      await bench.send(put(A, { name: 'hidden' }));
      await see();
      await bench.send(put(B, { n: 3 }));
      await see(update('b', { n: 3, name: 'z' }));
      // The rule becomes wider, then narrower.
      await grants(bench, reads({ where: { n: { $lt: 100 } } }));
      await bench.send(put(A, { name: 'seen' }));
      await see(update('a', { n: 10, name: 'seen' }));
      await grants(bench, reads({ where: { n: { $lt: 3 } } }));
      await bench.send(put(A, { name: 'hidden' }));
      await bench.send(put(B, { name: 'hidden' }));
      await see();
    },
  },
  {
    rows: [row('subscription-rights')],
    name: 'of each subscriber',
    deploy: SUBSCRIBED,
    given: { a: plain({ n: 1, name: '{mark} a' }) },
    async run(bench) {
      const own = actionsOf('plain', 'find', 'findOne').map((action) => ({
        ...{ action, where: { name: { $eq: '$user.username' } } },
      }));
      await makeUser(bench, 'caller', own);
      await makeUser(bench, 'other', own);
      const of = (as: string) => ({
        ...{ field: 'plainChanged', args: `(filters: { ${MINE} })`, shows: 'n', as },
        last: plain({ name: `{${as}User.username}` }),
      });
      const first = await watch(bench, of('caller'));
      const second = await watch(bench, of('other'));
      const all = await watch(bench, { ...of('caller'), as: 'full' });
      const see = async (name: string, onFirst: Pattern[], onSecond: Pattern[], onAll: Pattern[]) => {
        await bench.send(put(A, { name }));
        bench.compare('the changes of the first', onFirst, await first.seen());
        bench.compare('the changes of the second', onSecond, await second.seen());
        bench.compare('the changes of full access', onAll, await all.seen());
      };
      const update = (document: Pattern): Pattern[] => [
        { event: 'update', documentId: '{a.documentId}', document },
      ];
      const [shown, gone] = [update({ n: 1 }), update(null)];
      await see('{mark} b', [], [], shown);
      await see('{callerUser.username}', shown, [], shown);
      await see('{otherUser.username}', gone, shown, shown);
      await see('{callerUser.username}', shown, gone, shown);
      await see('nobody', gone, [], shown);
    },
  },
  {
    rows: [row('subscription-rights')],
    name: 'of hidden attributes and relations',
    deploy: SUBSCRIBED,
    given: { a: plain({ n: 1, name: 'x' }) },
    async run(bench) {
      const find = 'api::plain.plain.find';
      await makeUser(bench, 'caller', [{ action: find, fields: ['n', 'mail'] }]);
      const begins = async (text: string): Promise<unknown> => {
        const listener = await bench.listen({ body: { query: text }, as: 'caller' }, 'event stream');
        const event = await listener.next();
        listener.close();
        return event;
      };
      for (const args of ['filters: { name: { eq: "x" } }', 'filters: { group: { name: { eq: "x" } } }'])
        bench.compare(
          `${args} is refused`,
          { data: { errors: is.list } },
          await begins(`subscription { plainChanged(${args}) { event document { n } } }`),
        );
      const seen = await watch(bench, { ...watched('event stream'), shows: 'n name group { name }' });
      await seen.seen();
      await bench.send(put(A, { n: 2 }));
      const changes = JSON.stringify(await seen.seen());
      if (changes.includes('"x"')) bench.fail('the event shows a hidden attribute', 'no name', changes);
    },
  },
];
