import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA } from '../../content/application';
import { createKernel } from '../../create-kernel';
import { DATABASE } from '../../database/module';
import { errorSourceOf } from '../errors/error-source';
import { token } from '../registry/container';
import type { Kernel } from './kernel';
import { type AnyPlugin, definePlugin } from './plugin';
import { CONFIG, LOGGER } from './tokens';

const made: string[] = [];
const running: Kernel[] = [];
afterEach(async () => {
  for (const kernel of running.splice(0)) await kernel.stop();
});
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

function folder(...types: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-kernel-'));
  made.push(dir);
  mkdirSync(join(dir, 'config', 'content-types'), { recursive: true });
  for (const name of types)
    writeFileSync(
      join(dir, 'config', 'content-types', `${name}.json`),
      JSON.stringify({
        info: { singularName: name, pluralName: `${name}s` },
        attributes: { name: { type: 'string' } },
      }),
    );
  return dir;
}

async function kernelWith(
  plugins: readonly AnyPlugin[],
  dir = folder('thing'),
  writeLog: (line: string) => void = () => undefined,
) {
  const kernel = await createKernel({
    dir,
    env: {},
    plugins,
    writeLog,
    overrides: { server: { port: 0, anonymous: 'full' }, database: { filename: ':memory:' } },
  });
  running.push(kernel);
  return kernel;
}

const text = async (kernel: Kernel, path: string) => (await fetch(kernel.server.url + path)).text();

function greeter(name: string, greeting: string): AnyPlugin {
  return definePlugin({
    name,
    register({ routes }) {
      routes.add({
        method: 'GET',
        path: '/greeting',
        action: null,
        summary: 'Greets',
        handler: () => ({ json: greeting }),
      });
    },
  });
}

