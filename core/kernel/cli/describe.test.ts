import { join } from 'node:path';
import { folder, quire, removeFolders } from './testing-command-line';

afterAll(removeFolders);

describe('quire describe', () => {
  it('lists types with their API ids, plugins, routes and hooks as JSON', () => {
    const dir = folder({
      'config/plugins.json': '{ "mine": { "resolve": "./mine" } }',
      'mine.js': `module.exports = { name: 'mine', register({ routes, hooks, policies }) {
        routes.add({ method: 'GET', path: '/mine', action: null, summary: 'x', handler: () => ({ json: 1 }) });
        hooks.schema.ready(() => undefined);
        policies.add('is-mine', () => true, 'Lets every request through.');
      } }`,
    });
    const { status, stdout } = quire('describe', '--json', '--dir', dir);
    const description: unknown = JSON.parse(stdout);
    expect(description).toMatchObject({
      dir,
      plugins: expect.arrayContaining([{ name: 'mine', source: join(dir, 'mine.js'), dependencies: [] }]),
      types: [
        expect.objectContaining({ uid: 'api::thing.thing', singularApiId: 'thing', pluralApiId: 'things' }),
      ],
      routes: expect.arrayContaining([
        expect.objectContaining({ method: 'GET', path: '/mine', plugin: 'mine' }),
      ]),
      hooks: expect.arrayContaining([
        {
          hook: 'schema.ready',
          plugins: expect.arrayContaining(['mine']),
          publisher: 'the module "content"',
        },
      ]),
      additions: {
        policy: [{ name: 'is-mine', plugin: 'mine', description: 'Lets every request through.' }],
      },
    });
    expect(status).toBe(0);
  });

  it('lists the parts of one plugin, with their sentences', () => {
    const dir = folder({
      'config/plugins.json': '{ "mine": { "resolve": "./mine" } }',
      'mine.js': `module.exports = { name: 'mine', register({ routes, hooks, policies }) {
        routes.add({ method: 'GET', path: '/mine', action: null, summary: 'Says one', handler: () => ({ json: 1 }) });
        hooks.schema.collect((types) => types.addContentType('plugin::other.note',
          { info: { singularName: 'note', pluralName: 'notes' }, attributes: {} }));
        policies.add('is-mine', () => true, 'Lets every request through.');
      } }`,
    });
    const { stdout } = quire('describe', '--plugin', 'mine', '--dir', dir);
    for (const part of [
      /GET {4}\/mine {2}Says one open/,
      /policy is-mine {2}Lets every request through\. mine/,
      /schema\.collect {2}mine/,
      /plugin::other\.note/,
    ])
      expect(stdout).toMatch(part);
    expect(stdout).not.toMatch(/api::thing|openapi|\brest\b/);
    const unknown = quire('describe', '--plugin', 'mien', '--dir', dir);
    expect(unknown).toMatchObject({ status: 1 });
    expect(unknown.stderr).toContain('The plugin "mien" is not enabled; did you mean "mine"? Enabled: ');
  });

  it('lists the hooks that one plugin publishes', () => {
    const dir = folder({
      'config/plugins.json': '{ "shop": { "resolve": "./shop" }, "parcels": { "resolve": "./parcels" } }',
      'shop.js': `const { hooks } = require('quire-cms');
        module.exports = { name: 'shop', register: (app) => { app.hooks.publish('shop', { ordered: hooks.sync([]), paid: hooks.sync([]) }); } };`,
      'parcels.js': `module.exports = { name: 'parcels', dependencies: ['shop'], register: (app) => app.hooks.shop.ordered(() => undefined) };`,
    });
    const hooksOf = (plugin: string): unknown =>
      JSON.parse(quire('describe', '--json', '--plugin', plugin, '--dir', dir).stdout).hooks;
    const publisher = 'the plugin "shop"';
    expect(hooksOf('shop')).toEqual([
      { hook: 'shop.ordered', plugins: [], publisher },
      { hook: 'shop.paid', plugins: [], publisher },
    ]);
    expect(hooksOf('parcels')).toEqual([{ hook: 'shop.ordered', plugins: ['parcels'], publisher }]);
  });

  it('lists the routes and permissions of the operations that one plugin added', () => {
    const dir = folder({
      'config/plugins.json': '{ "mine": { "resolve": "./mine" } }',
      'mine.js': `module.exports = { name: 'mine', register({ operations }) {
        operations.add({ name: 'archive', description: 'Archives a document', run: async () => {} });
      } }`,
    });
    const { stdout } = quire('describe', '--plugin', 'mine', '--dir', dir);
    expect(stdout).toMatch(/POST {3}\/api\/things\/:documentId\/actions\/archive {2}Archives a document/);
    expect(stdout).toMatch(/permission action api::thing\.thing\.archive {2}Archives a document/);
    expect(stdout).not.toMatch(/api::thing\.thing\.find/);
  });

  it('lists tables, attributes, axes, ignored keys and error codes of one plugin', () => {
    const dir = folder({
      'config/plugins.json': '{ "mine": { "resolve": "./mine" } }',
      'mine.js': `const { defineErrors } = require('quire-cms');
      defineErrors('mine', { MINE_GONE: { status: 410, name: 'GoneError', message: () => 'Gone' } });
      module.exports = { name: 'mine', register(app) {
        app.model({ table: 'mine_orders', columns: { id: { kind: 'id' }, total: { kind: 'integer' } } });
        app.ignoredKeys.add('mineNote');
        app.hooks.schema.contentType((type) => {
          type.addAttribute('price', { type: 'integer' });
          type.addAxis({ name: 'shelf', column: 'shelf', kind: 'parallel', store: { kind: 'text', length: 9 },
            base: () => 'a', defaultValue: () => 'a', any: false, pin: 'select' }, () => false);
        });
      } }`,
    });
    const { stdout } = quire('describe', '--plugin', 'mine', '--dir', dir);
    for (const part of [
      /table mine_orders {2,}id, total mine/,
      /attribute api::thing\.thing price {2,}integer mine/,
      /axis api::thing\.thing shelf {2,}parallel mine/,
      /ignored key mineNote {2,}mine/,
      /error code MINE_GONE {2,}410 mine/,
    ])
      expect(stdout).toMatch(part);
  });

  it('is readable', () => {
    const { stdout } = quire('describe', '--dir', folder());
    expect(stdout).toMatch(/Content types \(1\)\n {2}api::thing\.thing {2}thing \/ things, 1 attribute\n/);
  });
});
