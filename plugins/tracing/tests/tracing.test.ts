import { definePlugin } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { collectSpans, parentOf, pathsOf } from './collect-spans';

const spans = collectSpans();
beforeEach(() => spans.clear());

const TYPES = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: { title: { type: 'string' }, slug: { type: 'string', unique: true } },
  },
] as const;

const audit = definePlugin({
  name: 'audit',
  register(app) {
    app.hooks.documents.written(async (_result, { tx }) => {
      await tx.all('SELECT 1');
    });
    app.hooks.documents.prepare(({ data }) => {
      if (JSON.stringify(data).includes('broken')) throw new TypeError('secret text');
    });
  },
});

const start = (config: object = {}, more: object = {}): Promise<TestApp> =>
  createTestApp({
    contentTypes: TYPES,
    plugins: [audit],
    config: { plugins: { rest: true, tracing: { config } } },
    ...more,
  });

const root = () => spans.all.find(({ name }) => name.includes('/api/'));

describe.each(testDatabases())('tracing on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start({}, { database });
  });
  afterAll(() => app.close());

  it('has one tree for a write: request, transaction, statements, taps', async () => {
    await app.agent
      .post('/api/articles')
      .send({ data: { title: 'Ponds' } })
      .expect(201);
    const paths = pathsOf(spans.all);
    const request = 'POST /api/articles';
    expect(new Set(spans.all.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(paths).toContain(request);
    expect(paths).toContain(`${request} > documents.prepare`);
    expect(paths).toContain(`${request} > transaction`);
    expect(paths).toContain(`${request} > transaction > INSERT`);
    expect(paths).toContain(`${request} > transaction > documents.written > SELECT`);
    expect(paths.filter((path) => !path.startsWith(request))).toEqual([]);
  });

  it('keeps the statements of requests that arrive together apart', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (title) => {
        const { body } = await app.agent.post('/api/articles').send({ data: { title } });
        return body.data.documentId as string;
      }),
    );
    spans.clear();
    await Promise.all(ids.map((id) => app.agent.get(`/api/articles/${id}`).expect(200)));
    const roots = spans.all.filter((span) => parentOf(span) === undefined);
    expect(roots).toHaveLength(4);
    for (const each of roots) {
      const own = spans.all.filter((span) => span.spanContext().traceId === each.spanContext().traceId);
      expect(pathsOf(own)).toEqual([
        'GET /api/articles/:documentId',
        'GET /api/articles/:documentId > SELECT',
      ]);
    }
  });

  it('has the text of statements without their values', async () => {
    await app.agent.get('/api/articles?filters[title]=private').expect(200);
    const texts = spans.all.map(({ attributes }) => attributes['db.query.text']).filter(Boolean);
    expect(texts.length).toBeGreaterThan(0);
    expect(JSON.stringify(spans.all.map(({ attributes, name }) => [name, attributes]))).not.toContain(
      'private',
    );
  });
});

describe('tracing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());

  it('names request, route and status, and marks failures without their messages', async () => {
    await app.agent
      .post('/api/articles')
      .send({ data: { title: 'broken' } })
      .expect(500);
    expect(root()).toMatchObject({
      name: 'POST /api/articles',
      status: { code: 2 },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/articles',
        'http.response.status_code': 500,
        'quire.plugin': 'rest',
      },
    });
    const tap = spans.all.find(({ name }) => name === 'documents.prepare');
    expect(tap).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'TypeError' } });
    const kept = spans.all.map(({ name, attributes, status, events }) => [name, attributes, status, events]);
    expect(JSON.stringify(kept)).not.toContain('secret text');
  });

  it('ends the span of a request without a route, and of a refused one without a failure', async () => {
    await app.agent.get('/nowhere').expect(404);
    expect(spans.all).toMatchObject([
      {
        name: 'GET',
        status: { code: 0 },
        attributes: { 'url.path': '/nowhere', 'http.response.status_code': 404 },
      },
    ]);
  });

  it('has no spans of probes and of startup', async () => {
    await app.agent.get('/_ready').expect(204);
    expect(spans.all).toEqual([]);
  });

  it('refuses a second plugin that traces', async () => {
    const second = definePlugin({
      name: 'second',
      register: ({ events }) =>
        events.trace({ enclose: (_span, work) => work(), here: () => null, headers: () => ({}) }),
    });
    await expect(start({}, { plugins: [second] })).rejects.toThrow(/Two plugins trace/);
  });
});

describe('traceparent of a client', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const SPAN = '00f067aa0ba902b7';
  const valid = `00-${TRACE}-${SPAN}-01`;
  const get = (app: TestApp, traceparent: string, tracestate = '') =>
    app.agent.get('/api/articles').set({ traceparent, tracestate }).expect(200);

  it('starts a new trace with a link by default', async () => {
    const app = await start();
    await get(app, valid, 'vendor=1');
    expect(root()?.spanContext().traceId).not.toBe(TRACE);
    expect(root()?.links.map((link) => link.context)).toMatchObject([{ traceId: TRACE, spanId: SPAN }]);
    await app.close();
  });

  it('continues the trace with `parent`', async () => {
    const app = await start({ incoming: 'parent' });
    await get(app, valid, 'vendor=1');
    expect(root()?.spanContext()).toMatchObject({ traceId: TRACE });
    expect(root()?.spanContext().traceState?.serialize()).toBe('vendor=1');
    expect(root()?.parentSpanContext?.spanId).toBe(SPAN);
    await app.close();
  });

  it('drops the header with `ignore`', async () => {
    const app = await start({ incoming: 'ignore' });
    await get(app, valid);
    expect([root()?.links, root()?.parentSpanContext]).toEqual([[], undefined]);
    await app.close();
  });

  it.each([
    'x',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `${valid}, ${valid}`,
  ])('ignores %s', async (traceparent) => {
    const app = await start({ incoming: 'parent' });
    await get(app, traceparent);
    expect(root()?.parentSpanContext).toBeUndefined();
    await app.close();
  });

  it('takes a later version, and no state that is too long', async () => {
    const app = await start({ incoming: 'parent' });
    await get(app, `01-${TRACE}-${SPAN}-01-more`, `a=${'b'.repeat(600)}`);
    expect(root()?.parentSpanContext?.traceId).toBe(TRACE);
    expect(root()?.spanContext().traceState?.serialize() ?? '').toBe('');
    await app.close();
  });
});
