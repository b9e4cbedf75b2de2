// A foreign deployment, reached by its address. It must have the content types of the suite.

import { DECLARABLE, declaredAbilities, remoteAbilities } from '../target/declared';
import type { Target } from '../target/target';
import type { Client } from '../wire/client';
import { detect } from './detect';

export interface RemoteOptions {
  readonly url: string;
  readonly prefix: string;
  readonly graphql: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** Declared capabilities: `graphql` is available, `-drafts` is missing. */
  readonly declared: readonly string[];
  readonly client: Client;
}

export async function connectRemote(options: RemoteOptions): Promise<Target> {
  const { prefix, graphql, tokens, client } = options;
  const url = options.url.replace(/\/+$/, '');
  await requireTypes(url + prefix, tokens.full, client);
  const declared = declaredAbilities(options.declared);
  const target: Target = {
    name: 'deployment',
    url,
    prefix,
    graphql,
    tokens,
    abilities: new Map([...remoteAbilities(), ...declared]),
    close: async () => undefined,
  };
  const unknown = DECLARABLE.filter((name) => !declared.has(name));
  const detected = await detect(target, unknown, client);
  return { ...target, abilities: new Map([...target.abilities, ...detected]) };
}

async function requireTypes(api: string, token: string | undefined, client: Client): Promise<void> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status } = await client.send({ method: 'GET', url: `${api}/plains`, headers, body: null });
  if (status === 200) return;
  const remedy =
    status === 401 || status === 403
      ? 'Pass a token with full access with --token.'
      : 'Install the content types first (conformance install --layout quire|strapi DIR), or check by reading only, with --read-only.';
  throw new Error(`GET ${api}/plains answered ${status}: the suite cannot check this deployment. ${remedy}`);
}
