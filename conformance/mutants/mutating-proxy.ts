// A proxy that breaks one behaviour of the deployment behind it. The suite must notice.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../cases/case';
import type { Target } from '../target/target';
import type { Client } from '../wire/client';
import { NoAnswer } from '../wire/no-answer';

export type Pair = readonly [key: string, value: string];

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly body: unknown;
}

export interface Mutant {
  /** The row that must fail. */
  readonly row: string;
  /** The broken behaviour, in words. */
  readonly does: string;
  /** Gives every request full access. */
  readonly open?: true;
  readonly method?: (seen: Seen) => string;
  readonly query?: (pairs: readonly Pair[], seen: Seen) => readonly Pair[];
  readonly body?: (body: unknown, seen: Seen) => unknown;
  readonly answer?: (answer: Answer, seen: Seen) => Partial<Answer>;
}

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function startProxy({ url, tokens }: Target, mutant: Mutant, client: Client): Promise<Proxy> {
  const credentials: Record<string, string> = {};
  if (mutant.open && tokens.full !== undefined) credentials.authorization = `Bearer ${tokens.full}`;
  const server: Server = createServer((request, response) => {
    relay(request, { url, credentials }, mutant, client).then(
      ({ status, headers, body, bytes }) => {
        const {
          'content-length': _length,
          'transfer-encoding': _encoding,
          connection: _connection,
          ...rest
        } = headers;
        const payload = body === undefined ? bytes : JSON.stringify(body);
        response.writeHead(status, rest);
        response.end(status === 204 || status === 304 ? undefined : payload);
      },
      (error: unknown) => {
        response.writeHead(502);
        response.end(error instanceof NoAnswer ? error.message : String(error));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function relay(
  request: IncomingMessage,
  target: { readonly url: string; readonly credentials: Readonly<Record<string, string>> },
  mutant: Mutant,
  client: Client,
): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const [path = '', queryText = ''] = (request.url ?? '').split(/\?(.*)/s);
  const seen: Seen = {
    method: request.method ?? 'GET',
    path,
    query: pairsOf(queryText),
    body: jsonOf(bytes.toString('utf8')),
  };
  const query = mutant.query ? mutant.query(seen.query, seen) : null;
  const changed =
    mutant.body && seen.body !== undefined ? JSON.stringify(mutant.body(seen.body, seen)) : bytes;
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const answer = await client.send({
    method: mutant.method?.(seen) ?? seen.method,
    url: `${target.url}${path}${query ? textOf(query) : queryText && `?${queryText}`}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...target.credentials,
    },
    body: changed.length === 0 ? null : changed,
  });
  if (!mutant.answer) return { ...answer, body: undefined };
  const wrong = mutant.answer(answer, seen);
  return { ...answer, ...wrong, ...(wrong.text === undefined ? {} : { bytes: Buffer.from(wrong.text) }) };
}

const pairsOf = (text: string): Pair[] =>
  text === ''
    ? []
    : text.split('&').map((part): Pair => {
        const [key = '', value = ''] = part.split(/=(.*)/s);
        return [decoded(key), decoded(value)];
      });

const textOf = (pairs: readonly Pair[]): string =>
  pairs.length === 0
    ? ''
    : `?${pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
