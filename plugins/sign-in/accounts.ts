// The user of a person whom a provider has confirmed: known, linked by a verified address, or new.
import type { App, DocumentObject, RequestContext } from '../../core';
import { GRANTS, type ProvedUser, USER, USERS } from '../users-permissions';
import type { ProviderConfig } from './config';
import { signInErrors } from './errors';
import { type Identities, keyOf } from './identity-rows';
import type { ConfiguredProvider } from './providers/create-providers';
import type { Identity } from './types';

export type UserOf = (
  request: RequestContext,
  from: ConfiguredProvider,
  identity: Identity,
) => Promise<ProvedUser>;

export function createUserOf(app: App, identities: Identities): UserOf {
  const users = () => app.documents(USER);
  const service = () => app.container.resolve(USERS);

  async function known(key: string): Promise<DocumentObject | null> {
    const documentId = await identities.find(key);
    if (documentId === null) return null;
    const user = await users().findOne({ documentId, populate: { role: { fields: ['type'] } } });
    // The user was deleted by other means than the API. The person is new.
    if (!user) await identities.forgetUser(documentId);
    return user;
  }

  /** The existing user with the verified address, if it may be used. */
  async function linkable(email: string, { provider, config }: ConfiguredProvider): Promise<string | null> {
    const found = await service().find(email);
    // `find` takes names, too.
    if (!found || found.email !== email) return null;
    const user = await users().findOne({ documentId: found.documentId });
    // A user of another person may have got this address since then.
    const isSame =
      config.link !== 'never' &&
      user?.provider === provider.name &&
      !(await identities.hasUser(found.documentId));
    // Else anyone could register with the address of another person, and wait.
    const isProven =
      config.link === 'confirmed' && service().registration.emailConfirmation && found.confirmed;
    if (isSame || isProven) return found.documentId;
    throw signInErrors.SIGN_IN_TAKEN();
  }

  async function adopt(
    request: RequestContext,
    from: ConfiguredProvider,
    identity: Identity,
    key: string,
  ): Promise<void> {
    const { provider, config } = from;
    const email = identity.email?.trim().toLowerCase().normalize('NFC');
    if (email === undefined || !identity.isVerified) throw signInErrors.SIGN_IN_ADDRESS(provider.name);
    await app.database.transaction(async () => {
      let documentId = await linkable(email, from);
      const isNew = documentId === null;
      if (documentId === null) {
        if (!config.createUsers) throw signInErrors.SIGN_IN_UNKNOWN();
        const role = roleOf(config, identity.groups);
        const given = { name: identity.name, email, provider: provider.name };
        ({ documentId } = await service().signUp(role === null ? given : { ...given, role }));
      }
      await identities.add(key, provider.name, documentId);
      const details = { provider: provider.name, user: documentId, account: email, isNew };
      await app.record('sign-in.linked', details, request);
    });
  }

  async function refreshRole(
    user: DocumentObject,
    config: ProviderConfig,
    identity: Identity,
  ): Promise<void> {
    if (config.roles.length === 0) return;
    const type = roleOf(config, identity.groups) ?? service().registration.role;
    if ((user.role as { readonly type?: string } | null)?.type === type) return;
    const role = await app.container.resolve(GRANTS).roleOfType(type);
    if (!role) throw new Error(`The role "${type}" of sign-in.config.providers does not exist`);
    await users().update({ documentId: user.documentId, data: { role: role.documentId } });
  }

  return async (request, from, identity) => {
    const key = keyOf(from.provider.name, from.provider.issuer, identity.subject);
    let user = await known(key);
    if (!user) {
      try {
        await adopt(request, from, identity, key);
      } catch (error) {
        // A parallel sign-in of the same person was first.
        user = await known(key);
        if (!user) throw error;
      }
      user ??= await known(key);
    }
    if (!user) throw signInErrors.SIGN_IN_UNKNOWN();
    await refreshRole(user, from.config, identity);
    return service().account(user.id);
  };
}

/** null: no group of the person is in the list. */
const roleOf = ({ roles }: ProviderConfig, groups: readonly string[]): string | null =>
  roles.find(({ group }) => groups.includes(group))?.role ?? null;