describe('a kernel', () => {
  it('runs the phases of its plugins in order, and shuts down in reverse order', async () => {
    const seen: string[] = [];
    const phases = (name: string, dependencies: readonly string[] = []): AnyPlugin =>
      definePlugin({
        name,
        dependencies,
        register({ hooks }) {
          seen.push(`register ${name}`);
          hooks.schema.collect(() => void seen.push(`collect ${name}`));
          hooks.schema.ready(() => void seen.push(`ready ${name}`));
          hooks.boot.before(async () => void seen.push(`boot.before ${name}`));
          hooks.boot.after(async () => void seen.push(`boot.after ${name}`));
          hooks.listening(async () => void seen.push(`listening ${name}`));
          hooks.shutdown(async () => void seen.push(`shutdown hook ${name}`));
        },
        boot: async () => void seen.push(`boot ${name}`),
        shutdown: async () => void seen.push(`shutdown ${name}`),
      });
    const kernel = await kernelWith([phases('b', ['a']), phases('a')]);
    await kernel.listen();
    await kernel.stop();
    await kernel.stop();
    const inOrder = [
      'register',
      'collect',
      'ready',
      'boot.before',
      'boot',
      'boot.after',
      'listening',
      'shutdown hook',
    ];
    expect(seen).toEqual([
      ...inOrder.flatMap((phase) => [`${phase} a`, `${phase} b`]),
      'shutdown b',
      'shutdown a',
    ]);
  });

  it('says when its parts become available', async () => {
    const early = definePlugin({ name: 'early', register: ({ schema }) => void schema.types });
    await expect(kernelWith([early])).rejects.toThrow(
      'The service "schema" is not available yet; use it from the hook schema.ready on, or in boot()',
    );
    const kernel = await kernelWith([]);
    expect(() => kernel.documents).toThrow('The service "documents" is not available yet; use it from');
  });

  it('resolves its parts and the services of plugins by typed tokens', async () => {
    const CLOCK = token<() => number>('clock');
    const clock = definePlugin({
      name: 'clock',
      register: ({ container }) => container.provide(CLOCK, () => 7),
    });
    const kernel = await kernelWith([clock]);
    await kernel.start();
    expect(kernel.container.resolve(CLOCK)()).toBe(7);
    expect(kernel.container.resolve(CONFIG)).toBe(kernel.config);
    expect(kernel.container.resolve(LOGGER)).toBe(kernel.log);
    expect(kernel.container.resolve(SCHEMA)).toBe(kernel.schema);
    expect(kernel.container.resolve(DATABASE)).toBe(kernel.database);
  });

  it('does not touch another one in the same process', async () => {
    const one = await kernelWith([greeter('greeter', 'one')], folder('apple'));
    const two = await kernelWith([greeter('greeter', 'two')], folder('pear'));
    await Promise.all([one.listen(), two.listen()]);
    expect([await text(one, '/greeting'), await text(two, '/greeting')]).toEqual(['"one"', '"two"']);
    expect([[...one.schema.types.keys()], [...two.schema.types.keys()]]).toEqual([
      ['api::apple.apple'],
      ['api::pear.pear'],
    ]);
    await one.documents('api::apple.apple').create({ data: { name: 'a' } });
    expect(await one.documents('api::apple.apple').count()).toBe(1);
    expect(await two.documents('api::pear.pear').count()).toBe(0);
    await one.stop();
    expect(await text(two, '/greeting')).toBe('"two"');
  });

  it('leaves out a plugin given in code that config/plugins switches off', async () => {
    const dir = folder('thing');
    const plugins = [greeter('greeter', 'hello')];
    const on = await kernelWith(plugins, dir);
    writeFileSync(join(dir, 'config', 'plugins.json'), JSON.stringify({ greeter: false }));
    const off = await kernelWith(plugins, dir);
    await Promise.all([on.listen(), off.listen()]);
    expect([await text(on, '/greeting'), await text(off, '/greeting')]).toEqual([
      '"hello"',
      expect.stringContaining('NotFoundError'),
    ]);
    expect(off.plugins.map(({ name }) => name)).not.toContain('greeter');
  });

  const failing: readonly [string, AnyPlugin][] = [
    [
      'register',
      {
        name: 'bad',
        register: () => {
          throw new Error('boom');
        },
      },
    ],
    ['boot', { name: 'bad', register: () => undefined, boot: () => Promise.reject(new Error('boom')) }],
    [
      'boot.before',
      {
        name: 'bad',
        register: ({ hooks }) => hooks.boot.before(() => Promise.reject(new Error('boom'))),
      },
    ],
  ];
  it.each(failing)('names the plugin whose %s fails', async (at, plugin) => {
    const error: unknown = await kernelWith([plugin])
      .then((kernel) => kernel.start())
      .catch((thrown: unknown) => thrown);
    expect(error).toEqual(new Error('boom'));
    expect(errorSourceOf(error)).toEqual({ plugin: 'bad', at });
  });

  it('ends the rest when a part fails to end', async () => {
    const lines: string[] = [];
    const ended: string[] = [];
    const kernel = await kernelWith(
      [
        { name: 'a', register: () => undefined, shutdown: async () => void ended.push('a') },
        { name: 'b', register: () => undefined, shutdown: () => Promise.reject(new Error('stuck')) },
      ],
      undefined,
      (line) => lines.push(line),
    );
    await kernel.start();
    running.length = 0;
    await expect(kernel.stop()).rejects.toThrow('stuck');
    expect(ended).toEqual(['a']);
    expect(lines.join()).toContain('did not stop as it should');
  });

  it('names both plugins that add one name', async () => {
    const adding = (name: string): AnyPlugin => ({
      name,
      register: ({ policies }) => policies.add('is-owner', () => true, `The policy of ${name}`),
    });
    await expect(kernelWith([adding('a'), adding('b')])).rejects.toThrow(
      'The policy "is-owner" is added by the plugin "a" (The policy of a) and by the plugin "b" (The policy of b). Rename one',
    );
  });
});
