// For tests of this room: a server on a free port with given routes, open by default.

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { SCOPES } from '../../content/model/compiled/visibility';
import type { MiddlewareEntry } from '../config/middlewares-config';
import { SecretNames } from '../errors/secret-names';
import { createLogger } from '../log/logger';
import { createEvents } from '../observe/events';
import { createContainer } from '../registry/container';
import { readMiddlewares } from './middlewares';
import { nothingNamed } from './routes/named';
import type { RouteDefinition } from './routes/route';
import { type CollectedRoute, type RouteBuilder, RouteCollector } from './routes/route-collector';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './server';

export interface TestServerOptions extends Partial<Omit<HttpServerOptions, 'routes' | 'settings'>> {
  readonly routes?: readonly RouteDefinition[];
  /** Instead of `routes`. */
  readonly collected?: readonly CollectedRoute[];
  readonly visit?: (builder: RouteBuilder) => void;
  readonly middlewares?: HttpServerOptions['middlewares'];
  /** Entries of config/middlewares; `own` contains the export for each `resolve`. */
  readonly entries?: readonly Partial<MiddlewareEntry>[];
  readonly own?: Readonly<Record<string, unknown>>;
  readonly port?: number;
}

export interface TestServer {
  readonly server: HttpServer;
  readonly lines: Record<string, unknown>[];
  get(path: string, headers?: Record<string, string>): Promise<RawAnswer>;
  send(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ): Promise<RawAnswer>;
  close(): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const lines: Record<string, unknown>[] = [];
  const { routes, collected, visit, entries, own, port, ...rest } = options;
  const collector = new RouteCollector();
  for (const definition of routes ?? []) collector.add(definition, 'test');
  const list = entries?.map((entry) => ({
    name: entry.resolve ?? '',
    config: undefined,
    enabled: true,
    ...entry,
  }));
  const log = createLogger({ level: 'debug', write: (line) => lines.push(JSON.parse(line)) });
  const server = createHttpServer({
    log,
    events: createEvents(log),
    container: createContainer(),
    authenticate: null,
    authorize: null,
    limit: null,
    anonymous: 'full',
    scopes: SCOPES,
    policies: nothingNamed,
    middlewares: nothingNamed,
    isDevelopment: false,
    checksAnswers: true,
    root: { json: { name: 'test' }, html: null },
    ready: async () => undefined,
    secretNames: new SecretNames(),
    onError: null,
    ...rest,
    routes: collected ?? collector.finish(visit),
    settings: await readMiddlewares(list ?? null, {
      load: (name) => own?.[name],
      host: { kernel: 'the kernel' },
      isDevelopment: rest.isDevelopment ?? false,
      headers: { request: [], response: [] },
    }),
  });
  await server.listen({ port: port ?? 0, host: '127.0.0.1' });
  const send = (method: string, path: string, headers = {}, body?: string | Buffer) =>
    sendRaw(server.address?.port ?? 0, method, path, headers, body);
  return {
    server,
    lines,
    send,
    get: (path, headers) => send('GET', path, headers),
    close: () => server.close({ force: true }),
  };
}

/** Sends the path unchanged; other clients normalise it. */
function sendRaw(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson =
            response.headers['content-type']?.startsWith('application/json') &&
            response.headers['content-encoding'] === undefined &&
            text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes, and returns the received text when the server closes the connection. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
