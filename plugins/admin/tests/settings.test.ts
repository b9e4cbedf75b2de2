// The settings of plugins in the admin: no secret and no value of the environment leaves the server, in any form.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPlugin, check, definePlugin, described, secret } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { administrator, ask, SECRET, userWith } from './admin-app';

afterAll(removeTemporary);

const { array, boolean, integer, object, optional, string } = check;

const greeter: AnyPlugin = definePlugin({
  name: 'greeter',
  config: object({
    words: described('The words.', optional(string(), 'Hello')),
    most: optional(integer(), 5),
    hosts: optional(array(string()), []),
    apiKey: optional(string()),
    loud: optional(boolean(), false),
    line: optional(string()),
    direct: optional(string()),
    spare: optional(string(), ''),
    later: optional(array(string()), []),
    bearer: optional(string()),
    chosen: optional(string()),
    smtp: optional(object({ host: optional(string()), credentials: optional(object({ user: string() })) })),
    plain: optional(array(string()), []),
  }),
  register(app) {
    app.settings(
      object({
        key: optional(secret(), ''),
        greeting: optional(string({ max: 20 }), 'Hi'),
        often: optional(boolean(), true),
      }),
    );
  },
});

const CONFIG = `module.exports = ({ env }) => ({
  rest: true,
  admin: { config: { sessions: { days: 3 } } },
  upload: { config: { providerOptions: { folder: 'sesame-in-the-file' } } },
  'users-permissions': { config: { jwtSecret: '${SECRET}' } },
  greeter: {
    config: {
      words: env('GREETER_WORDS', 'Good day'),
      most: env.int('GREETER_MOST', 5),
      hosts: ['a.example', env('GREETER_HOST', 'b.example')],
      apiKey: 'key-in-the-file',
      line: 'made of ' + env('GREETER_WORDS', ''),
      direct: process.env.GREETER_DIRECT_OF_TEST,
      spare: env('GREETER_SPARE', 'spare'),
      later: ['a.example', process.env.GREETER_DIRECT_OF_TEST],
      bearer: 'Then ' + process.env.GREETER_DIRECT_OF_TEST,
      ...(env('GREETER_WORDS') === 'words-of-the-environment' && { chosen: 'chosen-by-the-environment' }),
      smtp: { host: 'smtp.example', credentials: { user: 'ann-of-smtp' } },
      plain: ['b.example'],
    },
  },
  jobs: true,
  webhooks: {
    config: {
      webhooks: [
        {
          name: 'shop',
          url: 'https://shop.example/in',
          headers: { 'X-Api-Key': 'live-header-1', 'X-Shop': 'live-header-2' },
          secretFrom: 'SHOP_SECRET',
        },
      ],
    },
  },
});`;

const VALUES = ['words-of-the-environment', '4711', 'direct-of-the-process'];

