// A foreign deployment, reached by its address. It must have the content types of the suite.
import type { Client } from '../runner/client';
import type { Capability } from '../spec/row';
import { declaredAbilities, detect, REMOTE_ABILITIES } from './detect';
import type { Ability, Target } from './target';

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
  const abilities = new Map<Capability, Ability>([
    ...(await detect({ url, prefix, graphql, tokens }, client)),
    ...REMOTE_ABILITIES,
  ]);
  for (const [name, ability] of declaredAbilities(options.declared)) abilities.set(name, ability);
  return { name: 'deployment', url, prefix, graphql, tokens, abilities, close: async () => undefined };
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
