// Cron tasks of a project, and strapi.store, on each database.
import { testDatabases } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { type Files, startProject } from './project';

const RUN: Files = {
  'src/api/tool/controllers/tool.ts': `
    export default {
      async run(ctx) {
        const AsyncFunction = (async () => {}).constructor;
        ctx.body = { value: (await new (AsyncFunction as any)('strapi', ctx.request.body.code)(strapi)) ?? null };
      },
    };`,
  'src/api/tool/routes/tool.ts': `
    export default { routes: [{ method: 'POST', path: '/run', handler: 'tool.run', config: { auth: false } }] };`,
};

const TASKS: Files = {
  ...RUN,
  'config/cron-tasks.ts': `
    export default {
      '*/1 * * * * *': async ({ strapi }, at) => strapi.store.set({ key: 'every', value: at.getTime() > 0 }),
      past: { task: ({ strapi }) => strapi.store.set({ key: 'past', value: 1 }), options: new Date(Date.now() - 1) },
      dailyReport: { task() {}, options: { rule: '0 3 * * *', tz: 'Europe/Berlin' } },
      byParts: { task() {}, options: { rule: { hour: [3, 4], minute: 0, month: 0 } } },
    };`,
  'src/index.ts': `
    export default {
      bootstrap({ strapi }) {
        strapi.cron.add({ late: { task() {}, options: '0 4 * * *' }, gone: { task() {}, options: '0 4 * * *' } });
        const once = () => strapi.store.set({ key: 'once', value: 1 });
        strapi.cron.add({ once: { task: once, options: new Date(Date.now() + 500) } });
        strapi.cron.remove('gone');
      },
    };`,
};

describe.each(testDatabases())('on %s', (database) => {
  it('keeps values under keys, and runs each tick', async () => {
    const app = await startProject(TASKS, {
      database,
      config: { plugins: { jobs: { config: { poll: 50 } } } },
    });
    const run = async (code: string) =>
      (await app.agent.post('/api/run').send({ code }).expect(200)).body.value;
    try {
      const kept = await run(`
        const store = strapi.store({ type: 'plugin', name: 'shop', key: 'settings' });
        const before = await store.get();
        await store.set({ value: { rate: 1, list: ['a'] } });
        await store.set({ value: { rate: 2, list: ["it's"] } });
        const again = await strapi.store.get({ type: 'plugin', name: 'shop', key: 'settings' });
        const other = await strapi.store({ type: 'plugin', name: 'shop' }).get({ key: 'settings', environment: 'test' });
        await strapi.db.transaction(async () => { await store.set({ value: 3 }); throw new Error('undo'); }).catch(() => null);
        const undone = await store.get();
        await store.delete();
        return { before, again, other, undone, after: await store.get(),
          nothing: await strapi.store.set({ key: 'n', value: null }).then(() => strapi.store.get({ key: 'n' })),
          refused: await strapi.store.get({ type: 'plugin' }).catch((error) => error.message) };`);
      expect(kept).toEqual({
        before: null,
        again: { rate: 2, list: ["it's"] },
        other: null,
        undone: { rate: 2, list: ["it's"] },
        after: null,
        nothing: null,
        refused: 'strapi.store: the call names no "key"',
      });
      await until(async () => {
        const [every, once, past] = await run(
          `return Promise.all(['every', 'once', 'past'].map((key) => strapi.store.get({ key })))`,
        );
        expect(past).toBe(null);
        return every === true && once === 1;
      });
      expect(await run('return strapi.cron.jobs.map(({ name }) => name)')).toEqual([
        '*/1 * * * * *',
        'past',
        'dailyReport',
        'byParts',
        'late',
        'once',
      ]);
      await app.agent.post('/api/run').send({ code: 'strapi.cron.add({})' }).expect(500);
      expect(JSON.stringify(app.logs)).toContain('call it in register or bootstrap of src/index');
    } finally {
      await app.close();
    }
  });
});

const SHARED: Files = {
  ...RUN,
  'src/index.ts': `
    const { store } = strapi;
    let isSecond = false;
    export default {
      async register() {
        const known = await store.get({ key: 'moment' });
        isSecond = known !== null;
        const moment = known ?? Date.now() + 4000;
        await store.set({ key: 'moment', value: moment });
        const task = async () => store.set({ key: 'runs', value: ((await store.get({ key: 'runs' })) ?? 0) + 1 });
        strapi.cron.add({ shared: { task, options: new Date(moment) } });
      },
      async bootstrap() {
        while (isSecond && (await store.get({ key: 'go' })) === null) await new Promise((done) => setTimeout(done, 20));
      },
    };`,
};

describe.each(testDatabases())('on %s', (database) => {
  it('runs a task at one moment once, also if a process begins after it', async () => {
    const config = { plugins: { jobs: { config: { poll: 50 } } } };
    const app = await startProject(SHARED, { database, config });
    const waiting = async () =>
      (await app.kernel.database.knex('jobs').where({ name: 'strapi.cron.shared' })).length;
    const run = async (code: string) =>
      (await app.agent.post('/api/run').send({ code }).expect(200)).body.value;
    try {
      const second = app.startSecond();
      await until(
        async () => (await run(`return strapi.store.get({ key: 'runs' })`)) === 1 && (await waiting()) === 0,
      );
      await run(`return strapi.store.set({ key: 'go', value: 1 })`);
      await second;
      await until(async () => (await waiting()) === 0);
      expect(await run(`return strapi.store.get({ key: 'runs' })`)).toBe(1);
    } finally {
      await app.close();
    }
  });
});

it('needs the plugin jobs, and names wrong tasks', async () => {
  await expect(startProject(TASKS)).rejects.toThrow(
    'the project has cron tasks, and the plugin "jobs" is disabled; write jobs: true in config/plugins',
  );
  const wrong = { 'config/cron-tasks.js': 'module.exports = { daily: { options: { rule: 7 } } };' };
  await expect(startProject(wrong)).rejects.toThrow('the cron task "daily" has no function');
  const rule = { 'config/cron-tasks.js': 'module.exports = { daily: { task() {}, options: "often" } };' };
  await expect(startProject(rule, { config: { plugins: { jobs: true } } })).rejects.toThrow(
    /job "strapi\.cron\.daily".*"often" is not a cron expression/s,
  );
});

it('reads the tasks that config/server of a project beside the application uses', async () => {
  const beside = { config: { plugins: { strapi: { config: { dir: 'shop' } } } } };
  const files = { 'shop/config/cron-tasks.js': "module.exports = { '0 3 * * *': () => {} };" };
  const app = await startProject(files, beside);
  await app.close();
  const server = "module.exports = { cron: { enabled: true, tasks: require('./cron-tasks') } };";
  await expect(startProject({ ...files, 'shop/config/server.js': server }, beside)).rejects.toThrow(
    'the project has cron tasks, and the plugin "jobs" is disabled',
  );
});
