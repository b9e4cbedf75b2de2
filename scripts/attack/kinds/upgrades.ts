// Requests that offer to leave HTTP, and connections that are reset at random moments.
import { setImmediate as turn } from 'node:timers/promises';
import type { Dice } from '../../../conformance/random/dice';
import { unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import { open, talk } from '../raw-socket';
import type { Site } from '../site';
import { hostOf, listOf } from './malformed';

const LIVES = 'A connection that is reset ends nothing but itself.';
const ANSWERED = 'An upgrade that a path does not offer is answered like a request without it.';

const PROTOCOLS = ['websocket', 'WebSocket', 'h2c', 'websocket, h2c', 'nonsense'];
const METHODS = ['GET', 'POST', 'OPTIONS'];
const HEADERS = [
  '',
  'Origin: https://foreign.example\r\n',
  'Expect: 100-continue\r\n',
  'Content-Length: 5\r\n',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n',
  'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n',
];
const BEHIND = ['', 'abcde', '\x81\x80\0\0\0\0', '\xff\xff\xff', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'];
/** After thousands of resets the deployment may be busy. */
const ANSWER = { firstMs: 10_000 };
/** Turns of the event loop before a reset. */
const LONGEST = 12;

export const upgrades: Kind = {
  name: 'upgrades',
  summary: 'offers to leave HTTP, with resets at random moments, on every path',
  attacks: (site) => {
    const paths: readonly (readonly [name: string, path: string])[] = [
      ['root', '/'],
      ['list', listOf(site)],
      ['graphql', site.target.graphql],
      ['graphql-query', `${site.target.graphql}?query={__typename}`],
      ['none', '/none'],
      ['undecodable', '/%zz'],
    ];
    return [...paths.map(resets), ...paths.map(answered)];
  },
};

function resets([name, path]: readonly [string, string]): Attack {
  return {
    id: `reset.${name}`,
    severity: 'high',
    rule: LIVES,
    async ask(site) {
      const rounds = site.isShort ? 4 : 17;
      let last = '';
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(
          Array.from({ length: 10 }, () => {
            last = offer(path, hostOf(site), site.dice);
            // A deployment that refuses connections is seen by the next request.
            return resetWithin(site, last).catch(() => undefined);
          }),
        );
      const asked = await site.ask({ path: '/', from: 'root' });
      const wrong = unsound(asked);
      return wrong === null
        ? null
        : breach(`after ${rounds * 10} such connections, the last ${JSON.stringify(last)}: ${wrong}`, asked);
    },
  };
}

function offer(path: string, host: string, dice: Dice): string {
  const head = `${dice.pick(METHODS)} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n`;
  return `${head}Upgrade: ${dice.pick(PROTOCOLS)}\r\n${dice.pick(HEADERS)}\r\n${dice.pick(BEHIND)}`;
}

async function resetWithin(site: Site, text: string): Promise<void> {
  const { dice, target } = site;
  const cut = dice.once(4) ? dice.below(text.length) : text.length;
  const turns = dice.below(LONGEST);
  const socket = await open(target.url);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  // Some clients leave with the first byte of the answer.
  socket.once('data', () => socket.resetAndDestroy());
  socket.write(text.slice(0, cut), 'latin1');
  for (let passed = 0; passed < turns; passed += 1) await turn();
  if (cut < text.length && !socket.destroyed) socket.write(text.slice(cut), 'latin1');
  for (let passed = 0; passed < turns; passed += 1) await turn();
  socket.resetAndDestroy();
  await closed;
}

function answered([name, path]: readonly [string, string]): Attack {
  return {
    id: `answer.${name}`,
    severity: 'medium',
    rule: ANSWERED,
    async ask(site) {
      const rest = `${path} HTTP/1.1\r\nHost: ${hostOf(site)}\r\n`;
      const plain = await talk(site.target.url, `GET ${rest}\r\n`, ANSWER);
      const offered = await talk(
        site.target.url,
        `GET ${rest}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n`,
        ANSWER,
      );
      const [status] = offered.statuses;
      return status !== undefined && (status === plain.statuses[0] || (status >= 400 && status < 500))
        ? null
        : {
            what: `the statuses are ${plain.statuses.join(', ')} without the offer, ${offered.statuses.join(', ')} with it`,
            commands: [offered.command],
          };
    },
  };
}
