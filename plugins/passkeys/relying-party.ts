// The domain and the origins of passkeys. A browser signs both. A mistake stops startup.
import { isIP } from 'node:net';
import { type App, applicationName, type Mistake, type RequestContext, StartupError } from '../../core';
import { isWebOrigin, type PasskeysConfig } from './config';
import { NAME } from './types';

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  origins(request: RequestContext): string[];
}

const LOCAL = 'localhost';

export function relyingPartyOf(
  { config: { server }, dir, isProduction }: Pick<App, 'config' | 'dir' | 'isProduction'>,
  config: PasskeysConfig,
): RelyingParty {
  const mistakes: Mistake[] = [];
  const wrong = (at: string, message: string): void =>
    void mistakes.push({ where: 'config/plugins', at: `${NAME}.config.${at}`, message });
  const url = server.url === undefined ? null : new URL(server.url);
  const id = config.rpId ?? url?.hostname ?? (isProduction ? '' : LOCAL);
  const origins = config.origins ?? (url === null ? [] : [url.origin]);
  if (id === '')
    mistakes.push({
      where: 'config/server',
      at: 'url',
      message:
        'is missing; passkeys belong to its host. Set the public address, or `rpId` and `origins` of passkeys',
    });
  else if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(id) || isIP(id) !== 0)
    wrong(
      'rpId',
      `expected a domain in lower-case letters, such as "example.com", got "${id}"${config.rpId === undefined ? ', the host of `server.url`' : ''}; browsers have no passkeys for IP addresses`,
    );
  else if (config.origins === undefined && url !== null && !isWebOrigin(url.origin))
    mistakes.push({
      where: 'config/server',
      at: 'url',
      message: `expected HTTPS, got "${url.origin}"; browsers have passkeys over HTTPS and on ${LOCAL}. Change it, or list pages with HTTPS in \`origins\` of passkeys`,
    });
  else
    for (const origin of origins)
      if (!belongsTo(origin, id))
        wrong(
          config.origins === undefined ? 'rpId' : 'origins',
          `the host of "${origin}" is neither "${id}" nor below it; no browser uses a passkey there. Remove the origin, or set a domain of both as \`rpId\``,
        );
  if ((isProduction || id !== LOCAL) && id !== '' && origins.length === 0)
    wrong('origins', 'is missing; list the origins of your pages, or set `server.url`');
  if (mistakes.length > 0) throw new StartupError('Passkeys cannot be used:', mistakes);
  return {
    id,
    name: config.rpName ?? applicationName(dir),
    // On the machine of a developer the port may be any.
    origins: (request) =>
      origins.length > 0 ? [...origins] : localOrigins(`${request.koa.protocol}://${request.header('host')}`),
  };
}

const localOrigins = (origin: string): string[] =>
  URL.canParse(origin) && new URL(origin).hostname === LOCAL ? [origin] : [];

function belongsTo(origin: string, id: string): boolean {
  if (origin.startsWith('android:')) return true;
  const { hostname } = new URL(origin);
  return hostname === id || hostname.endsWith(`.${id}`);
}
