// A provider: begins a sign-in, and reads from the answer who the person is.
import type { Identity } from '../types';

/** The values of one sign-in that only Quire and the browser know. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

export interface Provider {
  readonly name: string;
  readonly issuer: string;
  /** The page of the provider where the person logs in. */
  begin(attempt: Attempt, redirectUri: string): Promise<URL>;
  /** `answered`: the redirect address with the query of the provider. Throws if any check fails. */
  identityOf(attempt: Attempt, answered: URL): Promise<Identity>;
}

export interface ProviderSettings {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly trustEmail: boolean;
  /** The path of the claim; null: nothing reads groups. */
  readonly groups: string | null;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Loaded with the first sign-in. */
export const openidClient = () => import('openid-client');

export type OpenidClient = Awaited<ReturnType<typeof openidClient>>;
export type Configuration = InstanceType<OpenidClient['Configuration']>;

/** The values of a text claim; null: it is something else. */
export const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
