// The events of reads: rows that they hide, their order in writes, and conditions that they wrap.
import { type TestApp, testDatabases } from '../../../core/testing';
import { api, crud, index } from './compared/project-files';
import { startProject } from './project';

const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
const POST = 'api::post.post';
const HOME = 'api::home.home';
const FILES = {
  ...api('post', {
    plural: 'posts',
    more: { options: { draftAndPublish: true } },
    attributes: { title: { type: 'string' }, owner: { type: 'string' }, size: { type: 'integer' } },
  }),
  ...api('home', {
    plural: 'homes',
    more: { kind: 'singleType' },
    attributes: { title: { type: 'string' }, owner: { type: 'string' } },
  }),
  ...index({ users: [], grants: { public: [...crud(POST), ...crud(HOME)] } }),
  'src/box.ts': `export const box = { hides: '', events: [] };`,
  'src/api/post/content-types/post/lifecycles.ts': `
    import { box } from '../../../../box';
    const note = ({ action }) => void box.events.push(action);
    const before = (event) => {
      note(event);
      const { where } = event.params;
      if (box.hides === event.action) event.params.where = { ...where, owner: 'me' };
      if (box.hides === 'and') event.params.where = { $and: [where, { owner: 'me' }] };
      if (box.hides === 'other') event.params.where = { ...where, documentId: box.other };
    };
    export default {
      beforeFindMany: before, beforeFindOne: before, beforeCount: before, afterFindMany: note, afterCount: note,
      afterFindOne(event) { note(event); if (event.result) event.result.label = event.result.title.toUpperCase(); },
    };`,
  'src/api/home/content-types/home/lifecycles.ts': `export { default } from '../../../post/content-types/post/lifecycles';`,
  'src/api/post/controllers/tools.ts': `
    import { box } from '../../../box';
    const services = () => ({ documents: strapi.documents('${POST}'), db: strapi.db.query('${POST}'), entityService: strapi.entityService });
    export default {
      set(ctx) { Object.assign(box, { other: '', events: [] }, ctx.request.body); ctx.body = {}; },
      events(ctx) { ctx.body = box.events.splice(0); },
      async run(ctx) { const { service, name, args } = ctx.request.body; ctx.body = { result: await services()[service][name](...args) }; },
    };`,
  'src/api/post/routes/tools.ts': `
    export default { routes: ['set', 'events', 'run'].map((name) => ({ method: 'POST', path: '/' + name, handler: 'tools.' + name, config: { auth: false } })) };`,
};

let app: TestApp;
let mine: { documentId: string; id: number };
let other: typeof mine;
const set = (hides: string, more: object = {}) =>
  app.agent
    .post('/api/set')
    .send({ hides, ...more })
    .expect(200);
const events = async (): Promise<string[]> => (await app.agent.post('/api/events').expect(200)).body;
const run = async (service: string, name: string, ...args: unknown[]) =>
  (await app.agent.post('/api/run').send({ service, name, args }).expect(200)).body.result;
const make = async (owner: string, size: number) =>
  (await app.documents(POST).create({
    data: { title: `of ${owner}`, owner, size },
    status: 'published',
  } as never)) as unknown as typeof mine;

