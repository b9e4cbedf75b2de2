// Small requests with large answers: aliases, dense relations, repeated introspection. The deployment refuses them, or ends the answer.
import { gzipSync } from 'node:zlib';
import { isObject } from '../../../conformance/read-only/learned-type';
import { valueAt } from '../../../conformance/wire/captures';
import { NotPossible, unsound } from '../ask';
import { type Attack, type Breach, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import { open, talk } from '../raw-socket';
import type { Made, Site } from '../site';
import { hostOf, listOf } from './malformed';

const TEXT = 'x'.repeat(60_000);
/** Bytes of one answer. No deployment needs more for a request of some hundred bytes. */
const MOST = 67_108_864;

export const multiplied: Kind = {
  name: 'multiplied',
  summary: 'small requests with large answers: aliases, dense relations, introspection',
  attacks: (site) => [
    relations,
    refusedBody,
    ...(site.isOn('graphql') ? [aliases, lists, introspection] : []),
  ],
};

const BOUNDED = 'A small request gets an answer of bounded size.';

const aliases: Attack = {
  id: 'aliases',
  severity: 'high',
  rule: BOUNDED,
  async ask(site) {
    const { subject, name } = await written(site, 40);
    return bounded(
      site,
      graphql(site, `{ ${subject.list}(pagination: { limit: 100 }) { ${numbered(100, name)} } }`),
    );
  },
};

const lists: Attack = {
  id: 'lists',
  severity: 'high',
  rule: BOUNDED,
  async ask(site) {
    const { subject, name } = await written(site, 40);
    const list = `${subject.list}(pagination: { limit: 100 }) { ${name} }`;
    return bounded(site, graphql(site, `{ ${numbered(50, list)} }`));
  },
};

const relations: Attack = {
  id: 'relations',
  severity: 'high',
  rule: BOUNDED,
  async ask(site) {
    // A content type with few attributes has few reasons to refuse a document.
    const { subject, name, made } = await written(site, 40, (each) =>
      circleOf(site, each) ? -Object.keys(each.inputs).length : Number.NEGATIVE_INFINITY,
    );
    const circle = circleOf(site, subject);
    if (!circle) throw new NotPossible('no relation leads to lists on both sides');
    const { relation, other, back } = circle;
    const all = made.map(({ documentId }) => documentId);
    for (let n = 0; n < 40; n++) await site.create(other, { [back]: all });
    const path = `/${subject.path}?pagination[pageSize]=40&populate[${relation}][populate][${back}][fields]=${name}`;
    return bounded(site, head(site, 'GET', site.target.prefix + path, ['Connection: close']));
  },
};

interface Circle {
  readonly relation: string;
  readonly other: Subject;
  readonly back: string;
}

/** A list of relations whose targets have a list of relations back. */
function circleOf(site: Site, subject: Subject): Circle | undefined {
  return Object.entries(subject.relations).flatMap(([relation, { target, isMany }]) => {
    const other = site.subjects.find(({ path }) => path === target);
    const back = Object.entries(other?.relations ?? {}).find(
      ([, one]) => one.isMany && one.target === subject.path,
    );
    return isMany && other && back ? [{ relation, other, back: back[0] }] : [];
  })[0];
}

const introspection: Attack = {
  id: 'introspection',
  severity: 'medium',
  rule: 'An operation does not ask for the whole schema many times.',
  async ask(site) {
    const type = 'type { name ofType { name ofType { name } } }';
    const query = `{ ${numbered(50, `__schema { types { name fields { name args { name ${type} } ${type} } } }`)} }`;
    const asked = await site.ask({
      method: 'POST',
      path: site.target.graphql,
      from: 'root',
      body: { query },
    });
    const wrong = unsound(asked);
    if (wrong !== null) return breach(wrong, asked);
    return asked.status === 200 && isObject(valueAt(asked.body, 'data'))
      ? breach('the answer has the schema 50 times', asked)
      : null;
  },
};

const refusedBody: Attack = {
  id: 'refused-body',
  severity: 'low',
  rule: 'After a 413 the connection closes.',
  async ask(site) {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)).toString('latin1');
    const lines = [
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      `Content-Length: ${packed.length}`,
    ];
    const text = head(site, 'POST', listOf(site), lines) + packed;
    const { statuses, received, command } = await talk(site.target.url, text, { quietMs: 3_000 });
    return statuses[0] === 413 && !/\r\nConnection: close\r\n/i.test(received)
      ? { what: 'the connection stays open after the 413', commands: [command] }
      : null;
  },
};

