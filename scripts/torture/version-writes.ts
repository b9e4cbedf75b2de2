// Requests that make versions. `writeSharedVersions`: all loops publish, save and unpublish the same few documents.
// `publishOwnDocuments`: each loop has one document, prints acknowledged steps, and `stateOf` gives the state after a step.
import type { Kernel } from '../../core';
import { DATABASE_ERROR } from './answers';
import { LOCALES } from './pages';
import { pick } from './pick';

export interface VersionsResult {
  /** Status → number of answers. */
  readonly answers: Readonly<Record<string, number>>;
  /** Text of a wrong answer → number of answers. */
  readonly strange: Readonly<Record<string, number>>;
  /** Transactions that the database refused and Quire retried. */
  readonly retries: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly id: string;
}

type Ask = (method: string, path: string, data?: object) => Promise<Answer>;

export const asking =
  (url: string): Ask =>
  async (method, path, data) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      ...(data ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) } : {}),
    });
    const text = await response.text();
    const id = /"documentId":"(\w+)"/.exec(text)?.[1] ?? '';
    return { status: response.status, text, id };
  };

/** The scenario counts 503 by itself: see `busyFaults`. */
const isSound = ({ status, text }: Answer): boolean =>
  status < 300 || status === 503 || (status === 409 && !DATABASE_ERROR.test(text));

export async function writeSharedVersions(
  kernel: Kernel,
  loops: number,
  milliseconds: number,
  { pages, topics }: { readonly pages: readonly string[]; readonly topics: readonly string[] },
): Promise<VersionsResult> {
  const ask = asking(kernel.server.url);
  const until = performance.now() + milliseconds;
  const answers: Record<string, number> = {};
  const strange: Record<string, number> = {};
  const deeds: readonly ((page: string, topic: string, at: string) => Promise<Answer>)[] = [
    (page, topic, at) => ask('PUT', `pages/${page}?${at}`, { title: `${Math.random()}`, price: 1, topic }),
    (page, _topic, at) =>
      ask('PUT', `pages/${page}?status=draft&${at}`, { title: `${Math.random()}`, price: pick([1, 2, 3]) }),
    (page, topic, at) =>
      ask('PUT', `pages/${page}?${at}`, {
        topics: { connect: [{ documentId: topic, position: { start: true } }] },
      }),
    (page, topic, at) =>
      ask('PUT', `pages/${page}?${at}`, {
        first: topic,
        parts: [{ label: 'x', topic }],
        code: `${page} ${Math.random()}`,
      }),
    (page, topic, at) => ask('PUT', `topics/${topic}?${at}`, { pages: { connect: [page] }, opening: page }),
    (page, topic, at) => ask('PUT', `topics/${topic}?status=draft&${at}`, { all: { disconnect: [page] } }),
    (page) => ask('POST', `pages/${page}/actions/publish?locale=*`),
    (page, _topic, at) => ask('POST', `pages/${page}/actions/publish?${at}`),
    (page, _topic, at) => ask('POST', `pages/${page}/actions/unpublish?${at}`),
    (_page, topic) => ask('POST', `topics/${topic}/actions/unpublish?locale=*`),
    (_page, topic, at) => ask('POST', `topics/${topic}/actions/publish?${at}`),
  ];
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (performance.now() < until) {
        const answer = await pick(deeds)(pick(pages), pick(topics), `locale=${pick(LOCALES)}`);
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        if (isSound(answer)) continue;
        const text = `${answer.status} ${answer.text.slice(0, 300)}`;
        strange[text] = (strange[text] ?? 0) + 1;
      }
    }),
  );
  return { answers, strange, retries: kernel.database.stats().retries };
}

export interface VersionsState {
  readonly draft: string;
  readonly published: string | null;
}

/** The titles of a document after step n. */
export function stateOf(step: number): VersionsState {
  const title = (back: number): string => String(step - back);
  return [
    { draft: title(0), published: null },
    { draft: title(0), published: title(0) },
    { draft: title(0), published: title(1) },
    { draft: title(2), published: title(2) },
    { draft: title(3), published: null },
  ][step % 5] as VersionsState;
}

/** The steps: save a draft, publish, save a draft again, discard the draft, unpublish. */
export async function publishOwnDocuments(
  kernel: Kernel,
  loops: number,
  say: (...words: readonly (string | number)[]) => void,
): Promise<never> {
  const ask = asking(kernel.server.url);
  const must = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return answer;
  };
  await Promise.all(
    Array.from({ length: loops }, async () => {
      const topic = (await must(ask('POST', 'topics', { name: 't' }))).id;
      const links = { topic, topics: [topic], first: topic, parts: [{ label: 'a', topic }, { label: 'b' }] };
      const { id } = await must(ask('POST', 'pages?status=draft', { title: '0', ...links }));
      say('stored', id, 0);
      for (let step = 1; ; step += 1) {
        const title = String(step);
        const code = `${process.pid} ${id} ${step}`;
        const page = `pages/${id}`;
        const deeds: readonly (() => Promise<Answer>)[] = [
          () => ask('PUT', `${page}?status=draft`, { title, ...links }),
          () => ask('PUT', page, { title, code, price: step, ...links }),
          () => ask('PUT', `${page}?status=draft`, { title, topics: [] }),
          () => ask('POST', `${page}/actions/discard-draft`),
          () => ask('POST', `${page}/actions/unpublish`),
        ];
        await must((deeds[step % 5] as () => Promise<Answer>)());
        say('stored', id, step);
      }
    }),
  );
  throw new Error('a loop ended');
}
