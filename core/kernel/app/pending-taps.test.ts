import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestApp } from '../../testing/create-test-app';
import { activityOf } from './activity';
import type { Kernel } from './app';
import { definePlugin } from './plugin';
import { watchStart } from './watch-start';

it('a tap that never resolves is named when its transaction times out', async () => {
  const stuck = definePlugin({
    name: 'stuck',
    register: ({ hooks }) => hooks.documents.writing(() => new Promise<void>(() => undefined)),
  });
  const quick = definePlugin({
    name: 'quick',
    register: ({ hooks }) => hooks.documents.writing(async () => undefined),
  });
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'thing', pluralName: 'things' }, attributes: { name: { type: 'string' } } },
    ],
    plugins: [quick, stuck],
    config: { database: { transactionTimeout: 200 }, server: { anonymous: 'full' } },
  });
  try {
    const answer = await app.agent.post('/api/things').send({ data: { name: 'a' } });
    expect(answer.status).toBe(503);
    expect(answer.body.error.message).toBe(
      'The request took too long and was stopped: it waited for documents.writing of the plugin "stuck". Let the tap end sooner: give its calls of other services a time limit, or make them after the answer.',
    );
    const message = app.logs
      .map((line) => String(line.message))
      .find((text) => text.includes('transactionTimeout'));
    expect(message).toContain('pending: documents.writing of the plugin "stuck"');
    expect(message).not.toContain('quick');
  } finally {
    await app.close();
  }
});

const waiting = definePlugin({
  name: 'waiting',
  register: ({ hooks }) =>
    hooks.request.authorize((request) =>
      request.path === '/api/things' ? new Promise<undefined>(() => undefined) : undefined,
    ),
});
const thing = {
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'string' } },
};

it.each([
  ['development', 'it waited for request.authorize of the plugin "waiting"'],
  ['production', 'was stopped. Try again with a smaller request.'],
])('the 503 of a request that waits for a tap: %s', async (environment, message) => {
  const app = await createTestApp({
    contentTypes: [thing],
    plugins: [waiting],
    config: { server: { timeouts: { answer: 100 } } },
    env: { NODE_ENV: environment },
  });
  const answer = await app.agent.get('/api/things');
  expect(answer.status).toBe(503);
  expect(answer.body.error.message).toContain(message);
  expect(JSON.stringify(app.logs)).toContain('request.authorize of the plugin');
  await app.close();
});

it('a start that waits for nothing that Node knows does not end the process without a word', () => {
  const script = `
    const { watchStart } = require(${JSON.stringify(join(__dirname, 'watch-start'))});
    const pending = new Set([{ plugin: 'late', hook: 'boot.before', since: performance.now() }]);
    const end = watchStart({ warn: (message) => { console.log(message); end(); } }, { pending }, 20);
  `;
  const printed = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect(printed).toMatch(/^The start has waited \d s for boot\.before of the plugin "late"/);
});

it('a start that waits names the hook and the plugin', async () => {
  const lines: [string, unknown][] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let end = (): void => undefined;
  const slow = definePlugin({
    name: 'slow' as string,
    register(app) {
      // The app object of a plugin inherits from the application.
      const { hooks }: Kernel = Object.getPrototypeOf(app);
      const log = {
        warn(message: string, fields: unknown) {
          lines.push([message, fields]);
          release();
        },
      };
      end = watchStart(log as never, activityOf(hooks), 20);
    },
    boot: () => released,
  });
  const app = await createTestApp({ plugins: [slow], listen: false });
  end();
  await app.kernel.stop();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.[0]).toMatch(/^The start has waited \d s for boot of the plugin "slow"$/);
});
