// `--read-only`: checks the content types of a deployment and writes nothing.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Options, WrongUsage } from '../options';
import { type CaseResult, type RunResult, run } from '../runner/run';
import { selectRows } from '../select';
import type { Row } from '../spec/row';
import { declaredAbilities, remoteAbilities, unknownAbilities } from '../target/declared';
import type { Target } from '../target/target';
import type { Client } from '../wire/client';
import { typesFromOpenapi } from './from-openapi';
import { typesFromFiles } from './from-schema-files';
import type { LearnedType } from './learned-type';
import { readingCases } from './reading-cases';

export async function runReadOnly(
  options: Options,
  client: Client,
  rows: readonly Row[],
  seen: (result: CaseResult, done: number, all: number) => void,
): Promise<RunResult> {
  if (options.url === undefined) throw new WrongUsage('--read-only needs --url.');
  const url = options.url.replace(/\/+$/, '');
  const { prefix, graphql, tokens } = options;
  const types = await learn(options, url, client);
  if (types.length === 0) throw new Error('The suite found no content type. Name a schema with --schema.');
  const cases = readingCases(types);
  const known = new Set(cases.flatMap((one) => one.rows));
  const selected = selectRows(rows, options.profile ?? 'spec', options).filter(({ id }) => known.has(id));
  if (selected.length === 0) throw new WrongUsage('The options select no row that reading can check.');
  const target: Target = {
    name: `deployment, read only, ${types.length} content types`,
    url,
    prefix,
    graphql,
    tokens,
    abilities: new Map([...remoteAbilities(), ...unknownAbilities(), ...declaredAbilities(options.declared)]),
    close: async () => undefined,
  };
  return run({
    ...options,
    rows: selected,
    cases,
    target,
    client,
    profile: `${options.profile ?? 'spec'}, read only`,
    seen,
  });
}

async function learn(
  { schema, prefix, tokens }: Options,
  url: string,
  client: Client,
): Promise<LearnedType[]> {
  if (schema !== undefined && !/^https?:/.test(schema)) {
    if (!existsSync(schema)) throw new WrongUsage(`--schema: there is no ${schema}.`);
    if (statSync(schema).isDirectory()) return typesFromFiles(schema);
    return typesFromOpenapi(JSON.parse(readFileSync(schema, 'utf8')), prefix);
  }
  const address = schema ?? `${url}${prefix}/openapi.json`;
  const headers: Record<string, string> =
    tokens.full === undefined ? {} : { authorization: `Bearer ${tokens.full}` };
  const { status, body } = await client.send({ method: 'GET', url: address, headers, body: null });
  if (status !== 200 || body === undefined)
    throw new Error(
      `GET ${address} answered ${status}. Name the deployment's OpenAPI document (file or URL) or the folder of its schema files with --schema.`,
    );
  return typesFromOpenapi(body, prefix);
}
