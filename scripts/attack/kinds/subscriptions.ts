// Subscriptions whose filters cost much. A write must not wait for them.
import { NotPossible, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import { open } from '../raw-socket';
import type { Site } from '../site';
import { hostOf } from './malformed';

const STREAMS = 99;
const CONDITIONS = 40;
const WRITES = 9;
/** Milliseconds: the noise of short writes. */
const NOISE = 20;

export const subscriptions: Kind = {
  name: 'subscriptions',
  summary: 'subscriptions with costly filters beside writes',
  absence: (site) => (site.isOn('graphql') ? null : 'the deployment has no GraphQL'),
  attacks: (site) =>
    site.subjects
      .filter(({ uid }) => uid !== null)
      .slice(0, 1)
      .map(costlyFilters),
};

function costlyFilters(subject: Subject): Attack {
  return {
    id: `${subject.path}.costly-filters`,
    severity: 'high',
    rule: 'Filters of subscribers delay no write.',
    async ask(site) {
      const { documentId } = await site.create(subject);
      const alone = await writeTime(site, subject, documentId);
      const streams = await Promise.all(
        Array.from({ length: STREAMS }, (_, index) =>
          subscribe(site, queryOf(subject, `${site.mark()}x${index}`)),
        ),
      );
      try {
        const beside = await writeTime(site, subject, documentId);
        const asked = await site.ask({ path: `/${subject.path}?pagination[pageSize]=1` });
        const wrong = unsound(asked);
        if (wrong !== null) return breach(wrong, asked);
        return beside <= 2 * alone + NOISE
          ? null
          : breach(
              `a write takes ${Math.round(alone)} ms, and ${Math.round(beside)} ms beside ${STREAMS} subscriptions`,
              asked,
            );
      } finally {
        for (const stream of streams) stream.destroy();
      }
    },
  };
}

/** The median in milliseconds. */
async function writeTime(site: Site, { path }: Subject, documentId: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < WRITES; index += 1) {
    const asked = await site.ask({ method: 'PUT', path: `/${path}/${documentId}`, body: { data: {} } });
    if (asked.status !== 200)
      throw new NotPossible(`PUT /${path} answered ${asked.status}: ${asked.text.slice(0, 200)}`);
    times.push(asked.milliseconds);
  }
  return times.sort((one, other) => one - other)[WRITES >> 1] ?? 0;
}

function queryOf({ uid }: Subject, mark: string): string {
  const name = (uid ?? '').split('.').at(-1) ?? '';
  const field = `${name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())}Changed`;
  // Each level has a condition of its own, so that no two subscriptions share their question.
  const nested = Array.from({ length: CONDITIONS }).reduce<string>(
    (inner, _level, index) =>
      `{ or: [{ documentId: { containsi: "${mark}n${index}" } }, { not: ${inner} }] }`,
    `{ documentId: { eq: "${mark}" } }`,
  );
  return `subscription { ${field}(filters: ${nested}) { event documentId } }`;
}

/** Resolves with the first bytes of the event stream. */
async function subscribe(site: Site, query: string) {
  const { url, graphql, tokens } = site.target;
  const body = JSON.stringify({ query });
  const socket = await open(url);
  socket.on('error', () => undefined);
  const answered = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  socket.write(
    `POST ${graphql} HTTP/1.1\r\nHost: ${hostOf(site)}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nAuthorization: Bearer ${tokens.full ?? ''}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const head = await answered;
  if (!head.startsWith('HTTP/1.1 200') || !head.includes('text/event-stream')) {
    socket.destroy();
    throw new NotPossible(`the deployment refuses the subscription: ${head.slice(0, 300)}`);
  }
  socket.resume();
  return socket;
}
