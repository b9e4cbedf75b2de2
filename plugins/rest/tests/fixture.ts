// A running application with the fixture's content types and some documents, and HTTP expectations as rows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentDefinition, ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { Contract } from './contract';

const FOLDER = join(process.cwd(), 'conformance/schema/src');

export interface FixtureApp extends TestApp {
  /** Documents by short name. In a row, `{a1}` stands for a documentId and `{#a1}` for its row id. */
  readonly known: Map<string, { readonly id: number; readonly documentId: string }>;
  /** Creates a document and gives it a short name. */
  add(name: string, uid: string, data: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The initial documents: short name, type, body (with short names in braces). */
export type Seed = readonly (readonly [
  name: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
])[];

/**
 * `expected`: a text is the message of the error. A list contains the first attribute of each document, in order.
 * An object is a part of the body. Absent: the status is all.
 */
export type Row = readonly [request: string, status: number, expected?: unknown, body?: unknown];

export async function openFixture(seed: Seed = [], options: TestAppOptions = {}): Promise<FixtureApp> {
  // A server that is alone in QUIRE_TEST_DATABASES runs all tests; otherwise it runs the tests that name it.
  const [database] = testDatabases();
  const app = await createTestApp({
    ...(database ? { database } : {}),
    ...options,
    contentTypes: { ...fixtureTypes(), ...(options.contentTypes ?? {}) },
    components: { ...fixtureComponents(), ...options.components },
    // Startup warns about attributes of disabled plugins; these tests do not check those warnings.
    config: {
      ...options.config,
      plugins: {
        ...(existsSync(join(process.cwd(), 'plugins/openapi')) ? { openapi: { config: { v4: true } } } : {}),
        ...asObject(options.config?.plugins),
      },
      server: { logs: { level: 'error' }, ...asObject(options.config?.server) },
    },
  });
  const contract = await contractOf(app);
  const known: FixtureApp['known'] = new Map();
  const add: FixtureApp['add'] = async (name, uid, data) => {
    const { id, documentId } = await app.documents(uid).create({ data: filled(data, known) });
    known.set(name, { id, documentId });
  };
  for (const [name, type, data] of seed) await add(name, `api::${type}.${type}`, data);
  const { kernel, dir, url, documents, logs, agent, startSecond } = app;
  return {
    ...{ kernel, dir, url, documents, logs, known, add, startSecond },
    agent: contract ? held(agent, contract) : agent,
    async close() {
      await app.close();
      // Checks every response of the tests against the OpenAPI document.
      expect(contract?.breaches ?? []).toEqual([]);
    },
  };
}

/** Sends the request of a row and checks the response. */
export async function check(app: FixtureApp, [request, status, expected, body]: Row): Promise<void> {
  const [method, path] = splitRequest(filled(request, app.known));
  const call = app.agent[method](encodeURI(path));
  const answer = await (body === undefined ? call : call.send(filled(body, app.known) as object));
  const shown = { status: answer.status, body: answer.body as Body };
  if (expected === undefined) {
    if (shown.status !== status)
      expect({ status: shown.status, error: shown.body.error }).toEqual({ status });
    return;
  }
  const wanted = filled(expected, app.known);
  if (typeof wanted === 'string') expect([shown.status, shown.body.error?.message]).toEqual([status, wanted]);
  else if (Array.isArray(wanted))
    expect([shown.status, shown.body.error?.message, namesOf(shown.body)]).toEqual([
      status,
      undefined,
      wanted,
    ]);
  else expect(shown).toMatchObject({ status, body: wanted });
}

/** One test per row. */
export function rows(title: string, app: () => FixtureApp, list: readonly Row[]): void {
  describe(title, () => {
    it.each(list.map((row): [string, Row] => [titleOf(row), row]))('%s', (_title, row) => check(app(), row));
  });
}

/** `title` and `filters` details as errors spell them. */
export const invalidKey = (
  key: string,
  path: string | null,
  param: string,
): Readonly<Record<string, unknown>> => ({
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: path && path !== key ? `Invalid key ${key} at ${path}` : `Invalid key ${key}`,
    details: { key, path, source: 'query', param },
  },
});

const VERBS = ['get', 'post', 'put', 'delete', 'patch'] as const;

async function contractOf(app: TestApp): Promise<Contract | null> {
  const { prefix } = app.kernel.config.api.rest;
  const isOn = app.kernel.plugins.some(({ name }) => name === 'openapi');
  const answer = isOn ? await fetch(`${app.url}${prefix}/openapi.json`) : null;
  return answer?.ok ? new Contract(JSON.parse(await answer.text())) : null;
}

/** The same agent; its responses are checked against the OpenAPI document. */
function held(agent: TestApp['agent'], contract: Contract): TestApp['agent'] {
  return new Proxy(agent, {
    get(target, verb) {
      const call: unknown = Reflect.get(target, verb);
      if (typeof call !== 'function' || !VERBS.some((known) => known === verb)) return call;
      return (url: string) => {
        const test = target[verb as 'get'](url);
        test.on(
          'response',
          ({ status, headers, body }: { status: number; headers: Record<string, string>; body: unknown }) => {
            const path = decodeURI(new URL(url, 'http://x').pathname);
            contract.hold({ method: String(verb), path, status, type: headers['content-type'], body });
          },
        );
        return test;
      };
    },
  });
}

interface Body {
  readonly data?: unknown;
  readonly error?: { readonly message: string };
}

function titleOf([request, status, , body]: Row): string {
  const text = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return `${request}${text.length > 120 ? `${text.slice(0, 117)}...` : text} → ${status}`.replaceAll(
    '%',
    '%%',
  );
}

function splitRequest(request: string): ['get' | 'post' | 'put' | 'delete' | 'patch' | 'head', string] {
  const [method = '', ...path] = request.split(' ');
  return [method.toLowerCase() as 'get', path.join(' ')];
}

function namesOf({ data }: Body): unknown {
  if (!Array.isArray(data)) return data;
  return data.map((document: Record<string, unknown>) => {
    const [, , first] = Object.keys(document);
    return first === undefined ? undefined : document[first];
  });
}

/** Short names in braces become documentIds and row ids, in texts at any depth. */
function filled<T>(value: T, known: FixtureApp['known']): T {
  const text = JSON.stringify(value);
  if (text === undefined || !/\{#?[a-z]+\d*\}/i.test(text)) return value;
  const done = text
    .replace(/"\{#(\w+)\}"/g, (whole, name: string) => String(known.get(name)?.id ?? whole))
    .replace(/\{#(\w+)\}/g, (whole, name: string) => String(known.get(name)?.id ?? whole))
    .replace(/\{(\w+)\}/g, (whole, name: string) => known.get(name)?.documentId ?? whole);
  return JSON.parse(done) as T;
}

function fixtureTypes(): Record<string, ContentTypeDefinition> {
  const types: Record<string, ContentTypeDefinition> = {};
  for (const api of readdirSync(join(FOLDER, 'api'))) {
    const file = join(FOLDER, 'api', api, 'content-types', api, 'schema.json');
    if (existsSync(file)) types[`api::${api}.${api}`] = read<ContentTypeDefinition>(file);
  }
  return types;
}

function fixtureComponents(): Record<string, ComponentDefinition> {
  const folder = join(FOLDER, 'components/shared');
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      `shared.${file.replace('.json', '')}`,
      read<ComponentDefinition>(join(folder, file)),
    ]),
  );
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
