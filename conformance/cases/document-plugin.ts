// A plugin of the application that calls the document service as a request asks, and runs code of the request in its hooks. Its
// content types have what only such a plugin can write.
import { get } from './build';
import type { Expectation, Step } from './case';
import { entryOf, localized, typeOf } from './definition-files';
import type { Pattern } from './pattern';

/** Exact, also far behind the point. */
const rate = { type: 'decimal', precision: 18, scale: 10 };
const pin = { type: 'component', component: 'shared.pin' };

export const DOCUMENT_TYPES: Readonly<Record<string, unknown>> = {
  ...entryOf('shell', {
    label: { type: 'string' },
    rate,
    core: pin,
    cores: { ...pin, repeatable: true },
  }),
  ...typeOf('stamped', {
    name: { type: 'string', maxLength: 60 },
    source: { type: 'string', writable: false },
    n: { type: 'integer', min: 1 },
    rate,
    tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    shell: { type: 'component', component: 'shared.shell' },
    shells: { type: 'component', component: 'shared.shell', repeatable: true },
  }),
  // One case alone writes them, so it knows their number.
  ...typeOf('counted', { name: { type: 'string' } }),
  // In each locale its own code.
  ...typeOf(
    'coined',
    {
      name: { type: 'string', pluginOptions: localized },
      code: { type: 'string', unique: true, pluginOptions: localized },
    },
    { pluginOptions: localized },
  ),
};

/** Part of the code of an extension that collects `events`. */
export const CALLS_DOCUMENTS = `
    const asked = new (require('node:async_hooks').AsyncLocalStorage)();
    const inHook = (hook, ...names) =>
      app.hooks.documents[hook]((...args) => {
        const code = asked.getStore()?.[hook];
        return code ? new Function('app', ...names, code)(app, ...args) : undefined;
      });
    inHook('prepare', 'action');
    inHook('validate', 'action', 'issues');
    inHook('writing', 'context');
    app.routes.add({ method: 'POST', path: '/api/conformance/documents', action: null, summary: 'Documents', body: 'json',
      handler: (_request, { body }) => asked.run(body.hooks, async () => {
        try {
          return { json: { result: await app.documents(body.uid)[body.call](body.args) } };
        } catch (error) {
          // An error for clients answers as usual; a mistake of a plugin is shown.
          if (error.status !== undefined) throw error;
          return { json: { thrown: error.message } };
        }
      }) });
    const Code = (async () => undefined).constructor;
    const state = app.state({ count: check.integer({ min: 0 }), words: check.array(check.string()) });
    app.routes.add({ method: 'POST', path: '/api/conformance/run', action: null, summary: 'Code', body: 'json',
      handler: async (_request, { body }) =>
        ({ json: { result: (await new Code('app', 'state', 'events', body.code)(app, state, events)) ?? null } }) });`;

/** Code of hooks that run during the call. */
export interface CallHooks {
  readonly prepare?: string;
  readonly validate?: string;
  readonly writing?: string;
}

/** Operators of the plugin, as its documentation shows them: `$near` takes a number, `$anyOf` several, `$expensive` none, `$rateIs` reads JSON. */
export const OPERATORS = `
    const { limitRows, sql } = Object.values(require.cache).find(({ exports }) => exports?.definePlugin && exports.sql).exports;
    const numbers = { on: ['number'], description: 'Compares numbers' };
    app.operators.add({ ...numbers, name: '$near', takes: 'one', value: 'number', graphql: 'Float', openapi: { type: 'number' },
      sql: ({ stored, value }) => sql\`ABS(\${stored} - \${value}) <= ABS(\${value}) * 0.1\` });
    app.operators.add({ ...numbers, name: '$anyOf', takes: 'list', value: 'number', graphql: 'Float',
      openapi: { type: 'array', items: { type: 'number' } }, sql: ({ isListed }) => isListed });
    app.operators.add({ ...numbers, name: '$expensive', takes: 'none', graphql: 'Boolean', openapi: { type: 'boolean' },
      sql: ({ dialect, stored, column }) => sql\`\${dialect.asNumber(stored, column)} > 100\` });
    // A mistake of the plugin: a filter that the type does not know.
    app.hooks.request.visibility((visibility, request) =>
      request.header('x-conformance-rows') === 'wrong'
        ? limitRows(visibility, 'wrong', (type) => (type.uid === 'api::tag.tag' ? { a_secret_name: 1 } : null))
        : visibility);
    // An exact part of a JSON object.
    const exact = { kind: 'decimal', precision: 18, scale: 10 };
    app.operators.add({ ...numbers, name: '$rateIs', on: ['json'], takes: 'one', value: 'number', graphql: 'Float', openapi: { type: 'number' },
      sql: ({ dialect, stored, value }) => sql\`\${dialect.asNumber(dialect.entryValue(stored, 'rate', exact), exact)} = \${value}\` });`;

/** Makes the call by a request and expects this answer. An error for clients keeps its status. */
export const answers = (
  name: string,
  what: string,
  args: object,
  expect: Expectation,
  hooks: CallHooks = {},
): Step => ({
  send: 'POST',
  path: '/conformance/documents',
  body: { uid: name.includes('::') ? name : `api::${name}.${name}`, call: what, args, hooks },
  expect,
});

/** `documents('api::tag.tag').update(…)` returns this. */
export const returns = (
  name: string,
  what: string,
  args: object,
  result: Pattern,
  hooks: CallHooks = {},
): Step => answers(name, what, args, { status: 200, body: { result } }, hooks);

/** The call throws an error for the authors of plugins. */
export const throws = (
  name: string,
  what: string,
  args: object,
  thrown: Pattern,
  hooks: CallHooks = {},
): Step => answers(name, what, args, { status: 200, body: { thrown } }, hooks);

/**
 * Runs code in a handler of the plugin. Its result is the answer. Its variables: `app`, the `state` of the plugin, and
 * all `events`.
 */
export const runs = (code: string, result: Pattern, expect: Expectation = {}): Step => ({
  send: 'POST',
  path: '/conformance/run',
  body: { code },
  expect: { status: 200, body: { result }, ...expect },
});

/** The number of documents with the mark of the case. */
export const counts = (path: string, count: number, words = ''): Step =>
  get(`${path}?filters[name][$startsWith]={mark}${words}`, { meta: { pagination: { total: count } } });