interface Written {
  readonly subject: Subject;
  /** An attribute that takes a long text. */
  readonly name: string;
  readonly made: readonly Made[];
}

/** Documents with a long text, of the content type with the highest rank that takes one. */
async function written(
  site: Site,
  count: number,
  rank: (subject: Subject) => number = () => 0,
): Promise<Written> {
  const ranked = site.subjects.filter((each) => rank(each) > Number.NEGATIVE_INFINITY);
  for (const subject of ranked.sort((a, b) => rank(b) - rank(a)))
    for (const [name, schema] of Object.entries(subject.inputs)) {
      if (!mayBeLong(schema)) continue;
      const create = (): Promise<Made | null> => site.create(subject, { [name]: TEXT }).catch(refused);
      const first = await create();
      if (first?.data[name] !== TEXT) continue;
      const made = [first];
      while (made.length < count) {
        const next = await create();
        if (next) made.push(next);
      }
      return { subject, name, made };
    }
  throw new NotPossible('no attribute takes a text of 60,000 characters');
}

function refused(error: unknown): null {
  if (error instanceof NotPossible) return null;
  throw error;
}

const mayBeLong = (schema: unknown): boolean => {
  const text = JSON.stringify(schema);
  return text.includes('"string"') && !/"(?:format|pattern|enum|maxLength|\$ref|items)":/.test(text);
};

const numbered = (count: number, field: string): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

const head = (site: Site, method: string, path: string, lines: readonly string[]): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostOf(site)}`,
    `Authorization: Bearer ${site.target.tokens.full}`,
    ...lines,
    '\r\n',
  ].join('\r\n');

function graphql(site: Site, query: string): string {
  const body = JSON.stringify({ query });
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
  return head(site, 'POST', site.target.graphql, lines) + body;
}

/** Reads the answer, at most MOST bytes. Afterwards other callers are served. */
async function bounded(site: Site, text: string): Promise<Breach | null> {
  const { bytes, status } = await sizeOf(site, text);
  const command = `printf '${text.slice(0, 300).replaceAll('\r\n', '\\r\\n')}…'`;
  if (bytes > MOST) return { what: `the answer has more than ${MOST} bytes`, commands: [command] };
  if (status >= 500 && status !== 503) return { what: `the answer is ${status}`, commands: [command] };
  const next = await site.ask({ path: `/${site.subjects[0]?.path ?? ''}?pagination[pageSize]=1` });
  const silent = unsound(next);
  return silent === null ? null : breach(`the next request: ${silent}`, next);
}

async function sizeOf(
  site: Site,
  text: string,
): Promise<{ readonly bytes: number; readonly status: number }> {
  const socket = await open(site.target.url);
  return new Promise((resolve) => {
    let bytes = 0;
    let start = '';
    const end = (): void => {
      socket.destroy();
      resolve({ bytes, status: Number(/^HTTP\/1\.1 (\d+)/.exec(start)?.[1] ?? 0) });
    };
    socket.on('data', (chunk: Buffer) => {
      if (start.length < 100) start += chunk.toString('latin1', 0, 100);
      bytes += chunk.length;
      if (bytes > MOST) end();
    });
    socket
      .on('error', () => undefined)
      .on('end', end)
      .on('close', end);
    socket.write(text);
  });
}
