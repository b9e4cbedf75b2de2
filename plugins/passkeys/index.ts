// passkeys: sign-in with a key in a device of the user, in place of a password, or as the second factor.
import './types';
import { definePlugin, type RequestContext } from '../../core';
import { declareOneTime, type ProvedUser, whenUserIsDeleted } from '../users-permissions';
import { createCeremonies, type PasskeyStep } from './ceremonies';
import { passkeysCommand } from './command';
import { passkeysConfig } from './config';
import { declarePasskeys } from './passkey-rows';
import { relyingPartyOf } from './relying-party';
import { passkeyRoutes } from './routes';
import { FACTOR, NAME } from './types';

export default definePlugin({
  name: NAME,
  dependencies: ['users-permissions'],
  config: passkeysConfig,
  provides: { commands: [NAME] },

  register(app, config) {
    const party = relyingPartyOf(app, config);
    const passkeys = declarePasskeys(app);
    const steps = declareOneTime<PasskeyStep>(app, 'passkey_challenges');
    const ceremonies = createCeremonies({ app, party, passkeys, steps, perUser: config.perUser });
    const { logins } = app.hooks;

    /** A device asks for a finger or a PIN, so a passkey proves two factors. */
    async function signIn(request: RequestContext, response: unknown): Promise<ProvedUser> {
      const account = await ceremonies.signIn(request, response);
      request.state.secondFactor = account.documentId;
      return account;
    }
    logins.recognise((request, { [FACTOR]: response, challenge }) =>
      response === undefined || challenge !== undefined ? undefined : signIn(request, response),
    );
    logins.factors(async ({ user, found }) => {
      if ((await passkeys.count(user)) > 0) found.push(FACTOR);
    });
    logins.prove(({ body: { [FACTOR]: response }, ...step }) =>
      response === undefined ? undefined : ceremonies.prove(step, response).then(() => true as const),
    );

    for (const route of passkeyRoutes(app, passkeys, ceremonies)) app.routes.add(route);
    app.commands.add(passkeysCommand(app, passkeys));
    whenUserIsDeleted(app, NAME, (user) => passkeys.removeAll(user));
  },
});
