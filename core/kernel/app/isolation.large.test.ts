// A faulty plugin: the message names it with a remedy, and the rest keeps serving.

import { MODULES } from '../../create-kernel';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { until } from '../../testing/until';
import { errorSourceOf } from '../errors/error-source';
import { token } from '../registry/container';
import type { App } from './app';
import { createHooks } from './create-hooks';
import { type AnyPlugin, definePlugin } from './plugin';
import { describeTaps } from './plugin-hooks';
import { recalledRequest } from './recalled-request';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
const faulty = (register: (app: App) => unknown, boot?: AnyPlugin['boot']): AnyPlugin =>
  definePlugin({ name: 'faulty' as string, register: register as () => void, ...(boot ? { boot } : {}) });
const boom = (): never => {
  throw new Error('boom');
};
const never = () => new Promise<never>(() => undefined);
const start = (plugin: AnyPlugin, config = {}) =>
  createTestApp({ contentTypes: [note], plugins: [plugin], config });
const route = { method: 'GET', action: null, summary: 'x' } as const;
const SERVICE = token<string>('mailer');
/** The places of all matrices. A test compares them with the hooks. */
const places: string[] = ['shutdown', 'schema.dropped', 'schema.renamed'];

describe('a fault that stops startup', () => {
  const cases: [string, AnyPlugin, RegExp][] = [
    ['register', faulty(boom), /boom/],
    [
      'register',
      faulty(async () => never()),
      /register\(\) of the plugin "faulty" returns a promise. Make it synchronous/,
    ],
    ['boot', faulty(() => undefined, boom), /boom/],
    ['schema.collect', faulty(({ hooks }) => hooks.schema.collect(boom)), /boom/],
    [
      'schema.collect',
      faulty(({ hooks }) => hooks.schema.collect(async () => undefined)),
      /schema.collect of the plugin "faulty" returns a promise, but the hook is synchronous/,
    ],
    ['schema.contentType', faulty(({ hooks }) => hooks.schema.contentType(boom)), /boom/],
    ['schema.tables', faulty(({ hooks }) => hooks.schema.tables(boom)), /boom/],
    ['schema.ready', faulty(({ hooks }) => hooks.schema.ready(boom)), /boom/],
    ['http.route', faulty(({ hooks }) => hooks.http.route(boom)), /boom/],
    ['boot.check', faulty(({ hooks }) => hooks.boot.check(boom)), /boom/],
    ['boot.before', faulty(({ hooks }) => hooks.boot.before(boom)), /boom/],
    ['boot.after', faulty(({ hooks }) => hooks.boot.after(boom)), /boom/],
    ['listening', faulty(({ hooks }) => hooks.listening(boom)), /boom/],
    [
      'a service',
      faulty(({ container }) => {
        for (const _time of [1, 2]) container.provide(SERVICE, 'x');
      }),
      /The service "mailer" is provided by the plugin "faulty" and by the plugin "faulty"\. Disable/,
    ],
    [
      'a policy',
      faulty(({ policies }) => {
        for (const _time of [1, 2]) policies.add('p', () => true);
      }),
      /The policy "p" is added by the plugin "faulty" and by the plugin "faulty"\. Rename/,
    ],
    [
      'a route',
      faulty(({ routes }) => routes.add({ ...route, path: '/api/notes', handler: boom })),
      /faulty.*already serves GET \/api\/notes; change one/s,
    ],
    [
      'a content type',
      faulty(({ hooks }) => hooks.schema.collect((types) => types.addContentType('api::note.note', note))),
      /api::note\.note/,
    ],
  ];
  places.push(...cases.map(([place]) => place));
  it.each(cases)('%s', async (at, plugin, message) => {
    const error: unknown = await start(plugin).then(
      (app) => app.close(),
      (thrown: unknown) => thrown,
    );
    const text = `${String(error)} ${errorSourceOf(error)?.plugin ?? ''}`;
    expect(text).toMatch(message);
    expect(text).toContain('faulty');
    if (String(message) === '/boom/') expect(errorSourceOf(error)).toEqual({ plugin: 'faulty', at });
  });
});

