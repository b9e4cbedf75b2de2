import { createKernel } from '../../create-kernel';
import type { App } from '../../kernel/app/app';
import { definePlugin } from '../../kernel/app/plugin';
import { array, integer, object, optional, record, string } from '../../kernel/check/checks';
import { secret } from '../../kernel/config/secret';
import { createTestApp, testDatabases } from '../../testing';
import { until } from '../../testing/until';
import type { PluginSettings } from './plugin-settings';
import type { PluginState } from './plugin-state';

const SHAPE = { cursor: integer(), place: object({ name: string() }) };
const SETTINGS = object({ most: optional(integer({ min: 1 }), 10), label: optional(string(), 'like') });

function keeper() {
  const parts = {} as {
    state: PluginState<typeof SHAPE>;
    settings: PluginSettings<{ most: number; label: string }>;
    atBoot: number;
  };
  const plugin = definePlugin({
    name: 'keeper' as string,
    register(app: App) {
      parts.state = app.state(SHAPE);
      parts.settings = app.settings(SETTINGS);
    },
    async boot() {
      parts.atBoot = parts.settings.value.most;
    },
  });
  return { plugin, parts };
}

test.each(testDatabases())('state and settings on %s', async (database) => {
  const { plugin, parts } = keeper();
  const app = await createTestApp({ database, plugins: [plugin] });
  const { state, settings } = parts;
  const other = keeper();
  const { database: config, server } = app.kernel.config;
  const second = await createKernel({
    dir: app.dir,
    env: { NODE_ENV: 'test' },
    overrides: { database: config, server },
    plugins: [other.plugin],
    writeLog: () => undefined,
  });
  try {
    // State: typed, checked, one value per key, part of the transaction of the caller.
    expect(await state.get('cursor')).toBeUndefined();
    await Promise.all([1, 2, 3].map((cursor) => state.set('cursor', cursor)));
    expect([1, 2, 3]).toContain(await state.get('cursor'));
    await state.set('place', { name: "it's" });
    expect(await state.get('place')).toEqual({ name: "it's" });
    await expect(
      app.kernel.database.transaction(async () => {
        await state.set('cursor', 9);
        expect(await state.get('cursor')).toBe(9);
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await state.get('cursor')).not.toBe(9);
    await state.delete('cursor');
    expect(await state.get('cursor')).toBeUndefined();
    await expect(state.set('cursor', 'x' as never)).rejects.toThrow(
      'The plugin "keeper" sets "cursor" of its state',
    );
    // @ts-expect-error the state has no such key
    await expect(state.get('courser')).rejects.toThrow('has no key "courser"; known: cursor, place');

    // Settings: defaults, over REST, checked, seen by another process within a second.
    const path = '/api/plugins/keeper/settings';
    await app.agent.get(path).expect(200, { most: 10, label: 'like' });
    await app.agent.put(path).send({ most: 3 }).expect(200, { most: 3, label: 'like' });
    expect(settings.value.most).toBe(3);
    const refused = await app.agent.put(path).send({ most: 0 }).expect(400);
    expect(refused.body.error.message).toContain('most: expected a whole number of at least 1, got 0');
    await app.agent.put(path).send({ mots: 1 }).expect(400);
    await second.start();
    expect(other.parts.atBoot).toBe(3);

    // Two people: the one with the former ETag gets a 412, and so does one of two requests at once.
    const put = (tag: string, most: number) => app.agent.put(path).set('If-Match', tag).send({ most });
    const { etag: first = '' } = (await app.agent.get(path)).headers;
    const { etag: changed = '' } = (await put(first, 4).expect(200)).headers;
    expect((await app.agent.get(path)).headers.etag).toBe(changed);
    const late = await put(first, 6).expect(412);
    expect(late.body.error).toMatchObject({
      name: 'PreconditionFailedError',
      message: 'The settings have changed since they were read; read them again and repeat the change',
    });
    await put(`W/${changed}`, 6).expect(412);
    expect(settings.value.most).toBe(4);
    const both = await Promise.all([put(changed, 7), put(changed, 8)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    await other.parts.settings.set({ most: 9, label: 'like' });
    await put(both.find(({ status }) => status === 200)?.headers.etag ?? '', 1).expect(412);
    await put('*', 3).expect(200);
    await settings.set({ most: 5, label: 'heart' });
    await until(() => other.parts.settings.value.most === 5);
    expect(app.kernel.actions.entry('plugin::keeper.settings.update')).toMatchObject({ plugin: 'keeper' });
  } finally {
    await second.stop();
    await app.close();
  }
});

test('a setting without a default stops startup', async () => {
  const plugin = definePlugin({
    name: 'bare' as string,
    register: (app) => void app.settings(object({ key: string() })),
  });
  await expect(createTestApp({ plugins: [plugin] })).rejects.toThrow(
    'The settings of the plugin "bare" need a default for each key: key is required and missing.',
  );
});

test('a PUT without an optional object removes it, with its secrets', async () => {
  const check = object({ proxy: optional(object({ host: string(), pass: optional(secret()) })) });
  const parts = {} as { settings: PluginSettings<object> };
  const plugin = definePlugin({
    name: 'proxied' as string,
    register(app: App) {
      parts.settings = app.settings(check);
    },
  });
  const app = await createTestApp({ plugins: [plugin] });
  try {
    const path = '/api/plugins/proxied/settings';
    const proxy = { host: 'a.example', pass: 'live' };
    await app.agent.put(path).send({ proxy }).expect(200);
    await app.agent
      .put(path)
      .send({ proxy: { host: 'b.example' } })
      .expect(200);
    expect(parts.settings.value).toEqual({ proxy: { ...proxy, host: 'b.example' } });
    await app.agent.put(path).send({}).expect(200, {});
    expect(parts.settings.value).toEqual({});
  } finally {
    await app.close();
  }
});

test('no answer has a secret, and a PUT without it keeps it', async () => {
  const check = object({
    host: optional(string(), ''),
    pass: optional(secret(), ''),
    mail: optional(object({ user: optional(string(), ''), pass: optional(secret(), '') }), {
      user: '',
      pass: '',
    }),
    keys: optional(array(secret()), []),
    headers: optional(record(secret()), {}),
    list: optional(array(object({ name: string(), pass: optional(secret()) })), []),
  });
  const parts = {} as { settings: PluginSettings<object> };
  const plugin = definePlugin({
    name: 'sealed' as string,
    register(app: App) {
      parts.settings = app.settings(check);
    },
  });
  const app = await createTestApp({ plugins: [plugin] });
  try {
    const path = '/api/plugins/sealed/settings';
    const secrets = { pass: 'live-1', keys: ['live-2'], headers: { a: 'live-3' } };
    const open = { host: 'a.example', mail: { user: 'ann' }, list: [{ name: 'b' }] };
    const whole = {
      ...open,
      ...secrets,
      mail: { user: 'ann', pass: 'live-4' },
      list: [{ name: 'b', pass: 'live-5' }],
    };
    await app.agent.put(path).send(whole).expect(200, open);
    await app.agent.get(path).expect(200, open);
    expect(parts.settings.value).toEqual(whole);
    await app.agent
      .put(path)
      .send({ ...open, host: 'b.example' })
      .expect(200, { ...open, host: 'b.example' });
    expect(parts.settings.value).toEqual({ ...whole, host: 'b.example' });
    await app.agent.put(path).send({ host: 'c.example', list: open.list }).expect(200);
    expect(parts.settings.value).toEqual({
      ...whole,
      host: 'c.example',
      mail: { user: '', pass: 'live-4' },
    });
    const changed = [...open.list, { name: 'c' }];
    await app.agent
      .put(path)
      .send({ ...open, list: changed })
      .expect(200);
    expect(parts.settings.value).toEqual({ ...whole, list: changed });
    await app.agent.put(path).send(open).expect(200);
    await app.agent
      .put(path)
      .send({ ...open, pass: '', headers: { b: 'live-6' } })
      .expect(200, open);
    expect(parts.settings.value).toMatchObject({ pass: '', keys: ['live-2'], headers: { b: 'live-6' } });
  } finally {
    await app.close();
  }
});
