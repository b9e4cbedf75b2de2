// What everything about one's own account shares: tokens for whom it turned out to be, codes that are good once, mails whose
// fate nobody outside learns.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DocumentObject, Kernel, RequestContext, Visibility } from '../../core';
import type { Issued } from './authentication';
import type { UsersPermissionsConfig } from './config';
import { type Credentials, type Found, hashCode } from './credentials';
import { usersErrors } from './errors';
import type { Jwt } from './jwt';
import type { Limits } from './limits';
import type { Mails } from './mails';
import type { Sessions } from './sessions';
import { type Account, USER } from './types';
import type { Body } from './validation';

export interface AccountWorkOptions {
  readonly kernel: Kernel;
  readonly config: UsersPermissionsConfig;
  readonly jwt: Jwt;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly mails: Mails;
}

export interface AccountWork {
  recordOf(documentId: string): Promise<DocumentObject>;
  issue(id: number): Promise<Issued>;
  /** Writes `data`, and uses the code up: of two uses one is refused. */
  useCode(
    user: Found,
    attribute: 'resetPasswordToken' | 'confirmationToken',
    code: string,
    data: Body,
    refused: () => Error,
  ): Promise<void>;
  sendConfirmationMail(user: { readonly documentId: string; readonly email: string }): Promise<void>;
  /** Waits as long whether there is something to do or not, and keeps its failure to the log. */
  inEvenTime(work: Promise<void>): Promise<void>;
}

/** One's own record: everything that is not private, and nothing behind it. */
const OWN_RECORD: Visibility = {
  scope: 'users own record',
  canRead: () => false,
  readable: () => true,
  writable: () => true,
  allows: () => false,
};

/** Answers about accounts that may or may not exist take this long either way. */
const EVEN_TIME = 250;

export function createAccountWork(options: AccountWorkOptions): AccountWork {
  const { kernel, config, jwt, credentials, sessions, mails } = options;
  const users = kernel.documents(USER);
  const columnOf = (name: string): string => kernel.schema.types.get(USER)?.scalars.get(name)?.column ?? name;

  async function recordOf(documentId: string): Promise<DocumentObject> {
    const user = await users.findOne({ documentId, visibility: OWN_RECORD });
    if (!user) throw usersErrors.AUTH_INVALID_CREDENTIALS();
    return user;
  }

  async function issue(id: number): Promise<Issued> {
    const found = await credentials.byId(id);
    if (!found) throw usersErrors.AUTH_INVALID_CREDENTIALS();
    const user = await recordOf(found.documentId);
    if (config.jwtManagement === 'refresh') return { ...(await sessions.open(id, found.tokenEpoch)), user };
    return { jwt: jwt.issue(id, found.tokenEpoch), user };
  }

  /** With the precondition that makes a code good for one use. */
  async function useCode(
    user: Found,
    attribute: 'resetPasswordToken' | 'confirmationToken',
    code: string,
    data: Body,
    refused: () => Error,
  ): Promise<void> {
    const column = columnOf(attribute);
    const written = await users.update({
      documentId: user.documentId,
      data: { ...data, [attribute]: null },
      precondition: (row) => {
        if (row?.values[column] !== hashCode(code)) throw refused();
      },
    });
    if (!written) throw refused();
  }

  async function sendConfirmationMail(user: {
    readonly documentId: string;
    readonly email: string;
  }): Promise<void> {
    const code = randomBytes(20).toString('hex');
    await users.update({ documentId: user.documentId, data: { confirmationToken: hashCode(code) } });
    await mails.confirmation(user.email, code);
  }

  async function inEvenTime(work: Promise<void>): Promise<void> {
    work.catch((error: unknown) => kernel.log.error('a mail could not be sent', { error }));
    await setTimeout(EVEN_TIME);
  }

  return { recordOf, issue, useCode, sendConfirmationMail, inEvenTime };
}

/** Who asks; a token of another kind is nobody here. */
export function userOf(request: RequestContext): Account {
  const { user } = request.state;
  if (!user) throw usersErrors.AUTH_TOKEN_REFUSED('Unauthorized');
  return user;
}
