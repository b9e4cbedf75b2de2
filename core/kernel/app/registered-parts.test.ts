// Mistakes in the parts that plugins register: one row for each, with the message. All of them stop startup.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textType } from '../../content/attributes/families/text';
import { createTestApp } from '../../testing/create-test-app';
import { loadPlugins } from './load-plugins';
import type { AnyPlugin } from './plugin';

// biome-ignore lint/suspicious/noExplicitAny: code without types can register anything
type Untyped = any;
type Register = (app: Untyped) => void;
type Mistake = readonly [what: string, register: Register, ...messages: string[]];

const text = textType({ name: 'money', limit: 10 });
const route = { method: 'GET', path: '/api/x', action: null, summary: 'x', handler: () => ({ json: 1 }) };
const param = { name: 'near', description: 'x', on: ['find'], parse: () => 1, openapi: {} };
const command = { name: 'sweep', description: 'x', usage: ['quire sweep'], run: async () => 0 };
const table = {
  name: 'shop_orders',
  owner: 'the shop',
  columns: [{ name: 'id', spec: { kind: 'id' } }],
  indexes: [],
};
const type = { info: { singularName: 'order', pluralName: 'orders' }, attributes: {} };

const without = (part: object, key: string): object =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));
const attributeType =
  (change: object, left = '') =>
  (app: Untyped): void =>
    app.attributes.add(without({ ...text, ...change }, left));
const addRoute =
  (change: object, left = '') =>
  (app: Untyped): void =>
    app.routes.add(without({ ...route, ...change }, left));
const addTable =
  (change: object, left = '') =>
  (app: Untyped): void =>
    app.hooks.schema.tables((tables: Untyped[]) => tables.push(without({ ...table, ...change }, left)));
const model = (definition: object) => (app: Untyped) => app.model(definition);

const money = 'The attribute type "money" of the plugin "shop" has ';
const tables = 'The tables that the plugin "shop" adds in schema.tables are wrong:';

