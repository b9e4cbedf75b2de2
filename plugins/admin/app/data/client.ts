// Requests to the API. The session is a cookie; the header says that a page of this server asks.
import { signal } from '@preact/signals';
import { t } from '../i18n/translate';
import { asRole } from './as-role';

export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `code`: send a code of the app. `passkey`: send one. `setup`: the role needs a second factor, and the user has none. */
export interface LoginStep {
  readonly name: 'code' | 'passkey' | 'setup';
  readonly challenge: string;
  /** All factors that the user has. */
  readonly factors: readonly string[];
}

export interface Asked {
  readonly method: string;
  readonly url: string;
}

/** An answer that is no success, or no answer at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly issues: readonly Issue[] = [],
    readonly retryAfter: number | null = null,
    /** Of a login that goes on with a second factor. */
    readonly step: LoginStep | null = null,
    /** What the server says beside the message. */
    readonly details: Readonly<Record<string, unknown>> = {},
    /** The request. */
    readonly asked: Asked | null = null,
  ) {
    super(message);
  }
}

export interface Reply<T> {
  readonly data: T;
  readonly etag: string | null;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Without the session: what the body proves counts. */
  readonly isAnonymous?: boolean;
  /** As the role that the user has chosen to see. Not for logins. */
  readonly asRole?: number | undefined;
}

/** False while requests do not reach the server. */
export const online = signal(true);
/** True while the session is over and a dialog asks for the password. */
export const loginNeeded = signal(false);

/** Waits for the next login. */
let loggedIn: { promise: Promise<void>; done: () => void } | null = null;

export function sessionRenewed(): void {
  loginNeeded.value = false;
  loggedIn?.done();
  loggedIn = null;
}

/** Opens the login over the screen. Ends with the next session. */
export function waitForLogin(): Promise<void> {
  loginNeeded.value = true;
  if (!loggedIn) {
    let done = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      done = resolve;
    });
    loggedIn = { promise, done };
  }
  return loggedIn.promise;
}

/** After a 401 the request waits for the login, and is sent again. */
export async function ask<T>(url: string, request: Ask = {}): Promise<Reply<T>> {
  for (;;) {
    try {
      return await askOnce<T>(url, { ...request, asRole: asRole.value?.id });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await waitForLogin();
    }
  }
}

/** A file that only the session may read. A link cannot send the headers of the session. */
export async function askFile(url: string): Promise<Blob> {
  for (;;) {
    const response = await fetch(url, {
      headers: sessionHeaders(asRole.value?.id),
      credentials: 'same-origin',
    }).catch(() => null);
    if (response === null) throw unreached();
    online.value = true;
    if (response.ok)
      return response.blob().catch(() => {
        throw unreached();
      });
    if (response.status !== 401)
      throw errorOf(response, parse(await response.text()), { method: 'GET', url });
    await waitForLogin();
  }
}

/** The cookie counts only with these headers. */
export const sessionHeaders = (role: number | undefined): Record<string, string> => ({
  'Quire-Admin': '1',
  ...(role === undefined ? {} : { 'Quire-As-Role': String(role) }),
});

export async function askOnce<T>(
  url: string,
  {
    method = 'GET',
    body,
    form,
    headers: added = {},
    signal: abort,
    isAnonymous = false,
    asRole: role,
  }: Ask = {},
): Promise<Reply<T>> {
  const headers: Record<string, string> = { ...added, ...(isAnonymous ? {} : sessionHeaders(role)) };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: isAnonymous ? 'omit' : 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
      ...(abort === undefined ? {} : { signal: abort }),
    });
    // The connection may end before the whole answer has come.
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreached();
  }
  online.value = true;
  const parsed: unknown = text === '' ? null : parse(text);
  if (!response.ok) throw errorOf(response, parsed, { method, url });
  return { data: parsed as T, etag: response.headers.get('etag') };
}

function unreached(): ApiError {
  online.value = false;
  return new ApiError(0, t('The server does not answer.'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function stepOf({ step, challenge, factors = [] }: StepDetails): LoginStep | null {
  if (challenge === undefined || (step !== 'code' && step !== 'passkey' && step !== 'setup')) return null;
  return { name: step, challenge, factors };
}

interface StepDetails {
  readonly challenge?: string;
  readonly step?: string;
  readonly factors?: readonly string[];
}

function errorOf(response: Response, body: unknown, asked: Asked): ApiError {
  const { error } = (body ?? {}) as {
    error?: {
      message?: string;
      details?: StepDetails & { errors?: Issue[]; hint?: string };
    };
  };
  const retry = Number(response.headers.get('retry-after'));
  const hint = error?.details?.hint;
  return new ApiError(
    response.status,
    `${error?.message ?? t('The server answered {status}', { status: String(response.status) })}${hint ? `: ${hint}` : ''}`,
    error?.details?.errors ?? [],
    Number.isFinite(retry) && retry > 0 ? retry : null,
    stepOf(error?.details ?? {}),
    { ...error?.details },
    asked,
  );
}
