// Connections that stall, end early or ask much at once.
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NotPossible, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import { open, talk } from '../raw-socket';
import type { Site } from '../site';
import { hostOf, listOf } from './malformed';

const OTHERS = 'Slow and idle connections do not delay other callers.';
const ENDED = 'A connection that stalls is closed by a timeout.';
const JSON_TYPE = 'Content-Type: application/json';

export const sockets: Kind = {
  name: 'sockets',
  summary: 'pipelines, half-closed, silent, slow and unread connections',
  attacks: () => [
    halfClosed,
    pipeline,
    crowd('stalled-heads', () => 'GET / HTTP/1.1\r\nHost: x\r\nX-'),
    crowd(
      'stalled-bodies',
      (site) => `POST ${listOf(site)} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 1000\r\n\r\n{`,
    ),
    crowd('silent', () => ''),
    crowd('unread-answers', (site) =>
      `GET ${listOf(site)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.target.tokens.full}\r\n\r\n`.repeat(
        20,
      ),
    ),
    slow('slow-head', () => 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    slow(
      'slow-body',
      // A caller without permission would be refused before its body.
      (site) =>
        `POST ${listOf(site)} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nAuthorization: Bearer ${site.target.tokens.full}\r\nContent-Length: 100000\r\n\r\n`,
    ),
  ],
};

const halfClosed: Attack = {
  id: 'half-closed',
  severity: 'low',
  rule: 'A client that ended its side still gets its answer, or the connection ends.',
  async ask(site) {
    const text = `GET ${listOf(site)} HTTP/1.1\r\nHost: ${hostOf(site)}\r\n\r\n`;
    const { statuses, isClosed, command } = await talk(site.target.url, text, {
      halfClose: true,
      quietMs: 3_000,
    });
    return statuses.length === 1 || isClosed
      ? null
      : { what: 'the connection stays open without an answer', commands: [command] };
  },
};

const PIPELINED = 2_000;
const pipeline: Attack = {
  id: 'pipeline',
  severity: 'medium',
  rule: 'Pipelined requests get their answers in order, at most one each.',
  async ask(site) {
    const one = (index: number): string =>
      `GET ${site.target.prefix}/none-${index} HTTP/1.1\r\nHost: ${hostOf(site)}\r\n\r\n`;
    const text = Array.from({ length: PIPELINED }, (_, index) => one(index)).join('');
    const { statuses, command } = await talk(site.target.url, text, { quietMs: 2_000 });
    const isSound =
      statuses.length > 0 &&
      statuses.length <= PIPELINED &&
      statuses.every((status) => status < 500 || status === 503);
    return isSound
      ? null
      : {
          what: `${statuses.length} answers; the statuses are ${[...new Set(statuses)].join(', ')}`,
          commands: [command],
        };
  },
};

/** Many connections that stall. Other callers still get their answers. */
function crowd(id: string, text: (site: Site) => string): Attack {
  return {
    id: `crowd.${id}`,
    severity: 'high',
    rule: OTHERS,
    async ask(site) {
      const count = site.isShort ? 100 : 400;
      const open_: Socket[] = [];
      try {
        for (let index = 0; index < count; index += 1) {
          const socket = await open(site.target.url);
          socket.on('error', () => undefined);
          socket.pause();
          socket.write(text(site));
          open_.push(socket);
        }
        const asked = await site.ask({ path: `/${site.subjects[0]?.path}?pagination[pageSize]=1` });
        const wrong = unsound(asked) ?? (asked.status === 503 ? 'the answer is 503' : null);
        if (wrong !== null) return breach(`with ${count} such connections: ${wrong}`, asked);
        return asked.milliseconds < 5_000
          ? null
          : breach(
              `with ${count} such connections an answer took ${Math.round(asked.milliseconds)} ms`,
              asked,
            );
      } finally {
        for (const socket of open_) socket.destroy();
      }
    },
  };
}

/** Longer than the timeouts of most servers. */
const SLOW_MS = 150_000;

/** One byte per second. It takes minutes, so the short form leaves it out. */
function slow(id: string, head: (site: Site) => string): Attack {
  return {
    id,
    severity: 'medium',
    rule: ENDED,
    async ask(site) {
      if (site.isShort) throw new NotPossible('the short form waits for no timeout');
      const socket = await open(site.target.url);
      let isClosed = false;
      socket.on('error', () => undefined);
      socket.resume();
      // An answer (408) ends the attack too.
      for (const event of ['close', 'data', 'end'] as const)
        socket.once(event, () => {
          isClosed = true;
        });
      socket.write(head(site));
      const began = performance.now();
      while (!isClosed && performance.now() - began < SLOW_MS) {
        await pause(1_000);
        socket.write('x');
      }
      socket.destroy();
      return isClosed
        ? null
        : { what: `the connection lives after ${SLOW_MS / 1000} s of one byte per second`, commands: [] };
    },
  };
}
