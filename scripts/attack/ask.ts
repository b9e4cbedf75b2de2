// One request of an attack and its answer. Silence of the deployment is a result here, not an error.
import type { Answer } from '../../conformance/cases/case';
import type { Target } from '../../conformance/target/target';
import { type Client, curlOf, type WireRequest } from '../../conformance/wire/client';

export interface Call {
  readonly method?: string;
  /** Sent as written. */
  readonly path: string;
  /** `api` is the default; `root` is the address of the deployment. */
  readonly from?: 'api' | 'root';
  /** The name of a token; `full` is the default, `anonymous` has none. */
  readonly as?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as written, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Exchange {
  /** null: the connection ended, or nothing came in time. */
  readonly answer: Answer | null;
  /** Why there is no answer. */
  readonly silence: string | null;
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly milliseconds: number;
  /** A curl line. */
  readonly command: string;
}

/** The attack cannot be made on this deployment. It counts as skipped. */
export class NotPossible extends Error {}

const LONGEST_COMMAND = 2_000;

export async function ask(
  { url, prefix }: Target,
  client: Client,
  call: Call,
  token: string | null,
): Promise<Exchange> {
  const { method = 'GET', path, from = 'api', raw, headers = {} } = call;
  const body = raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const request: WireRequest = {
    method,
    url: url + (from === 'root' ? '' : prefix) + path,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  };
  const began = performance.now();
  const [answer, silence] = await client.send(request).then(
    (one): [Answer, null] => [one, null],
    (error: unknown): [null, string] => [null, error instanceof Error ? error.message : String(error)],
  );
  const command = curlOf(request);
  return {
    answer,
    silence: silence === null ? null : silence.slice(0, 200),
    status: answer?.status ?? 0,
    text: answer?.text ?? '',
    body: answer?.body,
    milliseconds: performance.now() - began,
    command:
      command.length > LONGEST_COMMAND
        ? `${command.slice(0, LONGEST_COMMAND)}… (${command.length} characters)`
        : command,
  };
}

/** Refusals and answers are sound. A 500 and silence are not; a 503 must say when to come back. */
export function unsound({ answer, status, silence, text }: Exchange): string | null {
  if (answer === null) return `the deployment gave no answer: ${silence}`;
  if (status < 500 || (status === 503 && 'retry-after' in answer.headers)) return null;
  return `the answer is ${status}: ${text.slice(0, 200)}`;
}