describe.each(testDatabases())('on %s', (database) => {
  beforeAll(async () => {
    app = await startProject(FILES, {
      database,
      config: {
        plugins: {
          'draft-and-publish': true,
          graphql: true,
          'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } },
        },
      },
    });
    [mine, other] = [await make('me', 1), await make('you', 7)];
  });
  beforeEach(() => set(''));
  afterAll(() => app?.close());

  describe('an aggregate', () => {
    const ask = async () => {
      const query =
        '{ posts_connection { aggregate { count max { size } groupBy { owner { key connection { aggregate { count } } } } } } }';
      const { body } = await app.agent.post('/graphql').send({ query }).expect(200);
      const { count, max, groupBy } = body.data.posts_connection.aggregate;
      return { count, max: max.size, keys: groupBy.owner.map(({ key }: { key: string }) => key) };
    };

    it('covers all rows that the code leaves', async () => {
      const { keys, ...figures } = await ask();
      expect(figures).toEqual({ count: 2, max: 7 });
      expect(keys.toSorted()).toEqual(['me', 'you']);
    });

    it.each(['beforeFindMany', 'beforeCount', 'and'])(
      'leaves out rows that are hidden by %s',
      async (hides) => {
        await set(hides);
        expect(await ask()).toMatchObject({ count: 1, max: 1, keys: ['me'] });
        expect(await events()).toEqual(expect.arrayContaining(['beforeFindMany', 'beforeCount']));
      },
    );
  });

  describe('a write', () => {
    const ONE = ['beforeFindOne', 'afterFindOne'];

    it.each([
      ['publish', []],
      ['unpublish', []],
      ['discardDraft', []],
      ['clone', []],
      ['delete', []],
      ['update', ONE],
    ] as const)('%s has the events of a read only for its row', async (name, expected) => {
      const { documentId } = await make('someone', 3);
      await events();
      const result = await run('documents', name, { documentId, data: { size: 4 } });
      expect(result).toMatchObject({ documentId: expect.any(String) });
      expect(await events()).toEqual(expected);
      await app.documents(POST).delete({ documentId });
      if (name === 'clone') await app.documents(POST).delete({ documentId: result.documentId });
    });

    it('over REST answers without an error of code that reads the row', async () => {
      const sent = { data: { title: 'by rest', owner: 'someone' } };
      const { body } = await app.agent.post('/api/posts').send(sent).expect(201);
      expect(body.data.label).toBe('BY REST');
      expect(await events()).toEqual(ONE);
      const path = `/api/posts/${body.data.documentId}`;
      expect((await app.agent.put(path).send(sent).expect(200)).body.data.label).toBe('BY REST');
      expect(await events()).toEqual(ONE);
      await app.agent.delete(path).expect(204);
      expect(await events()).toEqual([]);
    });
  });

  describe('`where` of beforeFindOne', () => {
    it.each(['beforeFindOne', 'and'])('may get a condition: %s', async (hides) => {
      await set(hides);
      const { body } = await app.agent.get(`/api/posts/${mine.documentId}`).expect(200);
      expect(body.data.title).toBe('of me');
      await app.agent.get(`/api/posts/${other.documentId}`).expect(404);
      const find = ({ documentId }: typeof mine) => run('documents', 'findOne', { documentId });
      expect(await find(mine)).toMatchObject({ owner: 'me' });
      expect(await find(other)).toBeNull();
    });

    it('may get a condition in the read of a single type', async () => {
      await app.documents(HOME).create({ data: { title: 'home', owner: 'you' } } as never);
      const ask = async () => {
        const { body } = await app.agent.post('/graphql').send({ query: '{ home { title } }' });
        return [body, (await app.agent.get('/api/home')).status];
      };
      expect(await ask()).toEqual([{ data: { home: { title: 'home' } } }, 200]);
      await set('beforeFindOne');
      expect(await ask()).toEqual([{ data: { home: null } }, 404]);
    });

    it('may name another document', async () => {
      await set('other', { other: mine.documentId });
      const { body } = await app.agent.get(`/api/posts/${other.documentId}`).expect(200);
      expect(body.data.title).toBe('of me');
    });
  });

  describe('strapi.entityService.findOne', () => {
    it.each(['id', 'documentId'] as const)('has its events once: %s', async (key) => {
      expect(await run('entityService', 'findOne', POST, mine[key])).toMatchObject({ label: 'OF ME' });
      expect(await events()).toEqual(['beforeFindOne', 'afterFindOne']);
      await set('beforeFindOne');
      expect(await run('entityService', 'findOne', POST, other[key])).toBeNull();
    });

    it('finds nothing for an unknown id', async () => {
      expect(await run('entityService', 'findOne', POST, 99999)).toBeNull();
    });
  });
});