const MISTAKES: readonly Mistake[] = [
  [
    'a type without a column',
    attributeType({}, 'column'),
    `${money}a mistake:`,
    'shop → column: is required and missing',
  ],
  [
    'a type of an unknown kind',
    attributeType({ kind: 'skalar' }),
    'shop → kind: expected one of "scalar", "lowered", "relation", "component", "dynamiczone", got "skalar"; did you mean "scalar"?',
  ],
  [
    'a misspelled member of a type',
    attributeType({ sortible: true }, 'sortable'),
    `${money}2 mistakes:`,
    'shop → sortable: is required and missing',
    'shop → sortible: unknown key "sortible"; did you mean "sortable"?',
  ],
  [
    'an unknown kind of filters',
    attributeType({ filter: { kind: 'texts', parse: () => ({ value: '' }) } }),
    'shop → filter.kind: expected one of "text", "number", "moment", "boolean", "choice", "json", "list", got "texts"; did you mean "text"?',
  ],
  [
    'a type without a name',
    attributeType({}, 'name'),
    'A part of the plugin "shop" has no name: attribute type.',
  ],
  [
    'options that are no check',
    attributeType({ options: {} }),
    'shop → options: expected a check, such as check.object({ … }), got {}',
  ],
  [
    'a column that no database has',
    attributeType({ column: () => ({ kind: 'blob' }) }),
    'column() of the type "money" of the plugin "shop" returned a wrong column: kind: expected one of "string", "text", "json"',
  ],
  [
    'an operator that takes nothing known',
    (app) => app.operators.add({ name: '$near', takes: 'pairs' }),
    'The filter operator "$near" of the plugin "shop" has a mistake:',
    'shop → takes: expected one of "one", "pair", "list", "none", got "pairs"; did you mean "pair"?',
  ],
  [
    'a table without indexes',
    addTable({}, 'indexes'),
    tables,
    'shop → table shop_orders → indexes: is required and missing; write [] for a table without indexes',
  ],
  [
    'a column of an unknown kind',
    addTable({ columns: [...table.columns, { name: 'scan', spec: { kind: 'blob' } }] }),
    'shop → table shop_orders → columns[1].spec.kind: expected one of "string", "text", "json", "integer"',
  ],
  [
    'the name of another table',
    addTable({ name: 'notes' }),
    'shop → table notes: the name is taken by api::note.note; rename one of the tables',
  ],
  [
    'an index on an unknown column',
    addTable({
      columns: [...table.columns, { name: 'total', spec: { kind: 'integer' } }],
      indexes: [{ name: 'shop_orders_total', columns: ['totla'], unique: false }],
    }),
    'shop → table shop_orders → indexes[0].columns[0]: there is no column "totla"; did you mean "total"?',
  ],
  [
    'a table without a key',
    addTable({ columns: [{ name: 'a', spec: { kind: 'text' } }] }),
    "the table has no key; add a column of the kind 'id'",
  ],
  [
    'a column of a model of an unknown kind',
    model({ table: 'shop_orders', columns: { id: { kind: 'id' }, scan: { kind: 'blob' } } }),
    'The table "shop_orders" of the plugin "shop" has a mistake:',
    'shop → columns.scan.kind: expected one of "id", "string", "text"',
  ],
  [
    'a text without a length in a model',
    model({ table: 'shop_orders', columns: { id: { kind: 'id' }, name: { kind: 'string' } } }),
    'shop → columns.name.length: is required and missing',
  ],
  [
    'a misspelled key of a model',
    model({ table: 'shop_orders', columns: { id: { kind: 'id' } }, indices: [] }),
    'shop → indices: unknown key "indices"; did you mean "indexes"?',
  ],
  [
    'an unknown method',
    addRoute({ method: 'FETCH' }),
    'shop → FETCH /api/x → method: expected one of "GET", "POST", "PUT", "PATCH", "DELETE", got "FETCH"',
  ],
  [
    'a route without an action',
    addRoute({}, 'action'),
    'shop → GET /api/x → action: is required and missing; write the permission action that the route needs, or null for a public route',
  ],
  [
    'a route without a handler',
    addRoute({}, 'handler'),
    'shop → GET /api/x → handler: is required and missing; write a function (request) => answer',
  ],
  [
    'a policy of a route that is no function',
    addRoute({ policies: [5] }),
    'shop → GET /api/x → policies[0]: expected a registered name, { name, config }, or a function, got 5',
  ],
  [
    'a parameter on an unknown operation',
    (app) => app.params.add({ ...param, on: ['finde'] }),
    'The parameter "near" of the plugin "shop" has a mistake:',
    'shop → on[0]: expected one of "find", "findOne", "create", "update", "delete", got "finde"; did you mean "find"?',
  ],
  [
    'a policy that is no function',
    (app) => app.policies.add('is-local', true),
    'The policy "is-local" of the plugin "shop" has a mistake:',
    'shop: expected a function, got true',
  ],
  [
    'a policy for every route that is no function',
    (app) => app.hooks.http.route((each: Untyped) => each.addPolicy(true)),
    'of the plugin "shop" has a mistake:',
    'shop: expected a registered name, { name, config }, or a function, got true',
  ],
  [
    'a command of Quire',
    (app) => app.commands.add({ ...command, name: 'doctor' }),
    'The command "doctor" of the plugin "shop" (x) cannot be added: "quire doctor" is a command of Quire; rename yours.',
  ],
  [
    'a command without a usage',
    (app) => app.commands.add(without(command, 'usage')),
    'shop → usage: is required and missing',
  ],
  [
    'a content type with another uid',
    (app) => app.hooks.schema.collect((types: Untyped) => types.addContentType('foo', type)),
    'plugin shop (foo): "foo" is not the uid of a content type; expected a uid like "plugin::shop.order" or "api::article.article"',
  ],
  [
    'an operation that does not run',
    (app) => app.operations.add({ name: 'archive' }),
    'The operation "archive" of the plugin "shop" has a mistake:',
    'shop → run: is required and missing',
  ],
  [
    'an action without a description',
    (app) => app.actions.add({ name: 'plugin::shop.order.pay' }),
    'shop → description: is required and missing',
  ],
  [
    'an action of documents with an unknown verb',
    (app) => app.documentActions.add('plugin::shop.x', { type: 'api::note.note', verb: 'remove' }),
    'shop → verb: expected one of "find", "findOne", "create", "update", "delete", got "remove"',
  ],
];

const SITE: readonly Mistake[] = [
  [
    'a misspelled option of a static folder',
    (app) => app.routes.static({ path: '/x', folder: __dirname, fallbak: 'index.html' }),
    'A static folder of the plugin "shop" has a mistake:',
    'shop → fallbak: unknown key "fallbak"; did you mean "fallback"?',
  ],
  [
    'a tap that is no function',
    (app) => app.hooks.documents.prepare('x'),
    'The tap of documents.prepare of the plugin "shop" has a mistake:',
    'shop: expected a function, got "x"',
  ],
  [
    'no route',
    (app) => app.routes.add(),
    'A route of the plugin "shop" has a mistake:',
    'shop: expected an object, got nothing',
  ],
  [
    'no model',
    (app) => app.model(),
    'A table of the plugin "shop" has a mistake:',
    'shop: expected an object, got nothing',
  ],
  [
    'settings that are no check',
    (app) => app.settings({ most: 5 }),
    'The check of the settings of the plugin "shop" has a mistake:',
    'shop: expected a check, such as check.object({ … }), got {"most":5}',
  ],
  [
    'a parameter with a word of Quire',
    (app) => app.params.add({ ...param, name: 'sort' }),
    'The parameter "sort" of the plugin "shop" (x) cannot be added: Quire uses this word itself; choose another name.',
  ],
  [
    'an ignored key that is no text',
    (app) => app.ignoredKeys.add(5),
    'An ignored key of the plugin "shop" has a mistake:',
    'shop: expected a non-empty string, got 5',
  ],
  [
    'a rule for links to an unknown type',
    (app) => app.linkActions.add('api::nots.note', ['plugin::shop.find']),
    'Parts of plugins name unknown content types:',
    'the plugin "shop" → linkActions: there is no content type "api::nots.note"; did you mean "api::note.note"?',
  ],
  [
    'an action on documents of an unknown type',
    (app) => app.documentActions.add('plugin::shop.x', { type: 'api::nots.note', verb: 'find' }),
    'the plugin "shop" → documentActions → plugin::shop.x: there is no content type "api::nots.note"',
  ],
  [
    'a state without checks',
    (app) => app.state({ last: 5 }),
    'shop → last: expected a check, such as check.object({ … }), got 5',
  ],
];

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};

