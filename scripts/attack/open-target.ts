// The deployment of a run: the one that the options name, or an application that the suite starts.
import { randomBytes } from 'node:crypto';
import { detect } from '../../conformance/runner/detect';
import { declaredAbilities, remoteAbilities } from '../../conformance/target/declared';
import { startOwnApp } from '../../conformance/target/own-app';
import type { Target } from '../../conformance/target/target';
import type { Client } from '../../conformance/wire/client';
import { createTestDatabase, type TestDatabase } from '../../core/testing/databases';
import { CLIENT_ID, type ForgingProvider, startForgingProvider } from './forging-provider';
import { learn, type Subject } from './learn';

export interface OpenedTarget {
  readonly target: Target;
  readonly subjects: readonly Subject[];
  /** Attributes with unique values: `articles.code`. */
  readonly unique: readonly string[];
  /** The secret that signs tokens, for forged tokens with a valid signature. */
  readonly jwtSecret: string | null;
  /** The type of a role whose rules hide rows and fields of `plains`; null when there is none. */
  readonly rules: string | null;
  /** The suite is the provider of sign-ins. */
  readonly forger: ForgingProvider | null;
  /** Pages of PASSKEY_ORIGIN may use passkeys. */
  readonly hasPasskeys: boolean;
}

export interface RemoteSite {
  readonly url: string;
  readonly prefix: string;
  readonly graphql: string;
  readonly token: string | undefined;
  readonly schema: string | undefined;
  readonly hidden: readonly string[];
  readonly unique: readonly string[];
  readonly jwtSecret: string | undefined;
  readonly declared: readonly string[];
}

/** Capabilities that no content type of the conformance suite is needed for. */
const DETECTED = ['auth', 'upload', 'graphql', 'aggregates'];

export async function openRemote(site: RemoteSite, client: Client): Promise<OpenedTarget> {
  const { prefix, graphql, token, jwtSecret } = site;
  const declared = declaredAbilities(site.declared);
  const plain: Target = {
    name: 'deployment',
    url: site.url.replace(/\/+$/, ''),
    prefix,
    graphql,
    tokens: token === undefined ? {} : { full: token },
    abilities: new Map([...remoteAbilities(), ...declared]),
    close: async () => undefined,
  };
  const unknown = DETECTED.filter((name) => !declared.has(name) && name !== 'aggregates');
  const target = {
    ...plain,
    abilities: new Map([...plain.abilities, ...(await detect(plain, unknown, client))]),
  };
  const subjects = await learned(target, site.schema, site.hidden, client);
  return {
    target,
    subjects,
    unique: site.unique,
    jwtSecret: jwtSecret ?? null,
    rules: null,
    forger: null,
    hasPasskeys: false,
  };
}

async function learned(
  { url, prefix, tokens }: Target,
  schema: string | undefined,
  hidden: readonly string[],
  client: Client,
): Promise<Subject[]> {
  const address = schema ?? `${url}${prefix}/openapi.json`;
  const headers: Record<string, string> =
    tokens.full === undefined ? {} : { authorization: `Bearer ${tokens.full}` };
  const { status, body } = await client.send({ method: 'GET', url: address, headers, body: null });
  if (status === 200 && body !== undefined) return learn(body, prefix, hidden);
  throw new Error(
    `GET ${address} answered ${status}. Pass a token with full access with --token, or name the OpenAPI document with --schema.`,
  );
}

const HIDDEN = ['articles.private_note', 'checks.hid'];
const UNIQUE = ['checks.uniq', 'articles.code'];
const RULES = 'ruled';
/** Rows of another kind are hidden, and so is the attribute `body`. */
const RULE = { where: { kind: 'a' }, fields: ['name', 'kind', 'n', 'labels', 'mail'] };

const FRONT = 'https://front.attack.test';
export const PASSKEY_ORIGIN = FRONT;

const signInWith = (issuer: string) => ({
  providers: { corp: { issuer, clientId: CLIENT_ID, callback: `${FRONT}/signed-in`, link: 'sameProvider' } },
  perMinute: 10_000,
});

export interface OwnSite {
  readonly database: TestDatabase;
  readonly without: readonly string[];
}

export async function openOwn({ database, without }: OwnSite, client: Client): Promise<OpenedTarget> {
  const jwtSecret = randomBytes(48).toString('base64url');
  const hasUsers = !without.includes('users-permissions');
  const users = {
    jwtSecret,
    // Tokens of this kind have sessions that end.
    jwtManagement: 'refresh',
    roles: {
      [RULES]: {
        name: 'Ruled',
        actions: [
          ...['find', 'findOne'].map((verb) => ({ action: `api::plain.plain.${verb}`, ...RULE })),
          ...['update', 'delete'].map((verb) => ({ action: `api::plain.plain.${verb}`, where: RULE.where })),
          'api::label.label.find',
        ],
      },
    },
  };
  const created = database === 'sqlite' ? null : await createTestDatabase(database);
  const forger = hasUsers ? await startForgingProvider() : null;
  try {
    const target = await startOwnApp(
      { client, without, database: created ? addressOf(created.config) : 'sqlite' },
      {
        // The builder of the admin exists in development.
        development: true,
        config: {
          // The other files are behind a link, which the builder does not follow.
          'components/attack/note': { info: { displayName: 'Note' }, attributes: { text: { type: 'text' } } },
          plugins: {
            ...(forger
              ? {
                  'users-permissions': { config: users },
                  'sign-in': { config: signInWith(forger.issuer) },
                  admin: true,
                  passkeys: { config: { rpId: new URL(PASSKEY_ORIGIN).hostname, origins: [PASSKEY_ORIGIN] } },
                }
              : {}),
            graphql: { enabled: true, config: { subscriptions: true } },
          },
        },
      },
    );
    const close = async (): Promise<void> => {
      await target.close();
      forger?.close();
      await created?.drop();
    };
    return {
      target: { ...target, close },
      subjects: await learned(target, undefined, HIDDEN, client),
      unique: UNIQUE,
      jwtSecret: hasUsers ? jwtSecret : null,
      rules: hasUsers ? RULES : null,
      forger,
      hasPasskeys: hasUsers,
    };
  } catch (error) {
    forger?.close();
    await created?.drop();
    throw error;
  }
}

function addressOf(config: Awaited<ReturnType<typeof createTestDatabase>>['config']): string {
  if (config.client === 'sqlite') return 'sqlite';
  const { client, host, port, user, password, database } = config;
  return `${client}://${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}`;
}
