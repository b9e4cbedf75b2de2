// `rest.types` in config/api applies to the operations of this plugin: which routes exist, their paths, and who may call them.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import type { TestApp, TestAppOptions } from '../../../core/testing/create-test-app';
import { openApp } from './testing-app';

const ARTICLE = 'api::article.article';
const FRONT = 'api::front.front';
const OPERATIONS = ['publish', 'unpublish', 'discardDraft'];
const ALL = ['find', 'findOne', 'create', 'update', 'delete', ...OPERATIONS];
const SINGLE = ['find', 'update', 'delete', ...OPERATIONS];

type Call = readonly [method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object];

/** One request of each action; `one` stands for a document. */
const calls = (base: string, one: string, data: object): Readonly<Record<string, Call>> => ({
  find: ['get', base],
  findOne: ['get', one],
  create: ['post', base, data],
  update: ['put', one, data],
  publish: ['post', `${one}/actions/publish`],
  discardDraft: ['post', `${one}/actions/discard-draft`],
  unpublish: ['post', `${one}/actions/unpublish`],
  delete: ['delete', one],
});

const open = (types: object, options: TestAppOptions = {}): Promise<TestApp> =>
  openApp({
    ...options,
    config: {
      plugins: { rest: true, openapi: true, 'draft-and-publish': true },
      ...options.config,
      api: { rest: { types } },
    },
  });

/** The statuses of all actions of articles, called in order. */
async function statusesOf(app: TestApp, base: string): Promise<Readonly<Record<string, number>>> {
  const { documentId } = await app.documents(ARTICLE).create({ data: { title: 'One' } });
  return statuses(app, calls(base, `${base}/${documentId}`, { title: 'Two' }));
}

async function statuses(app: TestApp, all: Readonly<Record<string, Call>>) {
  const found: Record<string, number> = {};
  for (const [action, [method, path, data]] of Object.entries(all)) {
    const request = app.agent[method](path);
    found[action] = (await (data ? request.send({ data }) : request)).status;
  }
  return found;
}

const isThere = (status: number | undefined): boolean => status !== 404 && status !== 405;

/** Actions of a type in the OpenAPI description. */
/** Two routes need the permission of the delete. */
async function describedIn(app: TestApp, uid: string): Promise<string[]> {
  const { paths } = (await app.agent.get('/api/openapi.json')).body;
  const all = Object.values<Record<string, { 'x-action'?: string }>>(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation['x-action'] ?? [])
    // Preview links are no operations, so `rest.types` does not speak of them.
    .filter((action) => action.startsWith(`${uid}.`) && action !== `${uid}.previewLink`)
    .map((action) => action.slice(uid.length + 1));
  return [...new Set(all)];
}

describe('routes', () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing said', {}, ALL],
    ['only reading and create', { only: ['find', 'findOne', 'create'] }, ['find', 'findOne', 'create']],
    ['only with an operation', { only: ['find', 'publish'] }, ['find', 'publish']],
    ['only operations', { only: OPERATIONS }, OPERATIONS],
    ['except one', { except: ['unpublish'] }, ALL.filter((name) => name !== 'unpublish')],
    [
      'except delete and two',
      { except: ['delete', 'discardDraft', 'publish'] },
      [...ALL.slice(0, 4), 'unpublish'],
    ],
    ['only, elsewhere', { only: ['find', 'discardDraft'], path: '/news/all' }, ['find', 'discardDraft']],
  ])('%s', async (_what, settings, served) => {
    const app = await open({ [ARTICLE]: settings });
    const base = 'path' in settings ? `/api${settings.path}` : '/api/articles';
    const answered = await statusesOf(app, base);
    expect(ALL.filter((action) => isThere(answered[action]))).toEqual(served);
    const many = 'only' in settings ? [] : ['bulk', 'updateByFilter'];
    expect((await describedIn(app, ARTICLE)).sort()).toEqual([...served, ...many].sort());
    const known = ALL.filter((action) => app.kernel.actions.has(`${ARTICLE}.${action}`));
    expect(known).toEqual(served);
    await app.close();
  });

  it.each<[object, readonly string[]]>([
    [{}, SINGLE],
    [{ only: ['find', 'publish'] }, ['find', 'publish']],
    [{ except: ['unpublish', 'delete'] }, ['find', 'update', 'publish', 'discardDraft']],
  ])('of a single type with %j', async (settings, served) => {
    const app = await open({ [FRONT]: settings });
    await app.documents(FRONT).create({ data: { headline: 'h' } });
    const answered = await statuses(app, calls('/api/front', '/api/front', { headline: 'i' }));
    expect(SINGLE.filter((action) => isThere(answered[action]))).toEqual(served);
    expect((await describedIn(app, FRONT)).sort()).toEqual([...served].sort());
    await app.close();
  });

  it('a document stays published when no route unpublishes it', async () => {
    const app = await open({ [ARTICLE]: { only: ['find', 'findOne', 'create'] } });
    const { documentId } = (await app.agent.post('/api/articles').send({ data: { title: 'One' } })).body.data;
    expect((await app.agent.post(`/api/articles/${documentId}/actions/unpublish`)).status).toBe(404);
    expect((await app.agent.get(`/api/articles/${documentId}`)).status).toBe(200);
    await app.close();
  });
});

