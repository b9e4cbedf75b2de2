// The token service: creates, lists, regenerates and revokes tokens. Only `create` and `regenerate` return a secret.
import {
  type App,
  type BodyIssue,
  type Caller,
  coreErrors,
  type DocumentObject,
  nearestAction,
  OPEN_VISIBILITY,
  type RequestContext,
  type Visibility,
  withAllFields,
} from '../../core';
import { tokenErrors } from './errors';
import { LIFESPAN_EXPECTED, lifespanOf } from './lifespan';
import { createSecret, hashSecret } from './secrets';
import { tokenOf } from './token-cache';
import type { TokenKind } from './token-kinds';
import { type ApiToken, TOKEN } from './types';

export interface TokenInput {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type: TokenKind;
  /** For `custom` tokens. */
  readonly actions?: readonly string[] | undefined;
  /** `30d`, milliseconds, or null for a token that never expires. */
  readonly lifespan?: string | number | null | undefined;
}

/** A token without its secret. */
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
  /** Declared in the configuration; only the configuration can change it. */
  readonly declared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `accessKey` is the secret, which cannot be read again. */
export type IssuedToken = TokenRecord & { readonly accessKey: string };

/** Called before a token is created. Throws when the caller may not create this token. */
export type MayIssue = (token: Pick<ApiToken, 'type' | 'actions' | 'expiresAt'>) => void;

/** The caller that creates a token; absent for the command line and for plugins. */
export interface Issuer {
  readonly mayIssue: MayIssue;
  /** The id of the user who creates the token; null: the token has no maker. */
  readonly maker: string | null;
  readonly caller: Caller;
  readonly visibility: Visibility;
}

export interface ApiTokens {
  /** `caller`: sees and changes these tokens only. */
  list(caller?: Visibility): Promise<TokenRecord[]>;
  /** `id`, here and below: an id or a documentId. */
  find(id: string, caller?: Visibility): Promise<TokenRecord | null>;
  /** Throws one 400 with all issues of the input. */
  create(input: TokenInput, issuer?: Issuer): Promise<IssuedToken>;
  /** Replaces the secret and restarts the lifespan. The old secret stops working. */
  regenerate(id: string, issuer?: Issuer): Promise<IssuedToken>;
  /** Throws a 404 when the token does not exist. */
  revoke(id: string, by?: Pick<RequestContext, 'caller' | 'visibility'>): Promise<void>;
}

export function createTokens(app: App, forget: () => void): ApiTokens {
  const documents = () => app.documents(TOKEN);

  /** By id or documentId; the list shows both. null: no such token, or the caller does not see it. */
  async function seen(id: string, caller?: Visibility): Promise<DocumentObject | null> {
    const named = /^\d{1,15}$/.test(id) ? { id: Number(id) } : { documentId: id };
    const words = {
      filters: named,
      fields: ['id'],
      ...(caller ? { visibility: withAllFields(caller) } : {}),
    };
    const found = await documents().findFirst(words);
    return found && documents().findOne({ documentId: found.documentId });
  }

  async function changeable(id: string, caller?: Visibility): Promise<DocumentObject> {
    const document = await seen(id, caller);
    if (!document) throw tokenErrors.TOKEN_NOT_FOUND();
    if (document.declared === true) throw tokenErrors.TOKEN_DECLARED(String(document.name));
    return document;
  }

  return {
    async list(caller) {
      const words = caller ? { visibility: withAllFields(caller) } : {};
      const all = await documents().findMany({ sort: 'id', pagination: { limit: -1 }, ...words });
      return all.map(recordOf);
    },
    async find(id, caller) {
      const document = await seen(id, caller);
      return document && recordOf(document);
    },
    async create(input, issuer) {
      const { actions = [], type } = input;
      const lifespan = lifespanOf(input.lifespan ?? null);
      refuseMistakes(app, input, lifespan);
      const expiresAt = lifespan == null ? null : Date.now() + lifespan;
      issuer?.mayIssue({ type, actions, expiresAt });
      const accessKey = createSecret();
      const { documentId } = await app.documents.text(TOKEN).create({
        ...(issuer ? { caller: issuer.caller, visibility: issuer.visibility } : {}),
        data: {
          name: input.name.trim(),
          description: input.description ?? '',
          type,
          actions: [...actions].sort(),
          hash: hashSecret(accessKey),
          lifespan: lifespan == null ? null : String(lifespan),
          expiresAt: isoOf(expiresAt),
          declared: false,
          maker: issuer?.maker ?? null,
          madeAt: new Date().toISOString(),
        },
      });
      forget();
      const document = await seen(documentId);
      if (!document) throw tokenErrors.TOKEN_NOT_FOUND();
      return { ...recordOf(document), accessKey };
    },
    async regenerate(id, issuer) {
      const former = await changeable(id, issuer?.visibility);
      const { documentId } = former;
      const { lifespan } = recordOf(former);
      const expiresAt = lifespan === null ? null : Date.now() + lifespan;
      issuer?.mayIssue({ ...tokenOf(former), expiresAt });
      const accessKey = createSecret();
      const document = await documents().update({
        documentId,
        ...allowedFor(issuer),
        data: {
          hash: hashSecret(accessKey),
          expiresAt: isoOf(expiresAt),
          ...(issuer ? { maker: issuer.maker, madeAt: new Date().toISOString() } : {}),
        },
      });
      forget();
      if (!document) throw tokenErrors.TOKEN_NOT_FOUND();
      return { ...recordOf(document), accessKey };
    },
    async revoke(id, by) {
      const { documentId } = await changeable(id, by?.visibility);
      const { deleted } = await documents().delete({ documentId, ...allowedFor(by) });
      forget();
      if (deleted === 0) throw tokenErrors.TOKEN_NOT_FOUND();
    },
  };
}

/** The caller sees the token and holds the action. Hooks of the write learn who it is; its own fields are no limit. */
const allowedFor = (by: { readonly caller: Caller } | undefined) =>
  by ? { caller: by.caller, visibility: OPEN_VISIBILITY } : {};

/** The mistakes in a list of actions, in a body or in the configuration. */
export function actionMistakes(
  { actions }: Pick<App, 'actions'>,
  type: TokenKind,
  given: readonly string[],
): { readonly index: number | null; readonly message: string; readonly action?: string }[] {
  if (type !== 'custom')
    return given.length === 0
      ? []
      : [{ index: null, message: `a ${type} token has no actions; only custom tokens have` }];
  if (given.length === 0) return [{ index: null, message: 'a custom token needs at least one action' }];
  return given.flatMap((action, index) => {
    if (actions.has(action)) return [];
    const near = nearestAction(action, actions.names());
    return [
      { index, action, message: `unknown action "${action}"${near ? `; did you mean "${near}"?` : ''}` },
    ];
  });
}

function refuseMistakes(app: App, input: TokenInput, lifespan: number | null | undefined): void {
  const issues: BodyIssue[] = [];
  const add = (path: readonly string[], message: string): void =>
    void issues.push({ path, message, name: 'ValidationError' });
  const length = input.name.trim().length;
  if (length === 0 || length > 255) add(['name'], 'name must have 1 to 255 characters');
  if (lifespan === undefined) add(['lifespan'], `lifespan: ${LIFESPAN_EXPECTED}`);
  for (const { index, message } of actionMistakes(app, input.type, input.actions ?? []))
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
