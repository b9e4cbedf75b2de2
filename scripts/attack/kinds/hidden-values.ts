// Values that a plugin shows to callers with a permission. The suite starts an application with such a plugin, and looks for the values in
// every answer to other callers: over REST, GraphQL, event streams and WebSockets.
import { request } from 'node:http';
import WebSocket from 'ws';
import type { Target } from '../../../conformance/target/target';
import { valueAt } from '../../../conformance/wire/captures';
import { Client } from '../../../conformance/wire/client';
import { ask, type Call, type Exchange, NotPossible } from '../ask';
import { type Attack, type Breach, breach, type Kind } from '../attack';
import type { Site } from '../site';

const RULE = 'A value that a plugin hides from a caller is in no answer to this caller.';
const REVEAL = 'plugin::conformance-extension.mail.reveal';
const MASK = 'hidden@attack.test';

/** Masks attributes of the type `email`, after a wait: the caller must still be known then. */
const PLUGIN = `(_extension, app) => {
  app.actions.add({ name: '${REVEAL}', description: 'Shows mail addresses' });
  app.hooks.documents.loaded(async (set) => {
    await new Promise(setImmediate);
    if (app.caller().can('${REVEAL}')) return;
    for (const entry of set.entries('email')) entry.value = '${MASK}';
  });
}`;

export const hiddenValues: Kind = {
  name: 'hidden-values',
  summary: 'values that a plugin shows to some callers, on every transport',
  absence: ({ target, isOn }) =>
    !target.deploy
      ? 'the suite starts an application with a plugin of its own'
      : isOn('auth') && isOn('graphql')
        ? null
        : 'needs users-permissions and graphql',
  attacks: () => [answers, subscribers],
};

interface Stage {
  readonly target: Target;
  readonly secret: string;
  readonly documentId: string;
  /** `full` may see the value. */
  readonly tokens: Readonly<Record<'full' | 'member' | 'anonymous', string | null>>;
  send(call: Call, as: string): Promise<Exchange>;
}

const READS = ['find', 'findOne'].map((verb) => `api::plain.plain.${verb}`);

async function onStage(site: Site, work: (stage: Stage) => Promise<Breach | null>): Promise<Breach | null> {
  if (!site.target.deploy) throw new NotPossible('the suite cannot start an application');
  const client = new Client({ timeout: 20_000, insecure: false, sockets: 16, longestWait: 1 });
  const roles = {
    authenticated: { actions: [...READS, 'api::plain.plain.update'] },
    public: { actions: READS },
  };
  const target = await site.target.deploy({
    anonymous: 'none',
    extension: PLUGIN,
    config: {
      plugins: {
        'users-permissions': { config: { roles, ratelimit: { enabled: false } } },
        graphql: { config: { subscriptions: true } },
      },
    },
  });
  try {
    const mark = site.mark();
    const tokens = { full: target.tokens.full ?? null, member: null as string | null, anonymous: null };
    const send: Stage['send'] = (call, as) =>
      ask(target, client, call, tokens[as as keyof typeof tokens] ?? null);
    const account = { username: mark, email: `${mark}@account.test`, password: `Pass-${mark}-1` };
    const registered = await send(
      { method: 'POST', path: '/auth/local/register', body: account },
      'anonymous',
    );
    tokens.member = String(valueAt(registered.body, 'jwt') ?? '');
    const secret = `${mark}@secret.test`;
    const made = await send(
      { method: 'POST', path: '/plains', body: { data: { name: mark, mail: secret } } },
      'full',
    );
    const documentId = valueAt(made.body, 'data.documentId');
    if (typeof documentId !== 'string' || tokens.member === '' || !made.text.includes(secret))
      throw new NotPossible(`the application of the attack answered ${registered.text} and ${made.text}`);
    return await work({ target, secret, documentId, tokens, send });
  } finally {
    client.close();
    await target.close();
  }
}

const query = (text: string): Call => ({
  method: 'POST',
  path: '/graphql',
  from: 'root',
  body: { query: text },
});