describe('policies and middlewares', () => {
  it.each(ALL)('a policy and a middleware on %s apply to it alone', async (action) => {
    const seen: string[] = [];
    const around = {
      policies: [() => action === 'find'],
      middlewares: [
        (request: { path: string }, next: () => unknown) => {
          seen.push(request.path);
          return next();
        },
      ],
    };
    const app = await open({ [ARTICLE]: { actions: { [action]: around } } });
    const answered = await statusesOf(app, '/api/articles');
    expect(ALL.filter((name) => answered[name] === 403)).toEqual(action === 'find' ? [] : [action]);
    expect(seen).toEqual(action === 'find' ? ['/api/articles'] : []);
    await app.close();
  });

  it('a middleware runs around an operation', async () => {
    const around = {
      middlewares: [
        async (_request: unknown, next: () => Promise<object>) => ({ ...(await next()), status: 202 }),
      ],
    };
    const app = await open({ [ARTICLE]: { actions: { publish: around } } });
    expect(await statusesOf(app, '/api/articles')).toMatchObject({
      update: 200,
      publish: 202,
      unpublish: 200,
    });
    await app.close();
  });

  it.each(['/api/articles', '/api/news/all'])(
    'each route under %s asks for its own permission',
    async (base) => {
      let allowed = '';
      const guard = definePlugin({
        name: 'guard',
        register: ({ hooks }) =>
          hooks.request.authorize((_request, action) =>
            action === `${ARTICLE}.${allowed}` || !action.startsWith(ARTICLE)
              ? { allowed: true, visibility: OPEN_VISIBILITY }
              : { allowed: false, status: 403 },
          ),
      });
      const path = base.slice('/api'.length);
      const app = await open({ [ARTICLE]: { path } }, { plugins: [guard] });
      for (allowed of ALL) {
        const answered = await statusesOf(app, base);
        expect(ALL.filter((action) => answered[action] !== 403)).toEqual([allowed]);
      }
      await app.close();
    },
  );

  it('a caller who may only read cannot call an operation', async () => {
    const app = await open({}, { config: { server: { anonymous: 'read' } } });
    const answered = await statusesOf(app, '/api/articles');
    expect(ALL.filter((action) => answered[action] !== 403)).toEqual(['find', 'findOne']);
    await app.close();
  });
});

describe('unknown names', () => {
  const off = { plugins: { rest: true } };
  it.each<[string, object, string, TestAppOptions['config']?]>([
    ['a name nearly right', { [ARTICLE]: { only: ['unpublsh'] } }, 'did you mean "unpublish"'],
    [
      'the path instead of the name',
      { [ARTICLE]: { except: ['discard-draft'] } },
      'did you mean "discardDraft"',
    ],
    ['a name of nothing', { [ARTICLE]: { only: ['archive'] } }, `it has ${ALL.join(', ')}`],
    [
      'a type without drafts',
      { 'api::tag.tag': { except: ['publish'] } },
      'this type has no "publish"; it has find',
    ],
    [
      'policies of nothing',
      { 'api::tag.tag': { actions: { publish: {} } } },
      'rest.types.api::tag.tag.actions.publish',
    ],
    [
      'policies a single type has not',
      { [FRONT]: { actions: { create: {} } } },
      'a single type has no "create"',
    ],
    [
      'plugin off, a name of nothing',
      { [ARTICLE]: { except: ['archive'] } },
      'this type has no "archive"',
      off,
    ],
    ['plugin off, nearly right', { [ARTICLE]: { actions: { fnd: {} } } }, 'did you mean "find"', off],
    [
      'plugin off, what a single type has not',
      { [FRONT]: { only: ['create'] } },
      'a single type has no',
      off,
    ],
  ])('%s', async (_what, types, message, config = {}) => {
    await expect(open(types, { config })).rejects.toThrow(message);
  });

  it('are logged and ignored while the plugin is disabled', async () => {
    const settings = {
      only: ['find', 'publish'],
      actions: { publish: { policies: [() => false] }, find: {} },
    };
    const app = await open(
      { [ARTICLE]: settings, [FRONT]: { except: ['unpublish'] } },
      { config: { plugins: { rest: true, openapi: true } } },
    );
    const warnings = app.logs
      .map(({ message }) => String(message))
      .filter((text) => text.startsWith('rest.types'));
    const remedy =
      'needs the plugin "draft-and-publish"; enable it: "draft-and-publish": true in config/plugins';
    expect(warnings).toEqual([
      `rest.types.${ARTICLE}.only: "publish" ${remedy}`,
      `rest.types.${ARTICLE}.actions.publish: "publish" ${remedy}`,
      `rest.types.${FRONT}.except: "unpublish" ${remedy}`,
    ]);
    const answered = await statusesOf(app, '/api/articles');
    expect(ALL.filter((action) => isThere(answered[action]))).toEqual(['find']);
    expect(await describedIn(app, ARTICLE)).toEqual(['find']);
    await app.close();
  });
});
