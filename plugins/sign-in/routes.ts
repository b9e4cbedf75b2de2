// The routes of each provider. `users-permissions` has the same addresses for unknown providers, and the actions.
import { randomBytes } from 'node:crypto';
import {
  type Answer,
  type App,
  AppError,
  type RequestContext,
  type RouteDefinition,
  route,
} from '../../core';
import type { OneTime, Users } from '../users-permissions';
import type { UserOf } from './accounts';
import type { AttemptCookie } from './attempt-cookie';
import { LONGEST_ATTEMPT } from './attempt-cookie';
import { signInErrors } from './errors';
import type { ConfiguredProvider } from './providers/create-providers';
import { ProviderFault } from './providers/provider-fetch';
import type { Identity, StepKind } from './types';

export interface RoutesOptions {
  readonly app: Pick<App, 'config' | 'log'>;
  readonly users: () => Users;
  readonly userOf: UserOf;
  readonly steps: OneTime<StepKind>;
  readonly cookie: AttemptCookie;
  /** Counts a request of the address, and refuses too many. */
  readonly limit: (request: RequestContext) => Promise<void>;
}

interface Begun {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page of the front end. */
  readonly callback: string;
  /** Of the front end, which compares it. null: the front end sent none. */
  readonly own: string | null;
}

type Returning = Pick<Begun, 'callback' | 'own'>;

/** Seconds for which the front end may ask for the tokens. */
const LONGEST_CONFIRMED = 60;
/** Characters of the `state` of a front end. */
const LONGEST_STATE = 200;
const STATE = /^[\w-]{43}$/;
const ACTION = 'plugin::users-permissions.auth';

export function signInRoutes(from: ConfiguredProvider, options: RoutesOptions): readonly RouteDefinition[] {
  const { app, users, userOf, steps, cookie, limit } = options;
  const { provider, config } = from;
  const { name } = provider;
  const { prefix } = app.config.api.rest;
  const common = {
    method: 'GET',
    tags: ['Authentication'],
    cacheControl: 'no-store',
    commits: 'found',
  } as const;
  const callbacks = [config.callback, ...config.allowedCallbacks];

  const redirectUriOf = (request: RequestContext): string =>
    `${app.config.server.url?.replace(/\/+$/, '') ?? `${request.koa.protocol}://${request.header('host')}`}${prefix}/connect/${name}/callback`;

  const redirect = (callback: string, values: Readonly<Record<string, string>>, headers = {}): Answer => {
    const location = new URL(callback);
    for (const [key, value] of Object.entries(values)) location.searchParams.set(key, value);
    return { status: 302, headers: { Location: location.href, ...headers } };
  };

  /** The person sees the front end, so it gets the mistake. */
  const refused = ({ callback, own }: Returning, error: unknown, headers = {}): Answer => {
    if (!(error instanceof AppError)) throw error;
    const code = error.code === 'SIGN_IN_DENIED' ? 'access_denied' : 'sign_in_failed';
    return redirect(callback, { error: code, error_description: error.message, ...stateOf(own) }, headers);
  };

  /** Work of the provider. Its mistakes go to the log: they may contain what the provider sent. */
  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      app.log.warn('a provider could not confirm a sign-in', { provider: name, error });
      throw signInErrors.SIGN_IN_PROVIDER(name, reasonOf(error));
    }
  }

  return [
    route({
      ...common,
      path: `${prefix}/connect/${name}`,
      action: `${ACTION}.connect`,
      summary: `Begins a sign-in with ${name}`,
      async handler(request): Promise<Answer> {
        await limit(request);
        const callback = callbackIn(request.query.callback, callbacks);
        const own = ownState(request.query.state);
        const [state, nonce, verifier] = [random(), random(), random()];
        const begun: Begun = { provider: name, state, nonce, verifier, callback, own };
        try {
          const location = await asked(() => provider.begin(begun, redirectUriOf(request)));
          const secret = await steps.keep('begun', begun, LONGEST_ATTEMPT);
          return {
            status: 302,
            headers: { Location: location.href, 'Set-Cookie': cookie.set(request, state, secret) },
          };
        } catch (error) {
          return refused(begun, error);
        }
      },
    }),
    route({
      ...common,
      path: `${prefix}/connect/${name}/callback`,
      action: `${ACTION}.connect`,
      summary: `Takes the answer of ${name}`,
      async handler(request): Promise<Answer> {
        await limit(request);
        const { state, error } = request.query;
        const secret = typeof state === 'string' && STATE.test(state) ? cookie.read(request, state) : null;
        const begun = secret === null ? null : ((await steps.take('begun', secret)) as Begun | null);
        if (!begun || begun.state !== state || begun.provider !== name) throw signInErrors.SIGN_IN_STATE();
        const headers = { 'Set-Cookie': cookie.clear(request, begun.state) };
        try {
          if (error === 'access_denied') throw signInErrors.SIGN_IN_DENIED(name);
          const answered = new URL(`${redirectUriOf(request)}?${request.querystring}`);
          const identity = await asked(() => provider.identityOf(begun, answered));
          const token = await steps.keep('confirmed', { provider: name, identity }, LONGEST_CONFIRMED);
          return redirect(begun.callback, { access_token: token, ...stateOf(begun.own) }, headers);
        } catch (failure) {
          return refused(begun, failure, headers);
        }
      },
    }),
    route({
      ...common,
      path: `${prefix}/auth/${name}/callback`,
      action: `${ACTION}.callback`,
      summary: `Returns the tokens of a person who signed in with ${name}`,
      async handler(request): Promise<Answer> {
        await limit(request);
        const token = request.query.access_token;
        const confirmed = typeof token === 'string' ? await steps.take('confirmed', token) : null;
        if (!confirmed || confirmed.provider !== name) throw signInErrors.SIGN_IN_TOKEN();
        const identity = confirmed.identity as Identity;
        const issued = await users().logIn(request, {
          login: name,
          account: identity.email ?? identity.subject,
          check: () => userOf(request, from, identity),
        });
        return users().answer(issued);
      },
    }),
  ];
}

const random = (): string => randomBytes(32).toString('base64url');

function callbackIn(given: unknown, allowed: readonly string[]): string {
  const [standard = ''] = allowed;
  const callback = given === undefined ? standard : given;
  if (typeof callback === 'string' && allowed.includes(callback)) return callback;
  throw signInErrors.SIGN_IN_CALLBACK(String(callback).slice(0, 200));
}

function ownState(given: unknown): string | null {
  if (given === undefined) return null;
  if (typeof given === 'string' && given.length <= LONGEST_STATE) return given;
  throw signInErrors.SIGN_IN_OWN_STATE(LONGEST_STATE);
}

const stateOf = (own: string | null): Readonly<Record<string, string>> =>
  own === null ? {} : { state: own };

/** Texts of the provider stay in the log. */
function reasonOf(error: unknown): string {
  for (let cause = error, depth = 0; cause !== undefined && depth < 4; depth++) {
    if (cause instanceof ProviderFault) return cause.message;
    cause = (cause as { readonly cause?: unknown } | null)?.cause ?? undefined;
  }
  const code = (error as { readonly code?: unknown } | null)?.code;
  return `its answer is not valid${typeof code === 'string' && /^OAUTH_\w+$/.test(code) ? ` (${code})` : ''}`;
}
