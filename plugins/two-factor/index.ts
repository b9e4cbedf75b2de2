// two-factor: logins with a second factor, a code of an app on the phone of the user.
import './types';
import { definePlugin, type Mistake, StartupError } from '../../core';
import { GRANTS, whenUserIsDeleted } from '../users-permissions';
import { createChallenges } from './challenges';
import { twoFactorCommand } from './command';
import { twoFactorConfig } from './config';
import { declareFactors } from './factor-rows';
import { twoFactorRoutes } from './routes';
import { createSeal } from './seal';
import { createSecondFactor } from './second-factor';
import { NAME } from './types';

const SHORTEST_SECRET = 32;

export default definePlugin({
  name: NAME,
  dependencies: ['users-permissions', 'rate-limit'],
  config: twoFactorConfig,
  provides: { commands: [NAME] },

  register(app, config) {
    const { hooks } = app;
    const secret = config.secret ?? '';
    const factors = declareFactors(app, () => createSeal(secret, 'key'));
    const challenges = createChallenges(app, () => createSeal(secret, 'challenge'));
    const second = createSecondFactor(app, config, factors, challenges);

    hooks.boot.check(() => {
      if (secret.length >= SHORTEST_SECRET) return;
      const message = `expected at least ${SHORTEST_SECRET} random characters; set it from the environment (openssl rand -base64 48 prints one)`;
      refuse([{ where: 'config/plugins', at: `${NAME}.config.secret`, message }]);
    });
    hooks.logins.recognise((request, body) => second.recognise(request, body));
    hooks.logins.admitted((admission) => second.demand(admission));
    hooks.logins.factorRemoved(({ user, role }) => second.requireOne({ documentId: user, role }));
    app.secretNames.add('challenge');
    app.commonConfig.add({
      name: `${NAME}.config.secret`,
      value: () => secret,
      hashed: true,
      effect: 'A key that one has stored does not work at the other, so its user cannot log in there.',
      remedy: 'Give all processes the same `secret` of two-factor.',
    });
    for (const route of twoFactorRoutes({ app, config, factors, challenges, second })) app.routes.add(route);
    app.commands.add(twoFactorCommand(app, factors));
    whenUserIsDeleted(app, NAME, (user) => factors.remove(user));
  },

  async boot({ container }, { roles }) {
    const mistakes: Mistake[] = [];
    for (const [index, role] of roles.entries())
      if (!(await container.resolve(GRANTS).roleOfType(role)))
        mistakes.push({
          where: 'config/plugins',
          at: `${NAME}.config.roles[${index}]`,
          message: `there is no role "${role}"; add it to \`roles\` of users-permissions`,
        });
    if (mistakes.length > 0) refuse(mistakes);
  },
});

function refuse(mistakes: readonly Mistake[]): never {
  throw new StartupError('The second factor cannot be used:', [...mistakes]);
}
