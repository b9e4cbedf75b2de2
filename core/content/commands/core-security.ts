// The security checks of the core: facts of the configuration.
import type { Config } from '../../kernel/config/load-config';
import type { SecurityCheck } from '../doctor/security-check';

export interface SecurityFacts {
  readonly config: Pick<Config, 'server' | 'middlewares'>;
  readonly isProduction: boolean;
  /** A plugin decides about anonymous callers, so that `server.anonymous` has no effect. */
  readonly handlesAnonymous: boolean;
}

export function coreSecurity({
  config,
  isProduction,
  handlesAnonymous,
}: SecurityFacts): readonly SecurityCheck[] {
  const { server, middlewares } = config;
  return [
    {
      name: 'environment',
      description: 'the application runs with NODE_ENV=production',
      check: () =>
        isProduction ? [] : ['pages and answers can show details for developers; set NODE_ENV=production'],
    },
    {
      name: 'anonymous',
      description: 'callers without credentials have only the rights that a role grants',
      check() {
        if (handlesAnonymous || server.anonymous === 'none') return [];
        const rights = server.anonymous === 'full' ? 'read and write' : 'read';
        return [
          `everyone may ${rights} everything; set server.anonymous to "none" and grant rights by roles`,
        ];
      },
    },
    {
      name: 'https',
      description: 'the public address uses https',
      check() {
        if (server.url === undefined)
          return ['server.url is not set; set the https address that clients use'];
        return server.url.startsWith('https://')
          ? []
          : [`server.url is ${server.url}; serve the API over https`];
      },
    },
    {
      name: 'cors',
      description: 'only known websites may call the API from browsers',
      check() {
        const cors = middlewares?.find(({ name }) => name === 'cors');
        if (middlewares && !cors?.enabled) return [];
        return Array.isArray(originOf(cors?.config))
          ? []
          : [
              'scripts of every website may read public answers; list your websites in "origin" of the middleware cors',
            ];
      },
    },
  ];
}

const originOf = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'origin' in config ? config.origin : undefined;
