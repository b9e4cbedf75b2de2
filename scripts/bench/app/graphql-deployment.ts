// Two applications with the same content types, one of them with the plugin graphql. Each start is a process of its own.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TYPES } from '../data/model';
import { encodeRequest, openConnection, type WireRequest } from '../measure/connection';
import { type Server, startApplication } from './processes';

export interface GraphqlDeployment {
  /** Starts an application and waits for its first answer over REST. */
  start(graphql: boolean): Promise<Server>;
  close(): void;
}

/** `write`: writes the content types. `rest`: a path that answers 200. */
export async function createGraphqlDeployment(
  dist: string,
  { write, rest, plugins = {} }: { write(dir: string): void; rest: string; plugins?: object },
): Promise<GraphqlDeployment> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const dirOf = (graphql: boolean): string => join(dir, graphql ? 'graphql' : 'rest');
  for (const graphql of [false, true]) {
    const own = dirOf(graphql);
    write(own);
    writeJson(own, 'config/server.json', { host: '127.0.0.1', anonymous: 'full', logs: { level: 'error' } });
    writeJson(own, 'config/plugins.json', { rest: true, openapi: false, ...plugins, graphql });
    writeJson(own, 'config/database.json', { client: 'sqlite', filename: join(own, 'bench.db') });
  }
  const start = (graphql: boolean): Promise<Server> => startApplication({ dist, dir: dirOf(graphql) }, rest);
  // The first start creates the tables.
  for (const graphql of [false, true]) await (await start(graphql)).stop();
  return { start, close: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Copies of the articles of the bench, with their relations among them: `article1`, `article2` … */
export function writeArticleTypes(dir: string, count: number): void {
  const { attributes } = TYPES.article;
  const related = ['author', 'category', 'tags'];
  for (let n = 1; n <= count; n++) {
    const own = Object.entries<object>(attributes).map(([key, attribute]) => {
      const step = related.indexOf(key) + 1;
      if (step === 0) return [key, attribute];
      const { inversedBy: _, ...relation } = attribute as { readonly inversedBy?: string };
      const target = ((n + step - 1) % count) + 1;
      return [key, { ...relation, target: `api::article${target}.article${target}` }];
    });
    writeJson(dir, `config/content-types/article${n}.json`, {
      kind: 'collectionType',
      info: { singularName: `article${n}`, pluralName: `articles${n}`, displayName: `Article ${n}` },
      attributes: Object.fromEntries(own),
    });
  }
}

/** The 16 content types and 7 components of the conformance suite. */
export const writeFixtureTypes = (dir: string): void =>
  cpSync(join(__dirname, '..', '..', '..', '..', 'conformance', 'schema', 'src'), join(dir, 'src'), {
    recursive: true,
  });

/** Throws when the answer is not a 200 without errors. */
export async function askOnce({ target }: Server, request: WireRequest): Promise<void> {
  const connection = await openConnection(target);
  const { status, body } = await connection
    .send(encodeRequest(request, target))
    .finally(() => connection.close());
  const text = body.toString();
  if (status !== 200 || text.includes('"errors"'))
    throw new Error(`${request.method} ${request.path} answers ${status} ${text.slice(0, 300)}`);
}

function writeJson(dir: string, path: string, value: unknown): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
