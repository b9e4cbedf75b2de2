// Cases of the OpenAPI document: it must describe the content types, the routes and the answers as they are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { borrowUser, SECRETS } from '../../../conformance/cases/accounts';
import { article, get, plain } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { OWN_TYPES } from '../../../conformance/cases/own-types';
import { is } from '../../../conformance/cases/pattern';
import { SCHEMA } from '../../../conformance/paths';
import { resolved, typesFromOpenapi } from '../../../conformance/read-only/from-openapi';
import { typesFromFiles } from '../../../conformance/read-only/from-schema-files';
import { DOCUMENT, type Object_, objectIn, openapi, parametersOf, same } from './build';
import { mismatch } from './json-schema';

const definitions = (): Object_[] =>
  readdirSync(join(SCHEMA, 'api')).map((name) =>
    JSON.parse(readFileSync(join(SCHEMA, 'api', name, 'content-types', name, 'schema.json'), 'utf8')),
  );

/** The keys of a schema, and of all that it combines. */
const keysOf = (document: Object_, schema: unknown): string[] => {
  const { properties, allOf } = objectIn(resolved(document, schema));
  const inside = Array.isArray(allOf) ? allOf.flatMap((one) => keysOf(document, one)) : [];
  return [...new Set([...Object.keys(objectIn(properties)), ...inside])];
};

const LIST = ['filters', '_q', 'sort', 'pagination', 'fields', 'populate', 'locale', 'status'];
/** By path and method: the status of success, and parameters. */
const OPERATIONS: Readonly<Record<string, Readonly<Record<string, readonly [string, readonly string[]]>>>> = {
  many: { get: ['200', LIST], post: ['201', ['fields', 'populate', 'locale', 'status']] },
  one: {
    get: ['200', ['documentId', 'fields', 'populate', 'filters', 'locale', 'status']],
    put: ['200', ['documentId', 'fields', 'populate', 'locale', 'status']],
    delete: ['204', ['documentId', 'locale', 'status']],
  },
  single: {
    get: ['200', ['fields', 'populate', 'locale', 'status']],
    put: ['200', ['fields', 'populate', 'locale', 'status']],
    delete: ['204', ['locale', 'status']],
  },
};
/** The query of routes of a plugin, by path and method. */
const PLUGIN_QUERIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/api/upload/files': { get: ['start', 'limit', 'sort', 'fields', 'populate', '_q', 'folder'] },
  '/api/upload': { post: ['id'] },
};
const NOT_FOR_ONE = ['sort', 'pagination'];
const REFUSALS = ['400', '401', '403', '404', '405', '413', '415', '429', '500', '503'];

/** The attributes that a schema requires, with those of all that it combines. */
const requiredIn = (document: Object_, schema: unknown): string[] => {
  const { required, allOf } = objectIn(resolved(document, schema));
  const inside = Array.isArray(allOf) ? allOf.flatMap((one) => requiredIn(document, one)) : [];
  return [...(Array.isArray(required) ? required.map(String) : []), ...inside];
};
/** A draft may be incomplete. */
const needed = ({ options, attributes }: Object_): string[] =>
  objectIn(options).draftAndPublish === true
    ? []
    : Object.entries(objectIn(attributes)).flatMap(([name, one]) => {
        const { required, default: given, type } = objectIn(one);
        return required === true && given === undefined && type !== 'uid' ? [name] : [];
      });
const isOpen = (operation: Object_): boolean =>
  !(Array.isArray(operation.security) && operation.security.some((one) => 'bearer' in objectIn(one)));