const failureOf = async (register: Register, withMoney = false): Promise<string> => {
  const attributes = { ...note.attributes, ...(withMoney ? { price: { type: 'money' } } : {}) };
  try {
    const app = await createTestApp({
      contentTypes: [{ ...note, attributes }],
      plugins: [{ name: 'shop', register } as unknown as AnyPlugin],
      listen: false,
    });
    await app.kernel.stop();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : '';
  }
  return 'started';
};

const rows = [...MISTAKES, ...SITE].map(([what, register, ...messages]) => ({ what, register, messages }));

test.each(rows)('$what stops startup', async ({ what, register, messages }) => {
  const failure = await failureOf(register, what.startsWith('a column that no'));
  for (const message of messages) expect(failure).toContain(message);
  expect(failure).toMatch(/^StartupError: /);
});

test('a part without mistakes is accepted, also one of a class', async () => {
  class Sweep {
    name = 'sweep';
    description = 'Sweeps';
    usage = ['quire sweep'];
    swept = 0;
    async run() {
      this.swept++;
      return 0;
    }
  }
  const register = (app: Untyped) => {
    app.attributes.add(text);
    app.params.add(param);
    // The type of a plugin that is not enabled.
    app.linkActions.add('plugin::shelf.book', ['plugin::shelf.find']);
    app.commands.add(new Sweep());
    app.hooks.schema.tables((tables: Untyped[]) => tables.push(table));
  };
  expect(await failureOf(register, true)).toBe('started');
});

test('a secret name that is no text stops startup', async () => {
  expect(await failureOf((app) => app.secretNames.add(5))).toBe(
    'Error: secretNames.add takes a name that is a text, not 5. (plugin shop, in register)',
  );
});

test('a member of the plugin object that resembles another one stops startup', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-plugin-'));
  const file = join(dir, 'shop.js');
  writeFileSync(file, 'module.exports = { name: "shop", dependancies: ["rest"], boot: 5, register() {} };');
  const mistakes: { where: string; at?: string; message: string }[] = [];
  const plugins = { shop: { enabled: true, resolve: './shop', config: undefined } };
  await loadPlugins({ dir, plugins, file: 'config/plugins', mistakes });
  expect(mistakes).toEqual([
    { where: file, at: 'boot', message: 'expected a function, got 5' },
    {
      where: file,
      at: 'dependancies',
      message: 'unknown key "dependancies"; did you mean "dependencies"?',
    },
  ]);
});

const odd = [
  ['the status 999', { status: 999 }, 'returned the status 999. Use a whole number from 200 to 599.'],
  [
    'no content',
    { body: 'x' },
    'returned an object with the keys body. Return an answer such as { json: … }',
  ],
] as const;
test.each(odd)('an answer with %s is a 500, and the log names the plugin', async (_what, answer, message) => {
  const register = (app: Untyped) => app.routes.add({ ...route, handler: () => answer });
  const app = await createTestApp({ plugins: [{ name: 'shop', register } as unknown as AnyPlugin] });
  const response = await fetch(`${app.url}/api/x`);
  expect(response.status).toBe(500);
  const line = JSON.stringify(app.logs);
  expect(line).toContain(message);
  expect(line).toContain('"plugin":"shop"');
  await app.close();
});

test('a prepared value that does not fit the column is a 500, and the log says so', async () => {
  const prepare = async () => 5;
  const app = await createTestApp({
    contentTypes: [{ ...note, attributes: { price: { type: 'money' } } }],
    plugins: [{ name: 'shop', register: attributeType({ prepare }) } as unknown as AnyPlugin],
  });
  const response = await fetch(`${app.url}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { price: 'x' } }),
  });
  expect(response.status).toBe(500);
  expect(JSON.stringify(app.logs)).toContain(
    'prepare() of the attribute type \\"money\\" returned a number for the attribute \\"price\\", whose column has the kind',
  );
  await app.close();
});

test("the commands of Quire are those that plugins' commands may not be named after", () => {
  const { OWN_COMMANDS } = require('./plugin-command');
  const { status, stdout } = require('node:child_process').spawnSync(
    process.execPath,
    [join(__dirname, '..', '..', 'main.js'), 'help'],
    { encoding: 'utf8', cwd: tmpdir() },
  );
  expect(status).toBe(0);
  const words = [...stdout.matchAll(/^ {2}(?:quire )?([a-z]+)/gm)].map(([, word]) => word);
  const others = words.filter((word) => word !== undefined && !OWN_COMMANDS.includes(word));
  // The overview names the program, and the commands of plugins that are enabled by default or for commands (`import-strapi`, `export`).
  expect([...new Set(others)].sort()).toEqual(['export', 'import', 'openapi', 'quire', 'seed']);
  expect(words).toContain('doctor');
});