describe('settings of plugins', () => {
  let app: TestApp;
  let cookie: string;
  beforeAll(async () => {
    const dir = temporary();
    mkdirSync(join(dir, 'config'));
    writeFileSync(join(dir, 'config', 'plugins.js'), CONFIG);
    // Fails with calls of `env` in the place of values.
    writeFileSync(
      join(dir, 'config', 'server.js'),
      "module.exports = ({ env }) => ({ logs: { redact: env('GREETER_REDACTED', '').split(',').filter(Boolean) } });",
    );
    process.env.GREETER_DIRECT_OF_TEST = VALUES[2];
    app = await createTestApp({
      application: dir,
      plugins: [greeter],
      env: {
        GREETER_WORDS: VALUES[0],
        GREETER_MOST: VALUES[1],
        GREETER_HOST: 'host-of-the-environment',
        GREETER_DIRECT_OF_TEST: VALUES[2],
        SHOP_SECRET: 'the-secret-of-the-shop',
      },
    });
    delete process.env.GREETER_DIRECT_OF_TEST;
    cookie = await administrator(app);
  });
  afterAll(() => app.close());

  interface Answer {
    readonly plugins: readonly {
      readonly name: string;
      readonly source: string;
      readonly files: readonly string[];
      readonly stored: object | null;
      readonly settings: readonly { readonly key: string }[];
    }[];
    readonly disabled: readonly string[];
  }
  const settings = async (as = cookie): Promise<Answer> =>
    (await ask(app, '/admin/api/settings', { cookie: as })).body.data as Answer;
  const pluginOf = async (name: string) => (await settings()).plugins.find((each) => each.name === name);
  const settingsOf = async (name: string) =>
    new Map((await pluginOf(name))?.settings.map(({ key, ...rest }) => [key, rest]));

  it('says where each value comes from, and shows those of files', async () => {
    const found = await settingsOf('greeter');
    const hidden = { value: '[hidden]', from: 'environment' };
    expect(found.get('words')).toEqual({
      ...hidden,
      description: 'The words.',
      variables: ['GREETER_WORDS'],
    });
    expect(found.get('most')).toMatchObject({ ...hidden, variables: ['GREETER_MOST'] });
    expect(found.get('hosts')).toMatchObject({ ...hidden, variables: ['GREETER_HOST'] });
    expect(found.get('line')).toMatchObject(hidden);
    expect(found.get('direct')).toMatchObject({ ...hidden, variables: ['GREETER_DIRECT_OF_TEST'] });
    expect(found.get('apiKey')).toMatchObject({ value: '[hidden]', from: 'configuration' });
    expect(found.get('loud')).toMatchObject({ value: false, from: 'default', variables: [] });
    expect(found.get('spare')).toMatchObject({
      value: 'spare',
      from: 'configuration',
      variables: ['GREETER_SPARE'],
    });
    expect((await settingsOf('admin')).get('sessions.days')).toMatchObject({
      value: 3,
      from: 'configuration',
    });
    expect(found.get('later')).toMatchObject({ ...hidden, variables: ['GREETER_DIRECT_OF_TEST'] });
    expect(found.get('bearer')).toMatchObject({ ...hidden, variables: ['GREETER_DIRECT_OF_TEST'] });
    expect(found.get('chosen')).toMatchObject({ value: '[hidden]', from: 'configuration' });
    expect(found.get('smtp.host')).toMatchObject({ value: 'smtp.example' });
    expect(found.get('smtp.credentials.user')).toMatchObject({ value: '[hidden]', from: 'configuration' });
    expect(found.get('plain')).toMatchObject({ value: ['b.example'], from: 'configuration' });
    expect((await settingsOf('webhooks')).get('webhooks')).toMatchObject({
      value: [
        {
          name: 'shop',
          url: 'https://shop.example/in',
          headers: { 'X-Api-Key': '[hidden]', 'X-Shop': '[hidden]' },
          secretFrom: 'SHOP_SECRET',
        },
      ],
    });
    expect(await pluginOf('admin')).toMatchObject({ source: 'built in', files: ['config/plugins.js'] });
  });

  it('has no secret and no value of the environment', async () => {
    const text = JSON.stringify(await settings());
    for (const value of [
      ...VALUES,
      SECRET,
      'sesame-in-the-file',
      'key-in-the-file',
      'host-of-the-environment',
      'chosen-by-the-environment',
      'ann-of-smtp',
      'live-header',
    ])
      expect([value, text.includes(value)]).toEqual([value, false]);
    expect((await settingsOf('users-permissions')).get('jwtSecret')).toMatchObject({ value: '[hidden]' });
  });

  it('lists plugins that are off', async () => {
    const { disabled } = await settings();
    expect(disabled).toContain('graphql');
    expect(disabled).not.toContain('admin');
  });

  it('needs the action, and a schema of stored settings that of the plugin', async () => {
    const without = await userWith(app, 'ann', ['plugin::admin.app.open']);
    expect((await ask(app, '/admin/api/settings', { cookie: without })).status).toBe(403);
    expect((await ask(app, '/admin/api/settings')).status).toBe(401);
    const reader = await userWith(app, 'bob', ['plugin::admin.app.open', 'plugin::admin.settings.read']);
    const storedOf = (answer: Answer) => answer.plugins.find(({ name }) => name === 'greeter')?.stored;
    expect(storedOf(await settings(reader))).toBe(null);
    expect(storedOf(await settings())).toMatchObject({
      schema: { properties: { greeting: { maxLength: 20 } } },
    });
    expect(storedOf(await settings())).toHaveProperty('schema.properties.key.writeOnly', true);
  });
});
