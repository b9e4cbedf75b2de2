// A bare node:http server around a limit, in its own process so that its CPU can be measured. app/processes.ts starts it, passes
// the database and reads the port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Where } from '../data/store';
import { GRAPHQL } from '../paths';
import type { LimitHandler } from './limit-handler';

export type LimitKind = 'limit' | 'knex' | 'publisher';

async function main(): Promise<void> {
  const [kind, text = '{}'] = process.argv.slice(2);
  const where = JSON.parse(text) as Where;
  const handler = await createHandler(kind === 'knex' || kind === 'publisher' ? kind : 'limit', where);
  const server = createServer((request, response) => {
    if (request.method !== 'GET') readBody(request, (body) => answer(handler, request, response, body));
    else answer(handler, request, response, '');
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('disconnect', () => process.exit(0));
}

/** Loads only the needed drivers. */
function createHandler(kind: LimitKind, where: Where): LimitHandler | Promise<LimitHandler> {
  if (kind === 'knex') return load<typeof import('./knex')>('./knex').createKnexHandler(where);
  const isSqlite = where.engine === 'sqlite';
  if (kind === 'publisher')
    return isSqlite
      ? load<typeof import('./publisher')>('./publisher').createPublisher(where)
      : load<typeof import('./server-publisher')>('./server-publisher').createServerPublisher(where);
  if (isSqlite) return load<typeof import('./sqlite')>('./sqlite').createSqliteLimit(where);
  return load<typeof import('./servers')>('./servers').createServerLimit(where);
}

const load = <T>(module: string): T => require(module) as T;

function answer(
  handler: LimitHandler,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const method = request.method ?? 'GET';
  const made = handler(method, request.url ?? '/', body);
  if (typeof made === 'string' || made === null) write(response, request, made);
  else
    made.then(
      (text) => write(response, request, text),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
}

function write(response: ServerResponse, { method, url }: IncomingMessage, text: string | null): void {
  const body = Buffer.from(text ?? '{"data":null,"error":{"status":404}}');
  const status = text === null ? 404 : method === 'POST' && url !== GRAPHQL ? 201 : 200;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

if (require.main === module)
  main().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
