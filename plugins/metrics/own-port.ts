// `/_metrics` on a port of its own: no credentials, and no other path.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { StartupError } from '../../core';

export interface OwnPort {
  /** `http://127.0.0.1:9464` */
  readonly url: string;
  close(): Promise<void>;
}

export interface OwnPortParts {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  text(): Promise<string>;
  failed(error: unknown): void;
}

/** Milliseconds that a client may take to send its request. */
const TIMEOUT = 10_000;

export async function openOwnPort({ host, port, contentType, text, failed }: OwnPortParts): Promise<OwnPort> {
  const answer = (response: ServerResponse, status: number, body: string, type = 'text/plain'): void => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  };
  const server = createServer({ requestTimeout: TIMEOUT, headersTimeout: TIMEOUT }, (request, response) => {
    const path = request.url?.split('?')[0];
    if (path !== '/_metrics') return answer(response, 404, 'Only /_metrics is here.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Use GET.\n');
    text().then(
      (body) => answer(response, 200, body, contentType),
      (error: unknown) => {
        failed(error);
        answer(response, 500, 'The metrics cannot be read; the log says why.\n');
      },
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartupError(
      `The metrics cannot be served on ${host}:${port}: ${error instanceof Error ? error.message : error}. Set another \`port\` or \`host\` in metrics.config of config/plugins.`,
    );
  }
  server.on('error', failed);
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
