// Sends one request to a receiver. The address is compared when the connection is made: a name may lead elsewhere by then. Redirects are
// not followed. An answer may be slow, endless or large: the time and the bytes that are read are limited.
import { type LookupAddress, type LookupOptions, lookup as lookupOfSystem } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, type MayConnect, privateMessage } from './addresses';

export interface Sending {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface Received {
  readonly status: number;
  /** Its first bytes as text. */
  readonly text: string;
}

export const MOST_RECEIVED = 4_096;

export type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** `resolve`: replaced by tests. */
export function createSend(mayConnect: MayConnect, resolve: Resolve = lookupOfSystem as Resolve) {
  /** The connection uses the addresses that were compared. */
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const refused = addresses.find(({ address }) => !mayConnect(address));
      const [first] = addresses;
      // One private address among public ones is an attack, or a mistake. All of it is refused.
      if (refused || !first)
        return done(
          new Error(refused ? privateMessage(refused.address) : `the name ${host} has no address`),
          '',
        );
      if (options.all)
        return (done as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses);
      done(null, first.address, first.family);
    });
  };

  return ({ url, headers, body, signal }: Sending): Promise<Received> =>
    new Promise((answer, fail) => {
      const host = hostOf(url);
      if (isIP(host) !== 0 && !mayConnect(host)) return fail(new Error(privateMessage(host)));
      const open = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = open(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: false,
          lookup,
          signal,
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          const end = (): void => {
            const text = Buffer.concat(chunks).subarray(0, MOST_RECEIVED).toString('utf8');
            answer({ status: response.statusCode ?? 0, text });
            request.destroy();
          };
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            bytes += chunk.length;
            if (bytes >= MOST_RECEIVED) end();
          });
          response.on('end', end);
          response.on('error', fail);
        },
      );
      request.on('error', fail);
      // Such as after `101 Switching Protocols`: node ends the connection without a response.
      request.on('close', () => fail(new Error('the receiver closed the connection without an answer')));
      request.end(body);
    });
}

export type Send = ReturnType<typeof createSend>;