function checkOperations(
  bench: Bench,
  document: Object_,
  path: string,
  kind: string,
  input: string[],
  required: string[],
): void {
  const found = objectIn(document, 'paths', path);
  const expected = OPERATIONS[kind] ?? {};
  same(bench, `methods of ${path}`, Object.keys(expected), Object.keys(found));
  for (const [method, [success, parameters]] of Object.entries(expected)) {
    const what = `${method.toUpperCase()} ${path}`;
    const operation = objectIn(found, method);
    const named = new Map(parametersOf(operation).map((one) => [String(one.name), one]));
    const misplaced = NOT_FOR_ONE.filter((name) => named.has(name));
    if (success !== '200' || kind !== 'many')
      same(bench, `parameters of ${what} that only lists take`, [], misplaced);
    if (isOpen(operation)) bench.fail(`${what} needs no credentials`, 'bearer', operation.security);
    const missing = parameters.filter((name) => !named.has(name));
    if (missing.length > 0) bench.fail(`${what} lacks parameters`, missing, [...named.keys()]);
    for (const [name, { in: place, required }] of named) {
      const inPath = path.includes(`{${name}}`);
      if (inPath !== (place === 'path') || inPath !== (required === true))
        bench.fail(`the place of ${name} in ${what}`, inPath ? 'path, required' : 'elsewhere', place);
    }
    const responses = objectIn(operation, 'responses');
    const absent = [success, ...REFUSALS].filter((status) => !(status in responses));
    if (absent.length > 0) bench.fail(`${what} lacks answers`, absent, Object.keys(responses));
    const body = objectIn(operation, 'requestBody');
    if ((method === 'post' || method === 'put') !== (body.required === true))
      bench.fail(`the body of ${what}`, 'a required body for writes only', body);
    if (!('content' in body)) continue;
    const schema = objectIn(resolved(document, objectIn(body, 'content', 'application/json').schema));
    const data = objectIn(resolved(document, objectIn(schema, 'properties').data));
    same(bench, `attributes in the body of ${what}`, input, keysOf(document, data));
    const demanded = method === 'post' ? required : [];
    same(bench, `required attributes in the body of ${what}`, demanded, requiredIn(document, data));
  }
}

/** Compares an answer with the schema of its operation. */
async function described(
  bench: Bench,
  document: Object_,
  path: string,
  step: Step,
  status = '200',
): Promise<void> {
  const method = step.send.toLowerCase();
  const { body } = await bench.send({ ...step, expect: { status: Number(status) } });
  const response = resolved(document, objectIn(document, 'paths', path, method, 'responses')[status]);
  const { schema } = objectIn(response, 'content', 'application/json');
  if (schema === undefined)
    bench.fail(`${step.send} ${path} describes no answer ${status}`, 'a schema', response);
  const wrong = mismatch(document, schema, body);
  if (wrong !== null) bench.fail(`the answer of ${step.send} ${path} is not as described`, wrong, body);
}

