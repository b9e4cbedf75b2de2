// The providers of the configuration. A mistake stops startup.
import { type App, type Mistake, StartupError } from '../../../core';
import type { ProviderConfig, SignInConfig } from '../config';
import { presetOf } from '../presets';
import { createGithubProvider } from './github';
import { createOpenidProvider } from './openid';
import type { Provider } from './provider';

/** A tenant has a fixed id. `common` and names stand for several issuers, or another one. */
const TENANT = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/;

export interface ConfiguredProvider {
  readonly provider: Provider;
  readonly config: ProviderConfig;
}

export function createProviders(
  app: Pick<App, 'isProduction' | 'config'>,
  { providers, timeout }: SignInConfig,
): ConfiguredProvider[] {
  const mistakes: Mistake[] = [];
  const created = Object.entries(providers).map(([name, config]): ConfiguredProvider => {
    const preset = presetOf(name, config.preset);
    const issuer = config.issuer ?? preset.issuer ?? '';
    const wrong = (key: string, message: string): void =>
      void mistakes.push({ where: 'config/plugins', at: `sign-in.config.providers.${name}.${key}`, message });
    if (issuer === '')
      wrong('issuer', `is missing; set it to the address of the provider, such as ${preset.example}`);
    if (config.preset === 'microsoft' || (config.preset === undefined && name === 'microsoft'))
      if (issuer !== '' && !TENANT.test(issuer))
        wrong(
          'issuer',
          `needs the id of a tenant: ${preset.example}; "common" and names have no fixed issuer`,
        );
    if (app.isProduction && issuer.startsWith('http:')) wrong('issuer', 'needs HTTPS in production');
    if (preset.kind === 'github' && config.clientSecret === undefined)
      wrong('clientSecret', 'is missing; GitHub has no clients without a secret');
    const settings = {
      name,
      issuer,
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      scopes: config.scopes ?? preset.scopes,
      trustEmail: config.trustEmail,
      groups: config.roles.length === 0 ? null : config.groups,
      timeout,
    };
    const provider =
      preset.kind === 'github' ? createGithubProvider(settings) : createOpenidProvider(settings);
    return { provider, config };
  });
  if (app.isProduction && created.length > 0 && app.config.server.url === undefined)
    mistakes.push({
      where: 'config/server',
      at: 'url',
      message: 'is missing; providers send the browser back to this address',
    });
  if (mistakes.length > 0) throw new StartupError('The providers of sign-in are wrong:', mistakes);
  return created;
}
