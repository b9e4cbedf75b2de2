// sign-in: sign-in with accounts of other providers, by OAuth 2 and OpenID Connect.
import './types';
import { addressKey, definePlugin, type Mistake, StartupError } from '../../core';
import { enforceRate, RATE_LIMITERS } from '../rate-limit';
import { declareOneTime, GRANTS, USERS, whenUserIsDeleted } from '../users-permissions';
import { createUserOf } from './accounts';
import { createAttemptCookie } from './attempt-cookie';
import { signInConfig } from './config';
import { declareIdentities } from './identity-rows';
import { createProviders } from './providers/create-providers';
import { signInRoutes } from './routes';
import { NAME, type StepKind } from './types';

export default definePlugin({
  name: NAME,
  dependencies: ['users-permissions', 'rate-limit'],
  config: signInConfig,

  register(app, config) {
    const { container } = app;
    const providers = createProviders(app, config);
    const identities = declareIdentities(app);
    app.secretNames.add('id_token');
    const limiter = container
      .resolve(RATE_LIMITERS)
      .create({ name: 'sign-in address', limit: config.perMinute, window: 60 });
    const options = {
      app,
      users: () => container.resolve(USERS),
      userOf: createUserOf(app, identities),
      steps: declareOneTime<StepKind>(app, 'sign_in_steps'),
      cookie: createAttemptCookie(app.config.server.url, app.config.api.rest.prefix),
      limit: async (request: Parameters<typeof enforceRate>[0] & { readonly ip: string }) =>
        enforceRate(request, await limiter.take(addressKey(request.ip))),
    };
    for (const provider of providers)
      for (const route of signInRoutes(provider, options)) app.routes.add(route);

    whenUserIsDeleted(app, NAME, (user) => identities.forgetUser(user));
  },

  async boot({ container }, { providers }) {
    const mistakes: Mistake[] = [];
    const { emailConfirmation } = container.resolve(USERS).registration;
    for (const [name, { link, roles }] of Object.entries(providers)) {
      const at = `${NAME}.config.providers.${name}`;
      if (link === 'confirmed' && !emailConfirmation)
        mistakes.push({ where: 'config/plugins', at: `${at}.link`, message: UNCONFIRMED });
      for (const [index, { role }] of roles.entries())
        if (!(await container.resolve(GRANTS).roleOfType(role)))
          mistakes.push({
            where: 'config/plugins',
            at: `${at}.roles[${index}].role`,
            message: `there is no role "${role}"; add it to \`roles\` of users-permissions`,
          });
    }
    if (mistakes.length > 0) throw new StartupError('The providers of sign-in are wrong:', mistakes);
  },
});

const UNCONFIRMED =
  '"confirmed" needs `register.emailConfirmation: true` of users-permissions; else people can register with an address that is not theirs';