export const quireOpenapiCases: readonly Case[] = [
  openapi('types', async (bench, document) => {
    const learned = new Map(typesFromOpenapi(document, '/api').map((type) => [type.path, type]));
    for (const { path, isSingle, attributes } of typesFromFiles(SCHEMA)) {
      const found = learned.get(path);
      if (found?.isSingle !== isSingle) bench.fail(`the kind of ${path}`, isSingle, found?.isSingle);
      const known = Object.entries(attributes).filter(([, kind]) => kind !== 'other');
      same(
        bench,
        `attributes of ${path}`,
        known.map(([name, kind]) => `${name} ${kind}`),
        known.map(([name]) => `${name} ${found?.attributes[name]}`),
      );
    }
  }),
  openapi('operations', async (bench, document) => {
    for (const definition of definitions()) {
      const { kind, info, attributes } = definition;
      const required = needed(definition);
      const { singularName, pluralName } = objectIn(info);
      const input = Object.entries(objectIn(attributes))
        .filter(([, one]) => objectIn(one).private !== true)
        .map(([name]) => name);
      if (kind === 'singleType')
        checkOperations(bench, document, `/api/${singularName}`, 'single', input, required);
      else {
        checkOperations(bench, document, `/api/${pluralName}`, 'many', input, required);
        checkOperations(bench, document, `/api/${pluralName}/{documentId}`, 'one', input, required);
      }
    }
    for (const [path, methods] of Object.entries(PLUGIN_QUERIES))
      for (const [method, expected] of Object.entries(methods)) {
        const found = parametersOf(objectIn(document, 'paths', path, method)).map(
          (one) => `${one.name} in ${one.in}`,
        );
        const what = `parameters of ${method.toUpperCase()} ${path}`;
        same(
          bench,
          what,
          expected.map((name) => `${name} in query`),
          found,
        );
      }
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const operation = Object.values(objectIn(document, 'paths', path)).map((one) => objectIn(one))[0] ?? {};
      if (isOpen(operation) !== (path === '/api/docs'))
        bench.fail(`the credentials of ${path}`, 'only routes with an action need them', operation.security);
    }
    const text = JSON.stringify(document);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g))
      if (resolved(document, { $ref: ref }) === undefined)
        bench.fail('a reference leads nowhere', 'a schema', ref);
    const tags = Array.isArray(document.tags) ? document.tags.map((one) => String(objectIn(one).name)) : [];
    const used = [...text.matchAll(/"tags":\["([^"]+)"\]/g)].map(([, tag]) => tag ?? '');
    same(bench, 'tags', [...new Set(used)].sort(), [...tags].sort());
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id ?? '');
    same(bench, 'operationIds', [...new Set(ids)], ids);
  }),
  openapi('answers', async (bench, document) => {
    await bench.make('g', { at: '/groups', data: { name: bench.mark } });
    await bench.make(
      'p',
      plain({ n: 1, price: 1.5, flag: true, big: '12', group: '{g.documentId}', meta: [1] }),
    );
    await bench.make(
      'a',
      article({ links: [{ label: 'l' }], zone: [{ __component: 'shared.quote', text: 't' }] }),
    );
    const ask = (path: string, step: Step, status?: string) => described(bench, document, path, step, status);
    for (const query of [
      '',
      '?populate=*',
      '?pagination[withCount]=false',
      '?pagination[start]=0',
      '?fields=name',
      '?populate[labels][count]=true&populate[group][count]=true',
    ])
      await ask('/api/plains', get(`/plains${query}`));
    await ask('/api/plains/{documentId}', get('/plains/{p.documentId}?populate=*'));
    await ask('/api/articles/{documentId}', get('/articles/{a.documentId}?populate=*'));
    const v4 = { headers: { 'strapi-response-format': 'v4' } };
    await ask('/api/articles/{documentId}', get('/articles/{a.documentId}?populate=*', {}, v4));
    await ask('/api/plains', get('/plains?sort=none'), '400');
    await ask('/api/plains/{documentId}', get('/plains/none'), '404');
    // A schema that everything fits would prove nothing.
    const { schema } = objectIn(
      document,
      'paths',
      '/api/plains/{documentId}',
      'get',
      'responses',
      '200',
      'content',
      'application/json',
    );
    for (const [key, value] of Object.entries({
      n: 'one',
      flag: 1,
      name: 5,
      kind: 'z',
      day: 1,
      group: 7,
      unknown: 1,
    })) {
      const wrong = { data: { id: 1, documentId: 'a', [key]: value }, meta: {} };
      if (mismatch(document, schema, wrong) === null)
        bench.fail(`${key} is not described`, 'a mismatch', wrong);
    }
  }),
  openapi('closed', async (bench, document) => {
    const schemas = objectIn(document, 'components', 'schemas');
    const holders = (attribute: string): string[] =>
      Object.keys(schemas).filter((name) => attribute in objectIn(schemas, name, 'properties'));
    same(
      bench,
      'schemas with a private attribute',
      [],
      [...holders('private_note'), ...holders('hid').filter((name) => name.startsWith('Check'))],
    );
    same(bench, 'schemas with a password', ['CheckInput'], holders('pass'));
    same(
      bench,
      'secrets of users',
      [],
      SECRETS.filter((name) => name in objectIn(schemas, 'UsersPermissionsUser', 'properties')),
    );
  }),
  {
    ...openapi('closed', async (bench, document) => {
      const schemas = objectIn(document, 'components', 'schemas');
      const found = Object.entries(schemas).flatMap(([name, schema]) =>
        /veil/i.test(name)
          ? ['note', 'tag', 'createdAt']
              .filter((key) => key in objectIn(schema, 'properties'))
              .map((key) => `${name}.${key}`)
          : [],
      );
      same(bench, 'private attributes of all schemas', [], found);
      if (!Object.keys(schemas).some((name) => /veiled/i.test(name)))
        bench.fail('the type is not described', 'schemas of veiled', Object.keys(schemas));
    }),
    name: 'relations and system fields',
    deploy: OWN_TYPES,
  },
  openapi('rights', async (bench) => {
    await borrowUser(bench, 'may', ['plugin::openapi.document.find']);
    await borrowUser(bench, 'mayNot', []);
    await bench.send({ ...DOCUMENT, as: 'may' });
    for (const as of ['mayNot', 'anonymous']) await bench.send(get('/openapi.json', { status: 403 }, { as }));
    const headers = { 'content-type': is.matching('html') };
    const { text } = await bench.send(get('/docs', { status: 200, headers }, { as: 'anonymous' }));
    for (const [part, type] of [
      [/<link rel="stylesheet" href="([^"]+)"/g, 'text/css'],
      [/<script\b[^>]* src="([^"]+)"/g, 'javascript'],
    ] as const) {
      const paths = [...text.matchAll(part)].map(([, path = '']) => path);
      if (paths.length === 0) bench.fail('the page has no part of this type', type, text);
      for (const path of paths)
        await bench.send({
          ...{ send: 'GET', from: 'root', path, as: 'anonymous' },
          expect: { status: 200, headers: { 'content-type': is.matching(type) } },
        });
    }
  }),
];