describe('a fault of a request', () => {
  let fault = '';
  let app: TestApp;
  /** One plugin with a fault in each place; `fault` selects the place. */
  const plugin = faulty((own) => {
    const { hooks, routes, policies, middlewares } = own;
    /** Throws, returns 7, or never resolves. */
    const at = (place: string) => (): undefined => {
      if (fault === place) boom();
      if (fault === `nonsense of ${place}`) return 7 as never;
      return fault === `${place} that waits` ? (never() as never) : undefined;
    };
    hooks.request.authenticate(at('request.authenticate'));
    hooks.request.recall(at('request.recall'));
    hooks.request.authorize(at('request.authorize'));
    hooks.request.visibility((visibility) => at('request.visibility')() ?? visibility);
    hooks.request.error((body) => at('request.error')() ?? body);
    hooks.request.done(at('request.done'));
    hooks.record(async () => at('record')());
    hooks.query.transform(at('query.transform'));
    for (const name of ['prepare', 'writing', 'written', 'committed'] as const)
      hooks.documents[name](async () => at(`documents.${name}`)());
    hooks.documents.validate(at('documents.validate'));
    hooks.documents.validate(() =>
      fault === 'a promise' ? (Promise.reject(new Error('late')) as never) : undefined,
    );
    hooks.documents.loaded(at('documents.loaded'));
    hooks.documents.around(async (_call, next) => at('documents.around')() ?? next());
    hooks.documents.prepare(({ followUps }) => {
      followUps.push({
        name: 'follow',
        run: async () => {
          at('a follow-up')();
          if (fault === 'a follow-up that waits') await never();
        },
      });
    });
    policies.add('p', () =>
      fault === 'a policy' ? boom() : fault === 'nonsense of a policy' ? 'maybe' : true,
    );
    middlewares.add('m', (_request, next) => (fault === 'a middleware' ? boom() : next()));
    const add = (path: string, handler: () => unknown) =>
      routes.add({
        ...route,
        path,
        policies: ['p'],
        middlewares: ['m'],
        handler: handler as () => { json: unknown },
      });
    add('/handler', boom);
    add('/nonsense', () => 7);
    add('/bigint', () => ({ json: 1n }));
    add('/waits', never);
    add('/fine', () => ({ json: 1 }));
    add('/recalled', async () => {
      const principal = { kind: 'robot', id: '1', label: 'robot' };
      await recalledRequest(own.server, principal, Date.now());
      return { json: 1 };
    });
    add('/recorded', async () => {
      await own.record('faulty.asked', {});
      return { json: 1 };
    });
    add('/transaction', () => own.database.transaction(never));
    add('/blocks', () => {
      const end = Date.now() + 1_600;
      while (Date.now() < end);
      return { json: 1 };
    });
  });
  beforeAll(async () => {
    app = await start(plugin, {
      server: { timeouts: { answer: 400 } },
      database: { transactionTimeout: 200 },
    });
  });
  afterEach(() => {
    fault = '';
  });
  afterAll(() => app.close());

  const cases: [place: string, request: string, status: number, log: RegExp][] = [
    ['request.authenticate', 'GET /api/notes', 500, /"plugin":"faulty","hook":"request.authenticate"/],
    ['a follow-up', 'POST /api/notes', 500, /"plugin":"faulty","hook":"the follow-up .*follow/],
    ['a follow-up that waits', 'POST /api/notes', 503, /the follow-up .*follow.* of the plugin .*"faulty/],
    ['request.recall', 'GET /recalled', 500, /"plugin":"faulty","hook":"request.recall"/],
    ['request.authorize', 'GET /api/notes', 500, /"plugin":"faulty","hook":"request.authorize"/],
    ['request.visibility', 'GET /api/notes', 500, /"plugin":"faulty","hook":"request.visibility"/],
    ['request.error', 'GET /api/notes/unknown', 404, /"plugin":"faulty","hook":"request.error"/],
    ['record', 'GET /recorded', 500, /"plugin":"faulty","hook":"record"/],
    ['request.done', 'GET /api/notes', 200, /a tap of request.done failed.*"plugin":"faulty"/],
    [
      'query.transform',
      'GET /api/notes?filters[text]=new',
      500,
      /"plugin":"faulty","hook":"query.transform"/,
    ],
    ['documents.prepare', 'POST /api/notes', 500, /"plugin":"faulty","hook":"documents.prepare"/],
    ['documents.validate', 'POST /api/notes', 500, /"plugin":"faulty","hook":"documents.validate"/],
    ['a promise', 'POST /api/notes', 500, /documents.validate of the plugin .*"faulty.*" returns a promise/],
    ['documents.writing', 'POST /api/notes', 500, /"plugin":"faulty","hook":"documents.writing"/],
    ['documents.written', 'POST /api/notes', 500, /"plugin":"faulty","hook":"documents.written"/],
    ['documents.committed', 'POST /api/notes', 201, /a tap of documents.committed failed.*"plugin":"faulty"/],
    ['documents.loaded', 'GET /api/notes', 500, /"plugin":"faulty","hook":"documents.loaded"/],
    ['documents.around', 'GET /api/notes', 500, /"plugin":"faulty","hook":"documents.around"/],
    [
      'nonsense of documents.around',
      'GET /api/notes',
      500,
      /"plugin":"faulty","hook":"documents.around".*returned 7/,
    ],
    [
      'nonsense of request.authenticate',
      'GET /api/notes',
      500,
      /"plugin":"faulty","hook":"request.authenticate".*returned 7/,
    ],
    [
      'nonsense of request.authorize',
      'GET /api/notes',
      500,
      /"plugin":"faulty","hook":"request.authorize".*returned 7/,
    ],
    [
      'nonsense of request.visibility',
      'GET /api/notes',
      500,
      /"plugin":"faulty","hook":"request.visibility".*returned 7/,
    ],
    [
      'nonsense of request.error',
      'GET /api/notes/unknown',
      404,
      /"plugin":"faulty","hook":"request.error".*returned 7/,
    ],
    [
      'request.authenticate that waits',
      'GET /api/notes',
      503,
      /request\.authenticate of the plugin .*"faulty/,
    ],
    ['request.authorize that waits', 'GET /api/notes', 503, /request\.authorize of the plugin .*"faulty/],
    ['documents.prepare that waits', 'POST /api/notes', 503, /documents\.prepare of the plugin .*"faulty/],
    ['documents.writing that waits', 'POST /api/notes', 503, /documents\.writing of the plugin .*"faulty/],
    ['documents.written that waits', 'POST /api/notes', 503, /documents\.written of the plugin .*"faulty/],
    [
      'documents.committed that waits',
      'POST /api/notes',
      201,
      /documents\.committed of the plugin .*"faulty/,
    ],
    ['documents.loaded that waits', 'GET /api/notes', 503, /documents\.loaded of the plugin .*"faulty/],
    ['a policy', 'GET /fine', 403, /faulty/],
    ['nonsense of a policy', 'GET /fine', 403, /faulty/],
    ['a middleware', 'GET /fine', 500, /"plugin":"faulty"/],
    ['a handler', 'GET /handler', 500, /"plugin":"faulty".*boom/],
    [
      'nonsense of a handler',
      'GET /nonsense',
      500,
      /"plugin":"faulty".*returned 7. Return an answer such as/,
    ],
    ['an answer that JSON lacks', 'GET /bigint', 500, /"plugin":"faulty".*BigInt/],
    ['a handler that waits', 'GET /waits', 503, /"plugin":"faulty"/],
    ['a transaction that waits', 'GET /transaction', 503, /"plugin":"faulty"/],
    [
      'a handler that blocks',
      'GET /blocks',
      200,
      /served nothing for \d+ ms.*"last started":.*GET \/blocks of the plugin .*"faulty/,
    ],
  ];
  places.push(...cases.map(([place]) => place));
  it.each(cases)('%s: %s answers %i', async (place, request, status, log) => {
    const [method = 'GET', path = '/'] = request.split(' ');
    const before = app.logs.length;
    fault = place;
    const sent = method === 'POST' ? app.agent.post(path).send({ data: { text: 'a' } }) : app.agent.get(path);
    expect((await sent).status).toBe(status);
    fault = '';
    await expectSoon(
      () =>
        app.logs
          .slice(before)
          .map((line) => JSON.stringify(line))
          .join('\n'),
      log,
    );
    expect((await app.agent.post('/api/notes').send({ data: { text: 'still' } })).status).toBe(201);
    expect((await app.agent.get('/api/notes')).status).toBe(200);
  });
});

it('a fault of a shutdown is logged with its plugin, and the rest of the shutdown runs', async () => {
  const ended: string[] = [];
  const app = await createTestApp({
    plugins: [
      definePlugin({
        name: 'before',
        register: ({ hooks }) => hooks.shutdown(async () => void ended.push('hook'), { stage: 1 }),
        shutdown: async () => void ended.push('before'),
      }),
      definePlugin({ name: 'faulty', register: ({ hooks }) => hooks.shutdown(boom), shutdown: boom }),
    ],
  });
  await expect(app.close()).rejects.toThrow('boom');
  expect(ended).toEqual(['hook', 'before']);
  expect(app.logs).toMatchObject(
    [1, 2].map(() => ({ message: 'a part did not stop as it should', plugin: 'faulty', at: 'shutdown' })),
  );
});

it.each(['dropped', 'renamed'] as const)('a fault of schema.%s names its plugin', async (hook) => {
  const app = await start(faulty(({ hooks }) => hooks.schema[hook](boom)));
  const error: unknown = await app.kernel.hooks.schema[hook]
    .promise(null as never)
    .catch((thrown: unknown) => thrown);
  expect(errorSourceOf(error)).toEqual({ plugin: 'faulty', at: `schema.${hook}` });
  await app.close();
});

it('each hook has a fault above', () => {
  const missing = describeTaps(createHooks(MODULES)).filter(({ hook }) => !places.includes(hook));
  expect(missing).toEqual([]);
});

/** A log line may follow its answer. */
async function expectSoon(text: () => string, pattern: RegExp): Promise<void> {
  await until(() => pattern.test(text()));
}

it('two applications of one process have taps, routes, services and documents of their own', async () => {
  const [one, two] = await Promise.all([
    start(faulty(({ routes }) => routes.add({ ...route, path: '/own', handler: () => ({ json: 1 }) }))),
    start(
      faulty(({ hooks, container }) => {
        container.provide(SERVICE, 'two');
        hooks.documents.prepare(boom);
      }),
    ),
  ]);
  try {
    await one.agent
      .post('/api/notes')
      .send({ data: { text: 'a' } })
      .expect(201);
    await two.agent
      .post('/api/notes')
      .send({ data: { text: 'a' } })
      .expect(500);
    await two.agent.get('/own').expect(404);
    expect(await two.documents('api::note.note').count()).toBe(0);
    expect([one, two].map(({ kernel }) => kernel.container.has(SERVICE))).toEqual([false, true]);
    await one.close();
    await two.agent.get('/api/notes').expect(200);
  } finally {
    await two.close();
  }
});

it('a deprecation is logged once, with its remedy', async () => {
  const app = await start(
    faulty((own) => {
      for (const _time of [1, 2]) own.deprecate('The setting "max"', 'use "most"');
    }),
  );
  await app.close();
  const lines = app.logs.map(({ message }) => message);
  expect(lines).toEqual(['The setting "max" of the plugin "faulty" is deprecated; use "most"']);
});
