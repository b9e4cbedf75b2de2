// Creates the user of a person who has logged in elsewhere, such as with a provider. Such a user has no password.
import { randomBytes } from 'node:crypto';
import type { App } from '../../../core';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';
import { type Account, ROLE, USER } from '../types';
import type { Credentials } from './credentials';
import { asTaken } from './taken-name';
import { Complaints } from './validation';

export interface SignUp {
  /** A wish. If another user has the name, or it is too short, the username gets an ending. */
  readonly name: string;
  /** The caller has checked that the address belongs to the person. */
  readonly email: string;
  /** The attribute `provider` of the user. */
  readonly provider: string;
  /** The type of the role. Default: `register.role`. */
  readonly role?: string;
}

const LONGEST_NAME = 200;
const SHORTEST_NAME = 3;

export async function signUp(
  app: Pick<App, 'documents'>,
  config: Pick<UsersPermissionsConfig, 'register'>,
  credentials: Credentials,
  given: SignUp,
): Promise<Pick<Account, 'id' | 'documentId'>> {
  if (!config.register.enabled) throw usersErrors.REGISTER_DISABLED();
  const complaints = new Complaints();
  const email = complaints.email({ ...given });
  complaints.refuse();
  if (await credentials.taken(null, email)) throw usersErrors.REGISTER_TAKEN();
  const role = await roleOfType(app, given.role ?? config.register.role);
  const wish = given.name.trim().normalize('NFC').slice(0, LONGEST_NAME);
  const isFree = wish.length >= SHORTEST_NAME && (await credentials.taken(wish, null)) === null;
  const username = isFree ? wish : `${wish || 'user'}-${randomBytes(4).toString('hex')}`;
  const data = { username, email, provider: given.provider, confirmed: true, blocked: false, role };
  return asTaken(() => app.documents(USER).create({ data, fields: ['id'] }));
}

/** The documentId of a role. */
export async function roleOfType(app: Pick<App, 'documents'>, type: string): Promise<string> {
  const role = await app.documents(ROLE).findFirst({ filters: { type }, sort: 'id' });
  if (!role) throw new Error(`The role "${type}" does not exist`);
  return role.documentId;
}
