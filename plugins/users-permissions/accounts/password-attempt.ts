// A login with name or address, and password, or with what a plugin recognises.
import type { RequestContext } from '../../../core';
import type { AccountOptions, Attempt } from './account-steps';
import { emailOf } from './credentials';
import { bodyOf, Complaints } from './validation';

export async function passwordAttempt(
  request: RequestContext,
  { credentials, hooks }: Pick<AccountOptions, 'credentials' | 'hooks'>,
  input: unknown,
): Promise<Attempt> {
  const body = bodyOf(input);
  const known = await hooks.recognise.call(request, body);
  if (known !== undefined)
    return { kind: 'user', account: String(known.id), body, check: () => credentials.byProof(known) };
  const complaints = new Complaints();
  const identifier = complaints.text(body, 'identifier');
  const password = complaints.text(body, 'password');
  complaints.refuse();
  return {
    kind: 'identifier',
    account: emailOf(identifier),
    body,
    async check() {
      const found = await credentials.byIdentifier(identifier);
      const isRight = await credentials.matches(password, found);
      if (!found || !isRight) return null;
      request.state.provedPassword = found.documentId;
      return found;
    },
  };
}
