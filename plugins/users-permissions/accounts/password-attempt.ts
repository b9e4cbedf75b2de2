// A login with name or address, and password.
import type { Attempt } from './account-steps';
import { type Credentials, emailOf } from './credentials';
import { bodyOf, Complaints } from './validation';

export function passwordAttempt(credentials: Credentials, input: unknown): Attempt {
  const body = bodyOf(input);
  const complaints = new Complaints();
  const identifier = complaints.text(body, 'identifier');
  const password = complaints.text(body, 'password');
  complaints.refuse();
  return {
    account: emailOf(identifier),
    body,
    async check() {
      const found = await credentials.byIdentifier(identifier);
      return (await credentials.matches(password, found)) ? found : null;
    },
  };
}
