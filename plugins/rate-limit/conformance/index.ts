// Rows and cases of the stores that count attempts.
import { askUntil } from '../../../conformance/cases/ask-until';
import type { Bench, Case, Deployment, Step } from '../../../conformance/cases/case';
import { is, only, type Pattern } from '../../../conformance/cases/pattern';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.rate-limit', title: 'Quire: stores of limits', profile: 'quire' },
  `
quire.rate-limit.memory   | rate-limit | must | config extension | the store in memory counts each key in windows, and forgets a key on request
quire.rate-limit.database | rate-limit | must | config extension | the store in the database does the same, also for attempts at once
`,
);

const MOST = 3;
/** Seconds. A window of the limiter `long` does not end while a case runs. */
const WINDOWS = { short: 2, long: 3600 };

/** A route counts with a limiter and returns its answer. */
const COUNTS = `(_extension, app) => {
    const of = (name, window) => app.container.resolve(RATE_LIMITERS).create({ name, window, limit: ${MOST} });
    const limiters = { short: of('short', ${WINDOWS.short}), long: of('long', ${WINDOWS.long}), other: of('other', ${WINDOWS.long}) };
    app.routes.add({ method: 'GET', path: '/api/conformance/counts', action: null, summary: 'Counts', policies: [],
      handler: async ({ query: { limiter, does, key } }) => ({ json: { state: (await limiters[limiter][does](key)) ?? null } }) });
  }`;

const storing = (store: string): Deployment => ({
  config: { plugins: { 'rate-limit': { enabled: true, config: { store } } } },
  extension: COUNTS,
});

const asks = (does: string, state: Pattern, limiter = 'long', key = '{mark}'): Step => ({
  ...{ send: 'GET', path: `/conformance/counts?limiter=${limiter}&does=${does}&key=${key}` },
  expect: { status: 200, body: { state } },
});
const left = (remaining: number, isOver = false): Pattern =>
  only({ isOver, limit: MOST, remaining, resetAt: is.integer });

async function counts(bench: Bench): Promise<void> {
  await bench.send(asks('look', left(MOST)));
  for (let remaining = MOST - 1; remaining > 0; remaining -= 1) {
    await bench.send(asks('take', left(remaining)));
    await bench.send(asks('look', left(remaining)));
  }
  const last = await bench.send(asks('take', left(0)));
  const ends = (Object(last.body).state.resetAt - Date.now()) / 1000;
  if (!(ends > WINDOWS.long - 600 && ends <= WINDOWS.long + 5))
    bench.fail('the window ends at another time', WINDOWS.long, ends);
  // Another attempt would be over the limit.
  await bench.send(asks('look', left(0, true)));
  for (let times = 0; times < 2; times += 1) await bench.send(asks('take', left(0, true)));
  // Other keys and other limiters count for themselves.
  await bench.send(asks('take', left(MOST - 1), 'long', '{mark}-other'));
  await bench.send(asks('take', left(MOST - 1), 'other'));
  await bench.send(asks('forget', null));
  await bench.send(asks('look', left(MOST)));
  await bench.send(asks('look', left(MOST - 1), 'long', '{mark}-other'));
  await bench.send(asks('take', left(MOST - 1)));
  const states = await Promise.all(
    [1, 2, 3, 4].map(() => bench.send(asks('take', is.object, 'long', '{mark}-parallel'))),
  );
  const all = states.map((answer) => Object(answer.body).state);
  const remaining = all.map((state) => `${state.remaining} ${state.isOver}`).sort();
  bench.compare('attempts at once', ['0 false', '0 true', '1 false', '2 false'], remaining);
  // A window that has ended counts as empty.
  for (let times = 0; times < MOST + 2; times += 1) await bench.send(asks('take', is.object, 'short'));
  const looks = asks('look', is.object, 'short');
  await askUntil(bench, looks, ({ body }) => Object(body).state.remaining === MOST);
  await bench.send(asks('take', { isOver: false }, 'short'));
}

export const cases: readonly Case[] = ['memory', 'database'].map((store) => ({
  rows: [`quire.rate-limit.${store}`],
  ...{ deploy: storing(store), run: counts, waits: WINDOWS.short },
}));
