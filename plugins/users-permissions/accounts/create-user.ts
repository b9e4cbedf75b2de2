// Creates a user for the program: the command line, and the service USERS.
import type { App, BodyIssue } from '../../../core';
import { USER } from '../types';
import type { Credentials } from './credentials';
import { Complaints } from './validation';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmed: boolean;
  /** The documentId of the role. */
  readonly role: string;
}

/** Returns the id of the user, or the mistakes. */
export async function createUser(
  app: Pick<App, 'documents'>,
  credentials: Credentials,
  given: NewUser,
): Promise<number | readonly BodyIssue[]> {
  const complaints = new Complaints();
  const username = complaints.text({ ...given }, 'username');
  const email = complaints.email({ ...given });
  const password = complaints.password({ ...given });
  if (complaints.issues.length > 0) return complaints.issues;
  const taken = await credentials.taken(username, email);
  if (taken) {
    complaints.add(taken, `the ${taken} is already taken`);
    return complaints.issues;
  }
  const { confirmed, role } = given;
  const data = { username, email, password, provider: 'local', confirmed, blocked: false, role };
  return Number((await app.documents(USER).create({ data, fields: ['id'] })).id);
}