const answers: Attack = {
  id: 'answers',
  severity: 'high',
  rule: RULE,
  ask: (site) =>
    onStage(site, async ({ secret, documentId, send }) => {
      const one = `/plains/${documentId}`;
      const change = { data: { n: 1 } };
      const calls: Call[] = [
        { path: '/plains' },
        { path: '/plains?fields=mail' },
        { path: one },
        query('{ plains { mail } }'),
        query('{ a: plains { b: mail } }'),
        query(`{ plain(documentId: "${documentId}") { mail } }`),
        query(
          '{ plains_connection { nodes { mail } aggregate { groupBy { n { connection { nodes { c: mail } } } } } } }',
        ),
        { method: 'PUT', path: one, body: change },
        query(`mutation { updatePlain(documentId: "${documentId}", data: { n: 2 }) { d: mail } }`),
      ];
      for (const call of calls) {
        for (const as of ['member', 'anonymous']) {
          const asked = await send(call, as);
          if (asked.text.includes(secret)) return breach(`the answer to "${as}" has the hidden value`, asked);
          // Anonymous callers may not write. Any other answer without the mask would prove nothing.
          if (as === 'member' && !asked.text.includes(MASK))
            return breach('the answer has no masked value', asked);
        }
        const shown = await send(call, 'full');
        if (!shown.text.includes(secret))
          return breach('a caller with the permission does not see the value', shown);
      }
      return null;
    }),
};

const CHANGES = 'subscription { plainChanged { document { own: mail } } }';

const subscribers: Attack = {
  id: 'subscribers',
  severity: 'high',
  rule: RULE,
  ask: (site) =>
    onStage(site, async ({ target, secret, documentId, tokens, send }) => {
      const events = Object.entries(tokens).flatMap(([as, token]) =>
        [socketEvent, streamEvent].map(async (listen) => ({
          as,
          over: listen.name,
          text: await listen(target, token),
        })),
      );
      const all = Promise.all(events);
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      all.then(over, over);
      // Subscriptions begin beside the first writes.
      let last = await send({ path: '/plains' }, 'full');
      for (let n = 0; !isOver && n < MOST_WRITES; n += 1)
        last = await send({ method: 'PUT', path: `/plains/${documentId}`, body: { data: { n } } }, 'full');
      for (const { as, over: transport, text } of await all) {
        const isRight = as === 'full' ? text.includes(secret) : text.includes(MASK) && !text.includes(secret);
        if (!isRight) return breach(`${transport} of "${as}": ${text.slice(0, 300)}`, last);
      }
      return null;
    }),
};

const MOST_WRITES = 2_000;
const PATIENCE_MS = 20_000;

/** The first event of a WebSocket. */
function socketEvent({ url, graphql }: Target, token: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${graphql}`, 'graphql-transport-ws');
    const end = (text: string): void => {
      clearTimeout(late);
      resolve(text);
      socket.terminate();
    };
    const late = setTimeout(() => end('no event'), PATIENCE_MS);
    const say = (message: object): void => socket.send(JSON.stringify(message));
    const payload = token === null ? {} : { Authorization: `Bearer ${token}` };
    socket.on('open', () => say({ type: 'connection_init', payload }));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.includes('"connection_ack"')) say({ id: '1', type: 'subscribe', payload: { query: CHANGES } });
      else if (!text.includes('"ping"')) end(text);
    });
    socket.on('close', (_code, reason) => end(`closed: ${String(reason)}`));
    socket.on('error', reject);
  });
}

/** The first event of an event stream. */
function streamEvent({ url, graphql }: Target, token: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = request(`${url}${graphql}`, { method: 'POST', headers }, (answer) => {
      let text = '';
      const end = (): void => {
        clearTimeout(late);
        resolve(text);
        sent.destroy();
      };
      const late = setTimeout(end, PATIENCE_MS);
      answer.on('data', (piece) => {
        text += String(piece);
        if (/data: .+\n/.test(text)) end();
      });
      answer.on('end', end);
      answer.on('error', end);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ query: CHANGES }));
  });
}
