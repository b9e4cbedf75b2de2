// Cases of writes in one millisecond: the clock of the deployment stands still.
import { act, article, check, get, made, named, plain, put } from '../build';
import type { Bench, Case, Deployment, Step } from '../case';

/** Timers go on. Only the time of day stands. */
const STOPPED: Deployment = {
  alone: true,
  extension: `() => {
    const Real = Date;
    const now = Real.now();
    class Stopped extends Real {
      constructor(...given) { if (given.length === 0) super(now); else super(...given); }
      static now() { return now; }
    }
    globalThis.Date = Stopped;
  }`,
};

/** Each step changes the row that `path` reads: its time and its tag are new, and its time is later. */
async function increases(bench: Bench, path: string, steps: readonly Step[]): Promise<void> {
  const read = async () => {
    const { body, headers } = await bench.send(get(path));
    return { at: String(Object(body).data.updatedAt), tag: String(headers.etag).replace(/-.*/, '') };
  };
  let last = await read();
  for (const step of steps) {
    await bench.send(step);
    const next = await read();
    if (next.at <= last.at)
      bench.fail(`updatedAt of ${path} after ${step.send} ${step.path}`, `later than ${last.at}`, next.at);
    if (next.tag === last.tag)
      bench.fail(`the ETag of ${path} after ${step.send} ${step.path}`, 'a new one', next.tag);
    last = next;
  }
}

const A = '/articles/{a.documentId}';
const P = '/plains/{p.documentId}';

export const quireOneMillisecondCases: readonly Case[] = [
  check(
    'quire.values.one-millisecond',
    { p: plain({ n: 0 }), l: named('/labels'), g: named('/groups') },
    [],
    {
      name: 'of one document',
      deploy: STOPPED,
      run: (bench) =>
        increases(bench, P, [
          ...[1, 2, 3].map((n) => put(P, { n })),
          put(P, { n: 3 }),
          put(P, {}),
          put(P, { labels: { connect: ['{l.documentId}'] } }),
          // A write through the other side.
          put('/labels/{l.documentId}', { plains: { disconnect: ['{p.documentId}'] } }),
          put('/groups/{g.documentId}', { plains: { connect: ['{p.documentId}'] } }),
          put('/groups/{g.documentId}', { plains: [] }),
          put('/labels/{l.documentId}', { plains: ['{p.documentId}'] }),
          put('/labels/{l.documentId}', { plains: { set: [] } }),
          put('/labels/{l.documentId}', { plains: ['{p.documentId}'] }),
          put('/labels/{l.documentId}', { plains: null }),
        ]),
    },
  ),
  check('quire.values.one-millisecond', { a: article({ summary: '0' }) }, [], {
    name: 'of versions',
    deploy: STOPPED,
    async run(bench) {
      const draft = (summary: string): Step => put(`${A}?status=draft`, { summary });
      const live = (summary: string): Step => put(A, { summary });
      await increases(bench, `${A}?status=draft`, [
        draft('1'),
        draft('2'),
        live('3'),
        draft('4'),
        act(A, 'discard-draft'),
        live('5'),
      ]);
      await increases(bench, A, [live('6'), live('7'), act(A, 'publish')]);
      await bench.send(put(`${A}?locale=fr`, { title: '{mark}' }));
      // A shared value changes the rows of all locales.
      await increases(
        bench,
        A,
        [3, 4].map((rating) => put(`${A}?locale=fr`, { rating })),
      );
    },
  }),
  check(
    'quire.values.one-millisecond',
    {
      a: named('/authors', '{mark} a'),
      b: named('/authors', '{mark} b'),
      p: made('/profiles', { nick: '{mark}' }),
    },
    [],
    {
      name: 'of a target that another document takes',
      deploy: STOPPED,
      async run(bench) {
        const author = (alias: string) => `/authors/{${alias}.documentId}`;
        const profile = '/profiles/{p.documentId}';
        for (const n of [1, 2, 3, 4]) await bench.send(put(author('a'), { bio: `${n}` }));
        await bench.send(put(author('a'), { profile: '{p.documentId}' }));
        // A loses its profile, from each side.
        await increases(bench, author('a'), [
          put(author('b'), { profile: '{p.documentId}' }),
          put(author('a'), { profile: '{p.documentId}' }),
          put(profile, { author: '{b.documentId}' }),
          put(profile, { author: '{a.documentId}' }),
          put(profile, { author: null }),
        ]);
      },
    },
  ),
  check('quire.values.one-millisecond', { p: plain({ n: 0 }) }, [], {
    name: 'of writes at once',
    deploy: STOPPED,
    async run(bench) {
      const numbers = Array.from({ length: 12 }, (_, n) => n + 1);
      const answers = await Promise.all(numbers.map((n) => bench.send(put(P, { n }))));
      const written = answers
        .map(({ body }) => Object(body).data as { n: number; updatedAt: string })
        .sort((left, right) => (left.updatedAt < right.updatedAt ? -1 : 1));
      const times = new Set(written.map(({ updatedAt }) => updatedAt));
      if (times.size !== numbers.length)
        bench.fail('two writes have one updatedAt', numbers.length, [...times]);
      await bench.send(
        get(P, { data: { n: written.at(-1)?.n ?? 0, updatedAt: written.at(-1)?.updatedAt ?? '' } }),
      );
    },
  }),
  check(
    'quire.values.one-millisecond',
    { p: plain({ n: 0 }) },
    [
      get(P, {}, { save: { tag: 'headers.etag' } }),
      put(P, { n: 1 }, { status: 200 }, { headers: { 'If-Match': '{tag}' } }),
      put(P, { n: 2 }, { status: 412 }, { headers: { 'If-Match': '{tag}' } }),
      get(P, { data: { n: 1 } }, { headers: { 'If-None-Match': '{tag}' } }),
    ],
    { name: 'with If-Match', deploy: STOPPED },
  ),
];
