// Tokens that the configuration declares. Startup creates, changes and deletes them, and reports all mistakes at once.
// Their secrets come from environment variables, or from the files that `X_FILE` variables name.
import {
  type App,
  createEnv,
  type DocumentObject,
  expandActions,
  isOfDisabledPlugin,
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

export async function applyDeclaredTokens(app: App, declared: readonly DeclaredToken[]): Promise<void> {
  const mistakes: Mistake[] = [];
  const wanted = declared.map((token, index) => wantedOf(app, token, index, mistakes));
  checkDuplicates(wanted, mistakes);
  if (mistakes.length > 0) refuse(mistakes);
  const documents = app.documents(TOKEN);
  await app.documents.transaction(async () => {
    const all = await documents.findMany({ sort: 'id', pagination: { limit: -1 } });
    checkStoredTokens(wanted, all);
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

function wantedOf(app: App, token: DeclaredToken, index: number, mistakes: Mistake[]): Wanted {
  const { name, description, type, secretFrom } = token;
  const at = `api-tokens.config.tokens[${index}]`;
  const actions = expandActions(token.actions, app.actions.names());
  for (const { index: place, message, action } of actionMistakes(app, type, actions)) {
    // An action of a disabled plugin is a warning: disabling a plugin must not stop startup.
    if (action !== undefined && isOfDisabledPlugin(app, action))
      app.log.warn(`the token "${name}" lists an action of a disabled plugin`, { action });
    else
      mistakes.push({
        where: 'config/plugins',
        at: `${at}.actions${place === null ? '' : `[${token.actions.indexOf(action ?? '')}]`}`,
        message,
      });
  }
  const secret = createEnv(app.variables, mistakes)(secretFrom) ?? '';
  const problem =
    secret === ''
      ? `is not set; set it, or set ${secretFrom}_FILE to a file that contains it (openssl rand -hex 32 prints a secret)`
      : SECRET_FORM.test(secret)
        ? null
        : 'is not a valid secret: use 32 to 512 letters, digits and _~+/=- (openssl rand -hex 32 prints a secret)';
  if (problem !== null)
    mistakes.push({ where: 'environment', at: secretFrom, message: `(for ${at}) ${problem}` });
  return {
    name: name.trim(),
    description,
    type,
    actions: [...actions].sort(),
    hash: hashSecret(secret),
  };
}

function checkDuplicates(wanted: readonly Wanted[], mistakes: Mistake[]): void {
  const twice = (key: 'name' | 'hash', what: string): void => {
    for (const [index, token] of wanted.entries()) {
      const first = wanted.findIndex((other) => other[key] === token[key]);
      if (first < index && token[key] !== hashSecret(''))
        mistakes.push({
          where: 'config/plugins',
          at: `api-tokens.config.tokens[${index}]`,
          message: `has the same ${what} as tokens[${first}]; use a different ${what}`,
        });
    }
  };
  twice('name', 'name');
  twice('hash', 'secret');
}

function checkStoredTokens(wanted: readonly Wanted[], stored: readonly DocumentObject[]): void {
  const mistakes: Mistake[] = [];
  for (const [index, token] of wanted.entries())
    for (const { name, hash, declared } of stored)
      if (declared !== true && (name === token.name || hash === token.hash))
        mistakes.push({
          where: 'config/plugins',
          at: `api-tokens.config.tokens[${index}]`,
          message: `the token "${String(name)}" was created at runtime; revoke it (quire token revoke), or choose another name and secret`,
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
  throw new StartupError('The declared tokens are invalid:', mistakes);
};
