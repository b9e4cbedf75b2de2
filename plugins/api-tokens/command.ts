// `quire token …`: manages API tokens from the command line.
import {
  type App,
  AppError,
  expandActions,
  type PluginCommand,
  type PluginCommandInput,
  StartupError,
} from '../../core';
import { LIFESPAN_EXPECTED, lifespanOf } from './lifespan';
import { KINDS } from './token-kinds';
import type { ApiTokens, IssuedToken, TokenRecord } from './tokens';

const USAGE = 2;

export const tokenCommand = (app: App, tokens: ApiTokens): PluginCommand => ({
  name: 'token',
  description: 'Creates, lists, regenerates and revokes API tokens.',
  usage: [
    'quire token create --name NAME --type read-only|full-access|custom [--action ACTION,…] [--lifespan 30d]',
    'quire token list',
    'quire token regenerate NAME',
    'quire token revoke NAME',
  ],
  example: 'quire token create --name website --type read-only --lifespan 30d',
  flags: {
    name: { type: 'string', value: 'NAME', description: 'With create: the name of the token.' },
    type: { type: 'string', value: 'TYPE', description: `With create: ${KINDS.join(', ')}.` },
    action: {
      type: 'string',
      value: 'ACTION,…',
      description: 'With create and --type custom: the actions of the token, separated by commas or spaces.',
    },
    lifespan: {
      type: 'string',
      value: 'TIME',
      description: 'With create: 30d, 12h, 10m. Without it the token never expires.',
    },
    description: { type: 'string', value: 'TEXT', description: 'With create: the purpose of the token.' },
  },
  async run(given) {
    const [verb, ...words] = given.words;
    if (verb === 'create') return create(app, tokens, given, words);
    if (verb === 'list' && words.length === 0) {
      await app.start();
      for (const token of await tokens.list()) given.print(lineOf(token));
      return 0;
    }
    const [name, extra] = words;
    if ((verb !== 'regenerate' && verb !== 'revoke') || name === undefined || extra !== undefined)
      return USAGE;
    await app.start();
    const token = (await tokens.list()).find((one) => one.name === name || one.documentId === name);
    if (!token)
      throw mistake('NAME', `the token "${name}" does not exist; "quire token list" lists all tokens`);
    if (verb === 'regenerate') show(await tokens.regenerate(token.documentId), given);
    else {
      await tokens.revoke(token.documentId);
      given.print(`revoked the token ${token.name}`);
    }
    return 0;
  },
});

async function create(
  app: App,
  tokens: ApiTokens,
  given: PluginCommandInput,
  words: readonly string[],
): Promise<number> {
  const { flags } = given;
  const text = (name: string): string | undefined => {
    const value = flags[name];
    return typeof value === 'string' ? value : undefined;
  };
  const name = text('name');
  const type = KINDS.find((kind) => kind === text('type'));
  if (name === undefined && text('type') === undefined) return USAGE;
  if (name === undefined) throw mistake('--name', 'is missing: the name of the token');
  if (text('type') === undefined) throw mistake('--type', `is missing: ${KINDS.join(', ')}`);
  if (!type) throw mistake('--type', `expected ${KINDS.join(', ')}`);
  const lifespan = text('lifespan') ?? null;
  if (lifespanOf(lifespan) === undefined) throw mistake('--lifespan', LIFESPAN_EXPECTED);
  const listed = [...(text('action')?.split(',') ?? []), ...words]
    .map((action) => action.trim())
    .filter(Boolean);
  const actions = expandActions(listed, app.actions.names());
  if (type === 'custom' && actions.length === 0)
    throw mistake(
      '--action',
      'is missing: a custom token needs at least one action, for example --action api::article.article.find',
    );
  await app.start();
  const taken = (await tokens.list()).find((token) => token.name === name.trim());
  if (taken) throw mistake('--name', takenMessage(taken));
  try {
    const input = { name, type, lifespan, actions, description: text('description') };
    show(await tokens.create(input), given);
  } catch (error) {
    throw error instanceof AppError
      ? new StartupError('The token cannot be created:', mistakesOf(error))
      : error;
  }
  return 0;
}

const takenMessage = ({ name, documentId, declared }: TokenRecord): string => {
  // The documentId replaces a name that is not one word on a command line.
  const word = /^[\w.-]+$/.test(name) ? name : documentId;
  return declared
    ? `the configuration declares a token "${name}"; choose another name`
    : `the token "${name}" already exists; "quire token regenerate ${word}" gives it a new secret, "quire token revoke ${word}" deletes it`;
};

/** Prints the secret as the last line, for scripts. */
function show(token: IssuedToken, { print }: PluginCommandInput): void {
  print(lineOf(token));
  print('The secret, which cannot be shown again:');
  print(token.accessKey);
}

function lineOf({ name, type, actions, expiresAt, lastUsedAt, declared }: TokenRecord): string {
  const parts = [
    type === 'custom' ? `custom (${actions.join(', ')})` : type,
    expiresAt === null ? 'never expires' : `expires ${expiresAt}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    ...(declared ? ['from the configuration'] : []),
  ];
  return `${name}  ${parts.join('  ')}`;
}

function mistakesOf({ details, message }: AppError): { where: string; message: string }[] {
  const list: unknown = details?.errors;
  if (!Array.isArray(list)) return [{ where: 'token', message }];
  return list.map((issue: { readonly path?: readonly string[]; readonly message?: string }) => ({
    where: issue.path?.join('.') ?? 'token',
    message: issue.message ?? message,
  }));
}

const mistake = (where: string, message: string): StartupError =>
  new StartupError('The command failed:', [{ where, message }]);
