// `quire token …`: tokens from the command line, for who runs the application.
import { AppError, type Kernel, type PluginCommand, type PluginCommandInput, StartupError } from '../../core';
import { KINDS } from './kinds';
import { LIFESPAN_EXPECTED, lifespanOf } from './lifespan';
import type { ApiTokens, IssuedToken, TokenRecord } from './tokens';

const USAGE = 2;

export const tokenCommand = (tokens: ApiTokens): PluginCommand => ({
  summary: 'Makes, lists, renews and revokes API tokens.',
  usage: [
    'quire token create --name NAME --type read-only|full-access|custom [--action ACTION,…] [--lifespan 30d]',
    'quire token list',
    'quire token regenerate NAME',
    'quire token revoke NAME',
  ],
  flags: {
    name: { type: 'string', value: 'NAME', description: 'With create: what people call it.' },
    type: { type: 'string', value: 'TYPE', description: `With create: ${KINDS.join(', ')}.` },
    action: {
      type: 'string',
      value: 'ACTION,…',
      description: 'With create, for custom ones: what it may do; commas between several, or words after it.',
    },
    lifespan: {
      type: 'string',
      value: 'TIME',
      description: 'With create: 30d, 12h, 10m; it never ends when absent.',
    },
    description: { type: 'string', value: 'TEXT', description: 'With create: what it is for.' },
  },
  async run(kernel, given) {
    const [verb, ...words] = given.words;
    if (verb === 'create') return create(kernel, tokens, given, words);
    if (verb === 'list' && words.length === 0) {
      await kernel.start();
      for (const token of await tokens.list()) given.print(lineOf(token));
      return 0;
    }
    const [name, tooMuch] = words;
    if ((verb !== 'regenerate' && verb !== 'revoke') || name === undefined || tooMuch !== undefined)
      return USAGE;
    await kernel.start();
    const token = (await tokens.list()).find((one) => one.name === name || one.documentId === name);
    if (!token) throw mistake('NAME', `there is no token "${name}"; "quire token list" shows all`);
    if (verb === 'regenerate') show(await tokens.regenerate(token.documentId), given);
    else {
      await tokens.revoke(token.documentId);
      given.print(`revoked the token ${token.name}`);
    }
    return 0;
  },
});

async function create(
  kernel: Kernel,
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
  if (name === undefined) throw mistake('--name', 'is missing: what people call the token');
  if (text('type') === undefined) throw mistake('--type', `is missing: ${KINDS.join(', ')}`);
  if (!type) throw mistake('--type', `expected ${KINDS.join(', ')}`);
  const lifespan = text('lifespan') ?? null;
  if (lifespanOf(lifespan) === undefined) throw mistake('--lifespan', LIFESPAN_EXPECTED);
  const actions = [...(text('action')?.split(',') ?? []), ...words]
    .map((action) => action.trim())
    .filter(Boolean);
  if (type === 'custom' && actions.length === 0)
    throw mistake(
      '--action',
      'is missing: a custom token needs at least one action, for example --action api::article.article.find',
    );
  await kernel.start();
  const taken = (await tokens.list()).find((token) => token.name === name.trim());
  if (taken) throw mistake('--name', takenMessage(taken));
  try {
    const input = { name, type, lifespan, actions: [...new Set(actions)], description: text('description') };
    show(await tokens.create(input), given);
  } catch (error) {
    throw error instanceof AppError
      ? new StartupError('The token cannot be made:', mistakesOf(error))
      : error;
  }
  return 0;
}

const takenMessage = ({ name, documentId, declared }: TokenRecord): string => {
  // What a command line takes as one word.
  const word = /^[\w.-]+$/.test(name) ? name : documentId;
  return declared
    ? `the configuration declares a token "${name}"; give this one another name`
    : `there is a token "${name}" already; "quire token regenerate ${word}" gives it a new secret, "quire token revoke ${word}" takes it away`;
};

/** The secret on a line of its own, for scripts that take the last one. */
function show(token: IssuedToken, { print }: PluginCommandInput): void {
  print(lineOf(token));
  print('Its secret, which is not shown again:');
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
  new StartupError('That cannot be done:', [{ where, message }]);
