// Tokens that stand in the configuration: made, changed and removed at start, their secrets taken from the environment (or from
// the file that X_FILE names). All mistakes are told at once.
import {
  AppError,
  createEnv,
  type DocumentObject,
  type Kernel,
  type Mistake,
  StartupError,
} from '../../core';
import type { DeclaredToken } from './config';
import { hashSecret, SECRET_FORM } from './secrets';
import { actionMistakes } from './tokens';
import { TOKEN } from './types';

interface Wanted {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly actions: readonly string[];
  readonly hash: string;
}

export async function applyDeclaredTokens(kernel: Kernel, declared: readonly DeclaredToken[]): Promise<void> {
  const mistakes: Mistake[] = [];
  const wanted = declared.map((token, index) => wantedOf(kernel, token, index, mistakes));
  refuseTwins(wanted, mistakes);
  if (mistakes.length > 0) refuse(mistakes);
  try {
    await write(kernel, wanted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another process that starts at the same time has written the same.
    await write(kernel, wanted);
  }
}

async function write(kernel: Kernel, wanted: readonly Wanted[]): Promise<void> {
  const documents = kernel.documents(TOKEN);
  await kernel.documents.transaction(async () => {
    const all = await documents.findMany({ sort: 'id', pagination: { limit: -1 } });
    refuseClashes(wanted, all);
    for (const { documentId, name, declared } of all)
      if (declared === true && !wanted.some((token) => token.name === name))
        await documents.delete({ documentId });
    for (const token of wanted) {
      const stored = all.find(({ name }) => name === token.name);
      const data = { ...token, lifespan: null, expiresAt: null, declared: true };
      if (!stored) await documents.create({ data });
      else if (differs(stored, token)) await documents.update({ documentId: stored.documentId, data });
    }
  });
}

function wantedOf(kernel: Kernel, token: DeclaredToken, index: number, mistakes: Mistake[]): Wanted {
  const { name, description, type, secretFrom } = token;
  const at = `api-tokens.config.tokens[${index}]`;
  for (const { index: place, message, action } of actionMistakes(kernel, type, token.actions)) {
    // A plugin that is off takes its actions with it; that is no reason not to start.
    if (action !== undefined && isOfAbsentPlugin(kernel, action))
      kernel.log.warn(`the token "${name}" lists an action of a plugin that is not on`, { action });
    else
      mistakes.push({
        where: 'config/plugins',
        at: `${at}.actions${place === null ? '' : `[${place}]`}`,
        message,
      });
  }
  const secret = createEnv(kernel.variables, mistakes)(secretFrom) ?? '';
  const problem =
    secret === ''
      ? `is not set; set it, or ${secretFrom}_FILE to a file that holds it (openssl rand -hex 32 makes one)`
      : SECRET_FORM.test(secret)
        ? null
        : 'is no secret for a token: 32 to 512 letters, digits and _~+/=- (openssl rand -hex 32 makes one)';
  if (problem !== null)
    mistakes.push({ where: 'environment', at: secretFrom, message: `(for ${at}) ${problem}` });
  return {
    name: name.trim(),
    description,
    type,
    actions: [...token.actions].sort(),
    hash: hashSecret(secret),
  };
}

const isOfAbsentPlugin = ({ plugins }: Kernel, action: string): boolean => {
  const owner = /^plugin::([\w-]+)\./.exec(action)?.[1];
  return owner !== undefined && !plugins.some(({ name }) => name === owner);
};

function refuseTwins(wanted: readonly Wanted[], mistakes: Mistake[]): void {
  const twice = (key: 'name' | 'hash', what: string): void => {
    for (const [index, token] of wanted.entries()) {
      const first = wanted.findIndex((other) => other[key] === token[key]);
      if (first < index && token[key] !== hashSecret(''))
        mistakes.push({
          where: 'config/plugins',
          at: `api-tokens.config.tokens[${index}]`,
          message: `has the same ${what} as tokens[${first}]; each needs its own`,
        });
    }
  };
  twice('name', 'name');
  twice('hash', 'secret');
}

function refuseClashes(wanted: readonly Wanted[], stored: readonly DocumentObject[]): void {
  const mistakes: Mistake[] = [];
  for (const [index, token] of wanted.entries())
    for (const { name, hash, declared } of stored)
      if (declared !== true && (name === token.name || hash === token.hash))
        mistakes.push({
          where: 'config/plugins',
          at: `api-tokens.config.tokens[${index}]`,
          message: `there is a token "${String(name)}" already that was made while running; revoke it (quire token revoke), or choose another name and secret`,
        });
  if (mistakes.length > 0) refuse(mistakes);
}

function differs(stored: DocumentObject, token: Wanted): boolean {
  const { description, type, actions, hash, declared } = stored;
  const [before, after] = [
    [description ?? '', type, actions, hash, declared],
    [token.description, token.type, token.actions, token.hash, true],
  ].map((values) => JSON.stringify(values));
  return before !== after;
}

const refuse = (mistakes: readonly Mistake[]): never => {
  throw new StartupError('Some declared tokens cannot be used:', mistakes);
};
