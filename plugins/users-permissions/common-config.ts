// Configuration that all processes on one database must have in common.
import type { App } from '../../core';
import type { UsersPermissionsConfig } from './config';
import { jwtKeys } from './tokens/jwt-keys';
import { NAME } from './types';

/** `key.secret` is set at startup. */
export function addCommonConfig(
  { commonConfig, config: { server } }: App,
  key: { readonly secret: string },
  config: UsersPermissionsConfig,
): void {
  const keys = jwtKeys(key, config);
  commonConfig.add({
    name: `${NAME}.config.jwtSecret`,
    value: () => JSON.stringify([keys.algorithm, keys.claims, keys.verifyWith().trim()]),
    hashed: true,
    effect: 'Each refuses the tokens of the other with 401.',
    remedy:
      'Give all processes the same secret (`jwtSecret`, or the variable JWT_SECRET) and the same `jwt`.',
  });
  commonConfig.add({
    name: `${NAME}.config.jwtManagement`,
    value: () => config.jwtManagement,
    effect: 'Each refuses the tokens of the other with 401.',
    remedy: `Set \`jwtManagement\` of ${NAME} to the same value in all processes.`,
  });
  commonConfig.add({
    name: `${NAME}.config.roles`,
    value: () => (server.readOnly ? null : JSON.stringify(config.roles)),
    hashed: true,
    effect: 'Each start changes the stored permissions to those of its own list, so the last start decides.',
    remedy: `Give all processes the same \`roles\` of ${NAME}.`,
  });
}
