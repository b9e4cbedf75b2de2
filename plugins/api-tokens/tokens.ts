// The service of tokens: makes, lists, renews and revokes them. A secret leaves it once, with the answer that made it.
import { type BodyIssue, coreErrors, type DocumentObject, type Kernel } from '../../core';
import { tokenErrors } from './errors';
import type { TokenKind } from './kinds';
import { LIFESPAN_EXPECTED, lifespanOf } from './lifespan';
import { createSecret, hashSecret } from './secrets';
import { tokenOf } from './token-book';
import { type ApiToken, TOKEN } from './types';

export interface TokenInput {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type: TokenKind;
  /** For `custom`. */
  readonly actions?: readonly string[] | undefined;
  /** `30d`, milliseconds, or null for no end. */
  readonly lifespan?: string | number | null | undefined;
}

/** A token as people read it. */
export interface TokenRecord {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly description: string;
  readonly type: TokenKind;
  readonly actions: readonly string[];
  /** Milliseconds. */
  readonly lifespan: number | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** Stands in the configuration, and can be changed only there. */
  readonly declared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `accessKey` is the secret. It cannot be read again. */
export type IssuedToken = TokenRecord & { readonly accessKey: string };

/** Asked before a token is made: throws where the caller may not make this one. */
export type MayIssue = (token: Pick<ApiToken, 'type' | 'actions' | 'expiresAt'>) => void;

export interface ApiTokens {
  list(): Promise<TokenRecord[]>;
  find(documentId: string): Promise<TokenRecord | null>;
  /** What is wrong with the input is one 400. */
  create(input: TokenInput, mayIssue?: MayIssue): Promise<IssuedToken>;
  /** A new secret for the token, and its lifespan from the start; the old one dies. */
  regenerate(documentId: string, mayIssue?: MayIssue): Promise<IssuedToken>;
  /** Nothing happens where there is none. */
  revoke(documentId: string): Promise<void>;
}

export function createTokens(kernel: Kernel, forget: () => void): ApiTokens {
  const documents = () => kernel.documents(TOKEN);

  async function changeable(documentId: string): Promise<DocumentObject | null> {
    const document = await documents().findOne({ documentId });
    if (document && document.declared === true) throw tokenErrors.TOKEN_DECLARED(String(document.name));
    return document;
  }

  return {
    async list() {
      const all = await documents().findMany({ sort: 'id', pagination: { limit: -1 } });
      return all.map(recordOf);
    },
    async find(documentId) {
      const document = await documents().findOne({ documentId });
      return document && recordOf(document);
    },
    async create(input, mayIssue) {
      const { actions = [], type } = input;
      const lifespan = lifespanOf(input.lifespan ?? null);
      refuseMistakes(kernel, input, lifespan);
      const expiresAt = lifespan == null ? null : Date.now() + lifespan;
      mayIssue?.({ type, actions, expiresAt });
      const accessKey = createSecret();
      const document = await documents().create({
        data: {
          name: input.name.trim(),
          description: input.description ?? '',
          type,
          actions: [...actions].sort(),
          hash: hashSecret(accessKey),
          lifespan: lifespan == null ? null : String(lifespan),
          expiresAt: isoOf(expiresAt),
          declared: false,
        },
      });
      forget();
      return { ...recordOf(document), accessKey };
    },
    async regenerate(documentId, mayIssue) {
      const found = await changeable(documentId);
      if (!found) throw tokenErrors.TOKEN_NOT_FOUND();
      const { lifespan } = recordOf(found);
      const expiresAt = lifespan === null ? null : Date.now() + lifespan;
      mayIssue?.({ ...tokenOf(found), expiresAt });
      const accessKey = createSecret();
      const document = await documents().update({
        documentId,
        data: { hash: hashSecret(accessKey), expiresAt: isoOf(expiresAt) },
      });
      forget();
      if (!document) throw tokenErrors.TOKEN_NOT_FOUND();
      return { ...recordOf(document), accessKey };
    },
    async revoke(documentId) {
      if (await changeable(documentId)) await documents().delete({ documentId });
      forget();
    },
  };
}

/** What is wrong with a list of actions, for a body and for the configuration alike. */
export function actionMistakes(
  { actions }: Pick<Kernel, 'actions'>,
  type: TokenKind,
  given: readonly string[],
): { readonly index: number | null; readonly message: string; readonly action?: string }[] {
  if (type !== 'custom')
    return given.length === 0
      ? []
      : [{ index: null, message: `a ${type} token takes no actions; only custom ones do` }];
  if (given.length === 0) return [{ index: null, message: 'a custom token needs at least one action' }];
  return given.flatMap((action, index) => {
    if (actions.has(action)) return [];
    const near = actions.nearest(action);
    return [
      { index, action, message: `unknown action "${action}"${near ? `; did you mean "${near}"?` : ''}` },
    ];
  });
}

function refuseMistakes(kernel: Kernel, input: TokenInput, lifespan: number | null | undefined): void {
  const issues: BodyIssue[] = [];
  const add = (path: readonly string[], message: string): void =>
    void issues.push({ path, message, name: 'ValidationError' });
  const length = input.name.trim().length;
  if (length === 0 || length > 255) add(['name'], 'name must have 1 to 255 characters');
  if (lifespan === undefined) add(['lifespan'], `lifespan: ${LIFESPAN_EXPECTED}`);
  for (const { index, message } of actionMistakes(kernel, input.type, input.actions ?? []))
    add(index === null ? ['actions'] : ['actions', String(index)], message);
  if (issues.length > 0) throw coreErrors.BODY_ISSUES(issues);
}

function recordOf(document: DocumentObject): TokenRecord {
  const { id, documentId, name, type, actions } = tokenOf(document);
  const { description, lifespan, declared, createdAt, updatedAt, expiresAt, lastUsedAt } = document;
  return {
    id,
    documentId,
    name,
    description: textOrNull(description) ?? '',
    type,
    actions,
    lifespan: lifespan === null || lifespan === undefined ? null : Number(lifespan),
    expiresAt: textOrNull(expiresAt),
    lastUsedAt: textOrNull(lastUsedAt),
    declared: declared === true,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isoOf = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();
