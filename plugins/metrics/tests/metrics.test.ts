import { readFileSync } from 'node:fs';
import { createTestApp, type TestApp } from '../../../core/testing';

const ARTICLE = {
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: { title: { type: 'string' } },
} as const;

const start = (metrics: unknown = true, more: object = {}): Promise<TestApp> =>
  createTestApp({
    contentTypes: [ARTICLE],
    config: { plugins: { rest: true, jobs: true, metrics }, ...more },
  });

/** The value of a line such as `name{label="x"} 3`. */
function numberAt(text: string, line: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());
  const scrape = async (): Promise<string> => (await app.agent.get('/_metrics').expect(200)).text;

  it('counts requests by the pattern of their route, method and status', async () => {
    await app.agent
      .post('/api/articles')
      .send({ data: { title: 'Ponds' } })
      .expect(201);
    await app.agent.get('/api/articles/unknown-1').expect(404);
    await app.agent.get('/api/articles/unknown-2').expect(404);
    const text = await scrape();
    const labels = 'method="GET",route="/api/articles/:documentId",status="404"';
    expect(numberAt(text, `quire_http_request_duration_seconds_count{${labels}}`)).toBe(2);
    expect(numberAt(text, `quire_http_request_duration_seconds_bucket{${labels},le="+Inf"}`)).toBe(2);
    expect(numberAt(text, `quire_http_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
    expect(numberAt(text, `quire_http_response_bytes_total{${labels}}`)).toBeGreaterThan(100);
    expect(text).not.toContain('unknown-1');
  });

  it('has one series for all paths without a route', async () => {
    for (let n = 0; n < 20; n++) await app.agent.get(`/nowhere/${n}`).expect(404);
    const lines = (await scrape()).split('\n').filter((line) => line.includes('unmatched'));
    expect(lines.filter((line) => line.includes('_count{'))).toEqual([
      'quire_http_request_duration_seconds_count{method="GET",route="unmatched",status="404"} 20',
    ]);
  });

  it('has cumulative buckets', async () => {
    const lines = (await scrape())
      .split('\n')
      .filter((line) => line.startsWith('quire_database_read_duration_seconds_bucket'));
    const counts = lines.map((line) => Number(line.split(' ').at(-1)));
    expect(counts).toHaveLength(14);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(0);
  });

  it('counts transactions, statements, plans and connections', async () => {
    await app.agent.get('/api/articles').expect(200);
    await app.agent.get('/api/articles').expect(200);
    const text = await scrape();
    for (const line of [
      'quire_database_transaction_duration_seconds_count{outcome="committed"}',
      'quire_database_statements_total',
      'quire_query_plans_total{result="hit"}',
      'quire_query_plans_total{result="miss"}',
      'quire_event_loop_active_seconds_total',
      'process_start_time_seconds',
    ])
      expect([line, numberAt(text, line)]).toEqual([line, expect.any(Number)]);
    expect(numberAt(text, 'quire_query_plans_total{result="hit"}')).toBeGreaterThan(0);
    expect(numberAt(text, 'quire_bus_down')).toBe(0);
    expect(numberAt(text, 'quire_database_pool_waiting')).toBe(0);
  });

  it('counts the attempts of jobs', async () => {
    const { jobs } = app.kernel.hooks;
    jobs.ended.call({ id: 1, name: 'nightly', attempt: 1, outcome: 'dead', milliseconds: 30 });
    const text = await scrape();
    expect(numberAt(text, 'quire_job_attempts_total{job_name="nightly",outcome="dead"}')).toBe(1);
    expect(numberAt(text, 'quire_job_duration_seconds_count{job_name="nightly"}')).toBe(1);
  });

  it('says how many jobs wait, run and are dead, and leaves them out when the database does not answer', async () => {
    const states = ['waiting', 'dead', 'dead', 'cancelled'];
    await app.kernel.database.transaction(async (tx) => {
      for (const state of states)
        await tx.run("INSERT INTO jobs (name, state, created, changed) VALUES ('later', ?, 1, 1)", [state]);
    });
    const text = await scrape();
    expect(text.split('\n').filter((line) => line.startsWith('quire_jobs'))).toEqual([
      'quire_jobs{state="waiting"} 1',
      'quire_jobs{state="running"} 0',
      'quire_jobs{state="dead"} 2',
    ]);
    await app.kernel.database.transaction((tx) => tx.run('ALTER TABLE jobs RENAME TO moved'));
    const without = await scrape();
    expect(without).not.toContain('quire_jobs{');
    expect(without).toContain('quire_job_attempts_total');
    await app.kernel.database.transaction((tx) => tx.run('ALTER TABLE moved RENAME TO jobs'));
  });

  it('answers the content type of Prometheus', async () => {
    const { headers } = await app.agent.get('/_metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has the same metrics in its dashboard and in docs/observe.md', async () => {
    const dashboard = readFileSync('plugins/metrics/grafana.json', 'utf8');
    const named = new Set(dashboard.match(/\b(?:quire|nodejs|process)_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(20);
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
    const known = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    // Both ways: each metric of Quire has its place in the dashboard.
    const unused = [...types.keys()].filter(
      (name) =>
        name?.startsWith('quire_') &&
        ![...named].some((each) => each === name || each.startsWith(`${name}_`)),
    );
    expect(unused).toEqual([]);
    const page = readFileSync('docs/observe.md', 'utf8');
    const described = [...page.matchAll(/^\| `(quire_\w+)` +\| (\w+) +\|/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    expect(described).toEqual([...types].filter(([name]) => name?.startsWith('quire_')));
  });
});

describe('access', () => {
  it('refuses callers without the permission', async () => {
    const app = await start(true, { server: { anonymous: 'none' } });
    await app.agent.get('/_metrics').expect(403);
    await app.close();
  });

  it('serves a port of its own without credentials, and no route', async () => {
    const app = await start(
      { config: { port: 0 } },
      { server: { anonymous: 'none', logs: { level: 'info' } } },
    );
    await app.agent.get('/_metrics').expect(404);
    const url = String(app.logs.find(({ message }) => message === 'metrics are served')?.url);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('# TYPE quire_http_request_duration_seconds histogram');
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('/api/articles', url))).status).toBe(404);
    await app.close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('stops startup when its port is in use, and says what to change', async () => {
    const first = await start({ config: { port: 0 } }, { server: { logs: { level: 'info' } } });
    const { port } = new URL(String(first.logs.find(({ message }) => message === 'metrics are served')?.url));
    await expect(start({ config: { port: Number(port) } })).rejects.toThrow(/metrics\.config/);
    await first.close();
  });

  it.each([[[0.1, 0.1]], [[-1]], [[]], [['1']]])('refuses the buckets %j', async (buckets) => {
    await expect(start({ config: { buckets } })).rejects.toThrow(/buckets/);
  });
});
