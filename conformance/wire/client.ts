// Sends one HTTP request, and writes the curl line that repeats it. Uses node:http instead of fetch: certificates may be
// self-signed, and odd paths must stay as written.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Answer, Listener, Transport } from './answer';
import { readEventStream } from './event-stream';
import { NoAnswer } from './no-answer';
import { readWebSocket } from './web-socket';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** A 429 is an answer like others. */
  readonly isLimited?: boolean;
}

export interface ClientOptions {
  readonly timeout: number;
  /** Accepts certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly sockets: number;
  /** The longest wait after a 429, in milliseconds. */
  readonly longestWait?: number;
  /** Hears of each wait. */
  readonly announce?: (text: string) => void;
}

const LONGEST_WAIT = 5_000;

/** How often a request is repeated after a 429. */
const PATIENCE = 4;

export class Client {
  readonly #options: ClientOptions;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;
  /** Waits after a 429, by method and path. */
  readonly #waits = new Map<string, { count: number; milliseconds: number }>();

  constructor(options: ClientOptions) {
    this.#options = options;
    const agent = { keepAlive: true, maxSockets: options.sockets };
    this.#http = new HttpAgent(agent);
    this.#https = new HttpsAgent({ ...agent, rejectUnauthorized: !options.insecure });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /** Waits after "too many requests": as long as the deployment asks, up to the longest wait. */
  async send(request: WireRequest): Promise<Answer> {
    for (let patience = PATIENCE; ; patience--) {
      const answer = await this.#reach(request);
      if (answer.status !== 429 || patience === 0 || request.isLimited) return answer;
      await this.#wait(request, answer);
    }
  }

  /** What the run waited for: `POST /api/auth/local: 12 times, 58 s`. */
  get waits(): string[] {
    return [...this.#waits].map(
      ([path, { count, milliseconds }]) => `${path}: ${count} times, ${Math.round(milliseconds / 1000)} s`,
    );
  }

  async #wait({ method, url }: WireRequest, answer: Answer): Promise<void> {
    const { longestWait = LONGEST_WAIT, announce } = this.#options;
    const asked = waitOf(answer);
    const wait = Math.min(asked, longestWait);
    const path = `${method} ${new URL(url).pathname}`;
    const { count, milliseconds } = this.#waits.get(path) ?? { count: 0, milliseconds: 0 };
    this.#waits.set(path, { count: count + 1, milliseconds: milliseconds + wait });
    announce?.(
      `${path} answered 429: waiting ${Math.ceil(wait / 1000)} s of ${Math.ceil(asked / 1000)} s (--max-wait)`,
    );
    await new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** The events of a subscription. The reader closes it. */
  listen(request: WireRequest, transport: Transport): Promise<Listener> {
    const { timeout, insecure } = this.#options;
    if (transport === 'event stream') return readEventStream(this.#start(request, false), timeout);
    return readWebSocket(request, { patience: timeout, insecure });
  }

  /** Repeats a request once when the server closed an idle connection. */
  async #reach(request: WireRequest): Promise<Answer> {
    try {
      return await this.#once(request);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
        return await this.#once(request).catch((again: unknown) =>
          Promise.reject(this.#noAnswer(request, again)),
        );
      throw this.#noAnswer(request, error);
    }
  }

  #once(request: WireRequest): Promise<Answer> {
    const { timeout } = this.#options;
    return new Promise((resolve, reject) => {
      const sent = this.#start(request, true);
      const late = setTimeout(() => sent.destroy(new Error(`no answer within ${timeout} ms`)), timeout);
      sent.on('error', (error) => {
        clearTimeout(late);
        reject(error);
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(late);
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: plainHeaders(response.headers),
            bytes,
            text,
            body: parsed(text),
          });
        });
      });
    });
  }

  /** `isShared`: on a connection that other requests use too. */
  #start({ method, url, headers, body }: WireRequest, isShared: boolean): ClientRequest {
    const address = new URL(url);
    const options = {
      method,
      host: address.hostname.replace(/^\[|\]$/g, ''),
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
      // As written: URL would normalize it.
      path: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
      headers: {
        ...headers,
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      rejectUnauthorized: !this.#options.insecure,
    };
    const sent =
      address.protocol === 'https:'
        ? httpsRequest({ ...options, agent: isShared && this.#https })
        : httpRequest({ ...options, agent: isShared && this.#http });
    return sent.end(body ?? undefined);
  }

  #noAnswer({ method, url }: WireRequest, error: unknown): NoAnswer {
    return new NoAnswer(`${method} ${url}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Retry-After in seconds, else X-RateLimit-Reset as a Unix time in seconds. */
function waitOf({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'] ?? Number(headers['x-ratelimit-reset']) - Date.now() / 1000);
  return Math.max(1, Number.isFinite(seconds) ? seconds + 0.5 : 5) * 1000;
}

/** A line for a shell. Credentials become a variable, because people share reports. */
export function curlOf({ method, url, headers, body }: WireRequest): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = ['curl -g -i', ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method])];
  for (const [name, value] of Object.entries(headers))
    parts.push(
      '-H',
      name === 'authorization' ? '"Authorization: Bearer $TOKEN"' : quote(`${name}: ${value}`),
    );
  if (typeof body === 'string') parts.push('--data-raw', quote(body));
  else if (body) parts.push('--data-binary', `@FILE # ${body.length} bytes`);
  return [...parts, quote(url)].join(' ');
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
