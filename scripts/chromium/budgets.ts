// Measures how fast the admin is, in Chromium: `node dist/scripts/chromium/budgets.js`. The figures need a quiet machine.
// `--documents 100000` fills a smaller table than a million. The exit code is 1 if a figure is above its limit.
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { firstLoadBytes } from './first-load';
import { type AdminInChromium, openAdmin } from './open-admin';
import { launchChromium } from './open-chromium';

const FEW = 'api::few.few';
const MANY = 'api::many.many';
const WIDE = 'api::wide.wide';
const FIELDS = 500;
const ENTRIES = 200;
const KEYS = 200;
const ROWS = 100;
const ROUNDS = 7;

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number;
  readonly limit: number;
}

const listed = (singularName: string) => ({
  info: { singularName, pluralName: `${singularName}-rows` },
  attributes: {
    title: { type: 'string' },
    kind: { type: 'string' },
    place: { type: 'string' },
    rating: { type: 'integer' },
  },
});

const CONTENT = {
  contentTypes: [
    listed('few'),
    listed('many'),
    {
      info: { singularName: 'wide', pluralName: 'wides' },
      options: { draftAndPublish: true },
      attributes: {
        ...Object.fromEntries(
          Array.from({ length: FIELDS }, (_, index) => [`field${index}`, { type: 'text' }]),
        ),
        zone: { type: 'dynamiczone', components: ['shared.quote'] },
      },
    },
  ],
  components: { 'shared.quote': { info: { displayName: 'Quote' }, attributes: { text: { type: 'text' } } } },
} as never;

/** Notes when the page shows a link in a row, and when the list has arrived. */
const WATCH = `
  const times = (window.budget = {});
  const fetched = window.fetch;
  window.fetch = async (...words) => {
    const response = await fetched(...words);
    const text = response.text.bind(response);
    response.text = async () => {
      const body = await text();
      if (String(words[0]).includes('withCount') && times.arrived === undefined) times.arrived = performance.now();
      return body;
    };
    return response;
  };
  new MutationObserver(() => {
    if (times.shown !== undefined || !document.querySelector('tbody tr a')) return;
    times.rows = document.querySelectorAll('tbody tr').length;
    document.body.offsetHeight;
    times.shown = performance.now();
  }).observe(document, { childList: true, subtree: true });
`;

interface Times {
  readonly arrived: number;
  readonly shown: number;
  readonly rows: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function listTimes(page: Page, address: string): Promise<Times> {
  await page.goto(address);
  await until(() => page.evaluate<boolean>('window.budget.shown !== undefined'));
  return page.evaluate<Times>('window.budget');
}

/** Rows without the work of requests: the figures are about reading. */
async function fill({ app }: AdminInChromium, table: string, count: number): Promise<void> {
  const { knex } = app.kernel.database;
  await knex.raw(
    `INSERT INTO ${table} (document_id, title, kind, place, rating, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     SELECT printf('d%023d', i), 'Title ' || i, 'kind ' || (i % 7), 'place ' || (i % 91), i % 10,
       ${NOW}, ${NOW} FROM n`,
  );
}
const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/** Milliseconds from a key to the new layout, in a field of the form and in a field of an entry. */
async function keystrokes(admin: AdminInChromium): Promise<Readonly<Record<'field' | 'entry', number>>> {
  const quotes = Array.from({ length: ENTRIES }, (_, n) => ({
    __component: 'shared.quote',
    text: `quote ${n}`,
  }));
  const { documentId } = await admin.app
    .documents(WIDE)
    .create({ data: { field0: 'a', zone: quotes }, status: 'draft' } as never);
  const page = await admin.newPage();
  await page.goto(`${admin.base}/admin/types/${WIDE}/${documentId}`);
  await page
    .locator('.entry')
    .nth(ENTRIES - 1)
    .waitFor();
  const field = await slowest(page, `#field-field${FIELDS / 2}`);
  await page
    .locator('.entry-head > button')
    .nth(ENTRIES / 2)
    .click();
  const entry = await slowest(page, `#field-zone-${ENTRIES / 2}-text`);
  await page.context().close();
  return { field, entry };
}

/** The time that 95 % of the keys need at most. */
async function slowest(page: Page, field: string): Promise<number> {
  await page.locator(field).focus();
  const times = await page.evaluate<number[]>(`(async () => {
    const times = [];
    for (let key = 0; key < ${KEYS}; key += 1) {
      const begin = performance.now();
      document.execCommand('insertText', false, 'x');
      await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
      document.body.offsetHeight;
      times.push(performance.now() - begin);
    }
    return times;
  })()`);
  return times.sort((a, b) => a - b)[Math.floor(KEYS * 0.95)] ?? 0;
}

async function measure(documents: number): Promise<readonly Figure[]> {
  const admin = await openAdmin(launchChromium, CONTENT);
  try {
    await fill(admin, 'few_rows', 1000);
    await fill(admin, 'many_rows', documents);
    const page = await admin.newPage();
    await page.addInitScript(WATCH);
    const times: Record<string, Times[]> = { [FEW]: [], [MANY]: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const uid of [FEW, MANY])
        times[uid]?.push(await listTimes(page, `${admin.base}/admin/types/${uid}`));
    const of = (uid: string, figure: (each: Times) => number): number =>
      median((times[uid] ?? []).map(figure));
    const long: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      long.push(await listTimes(page, `${admin.base}/admin/types/${FEW}?rows=${ROWS}`));
    if (long.some(({ rows }) => rows !== ROWS)) throw new Error(`the list does not show ${ROWS} rows`);
    const keys = await keystrokes(admin);
    const key = (value: number, where: string): Figure => ({
      what: `key in ${where}, p95 of ${KEYS}, ${FIELDS} fields and ${ENTRIES} entries`,
      value,
      unit: 'ms',
      target: 16,
      limit: 30,
    });
    return [
      { what: 'first load, gzip', value: firstLoadBytes() / 1024, unit: 'KB', target: 200, limit: 250 },
      {
        what: 'interactive: first rows of a list',
        value: of(FEW, ({ shown }) => shown),
        unit: 'ms',
        target: 1000,
        limit: 2000,
      },
      {
        what: `${ROWS} rows drawn`,
        value: median(long.map(({ arrived, shown }) => shown - arrived)),
        unit: 'ms',
        target: 50,
        limit: 80,
      },
      key(keys.field, 'a field'),
      key(keys.entry, 'an entry'),
      {
        what: `first rows of ${documents} documents, against 1000`,
        value: of(MANY, ({ shown }) => shown) / of(FEW, ({ shown }) => shown),
        unit: '×',
        target: 1.5,
        limit: 2,
      },
    ];
  } finally {
    await admin.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { documents: { type: 'string', default: '1000000' } } });
  const figures = await measure(Number(values.documents));
  for (const { what, value, unit, target, limit } of figures) {
    const verdict = value <= target ? 'ok' : value <= limit ? 'above the target' : 'FAILS';
    process.stdout.write(
      `${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (target ${target}, limit ${limit}): ${verdict}\n`,
    );
  }
  process.exitCode = figures.some(({ value, limit }) => value > limit) ? 1 : 0;
}

void main();
