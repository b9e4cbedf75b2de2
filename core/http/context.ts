// A request as hooks, policies and handlers see it.
import type { Context as KoaContext } from 'koa';
import type { Visibility } from '../schema/visibility';
import type { RequestState } from '../types';
import type { Logger } from './logger';

/** Who asks. `null` on a request: nobody told. */
export interface Principal {
  /** `user`, `api-token` … */
  readonly kind: string;
  readonly id: string;
  /** For logs; never a secret. */
  readonly label: string;
}

/** What authorisation says about a request and its action. */
export type Verdict =
  | { readonly allowed: true; readonly visibility: Visibility }
  /** `hint` reaches the client in development only. */
  | { readonly allowed: false; readonly status: 401 | 403; readonly hint?: string };

export interface RequestContext {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly querystring: string;
  /** The query string as a nested object, parsed on first use, bounded; throws the 400 of a query that is too large. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  header(name: string): string | undefined;
  /** The client's address; forwarded headers count only from trusted hops. */
  readonly ip: string;
  principal: Principal | null;
  /** Set once the request is authorised. */
  visibility: Visibility;
  /** The route's action, where there is one. */
  readonly action: string | null;
  readonly state: Partial<RequestState>;
  readonly log: Logger;
  /** The koa context, for middlewares written for koa. */
  readonly koa: KoaContext;
}
