// The two mails of the plugin. The configuration contains their texts; the email plugin sends them.
import { type App, EMAIL } from '../../../core';
import type { UsersPermissionsConfig } from '../config';

export interface Mails {
  resetPassword(to: string, code: string): Promise<void>;
  confirmation(to: string, code: string): Promise<void>;
}

/** Compiles the templates; a mistake in them stops startup. */
export function createMails(app: App, { mails, urls, register }: UsersPermissionsConfig): Mails {
  if (!app.container.has(EMAIL)) {
    const message = 'the email plugin is disabled; enable "email" in config/plugins';
    if (register.emailConfirmation) app.log.warn(`confirmation mails cannot be sent: ${message}`);
    const fail = async (): Promise<void> => {
      throw new Error(message);
    };
    return { resetPassword: fail, confirmation: fail };
  }
  const email = app.container.resolve(EMAIL);
  const at = (name: string): string => `config/plugins → users-permissions.config.mails.${name}`;
  const reset = email.template(at('resetPassword'), mails.resetPassword, ['url', 'code']);
  const confirm = email.template(at('confirmation'), mails.confirmation, ['url', 'code']);
  const own = app.config.server.url?.replace(/\/+$/, '') ?? '';
  const confirmAt = `${own}${app.config.api.rest.prefix}/auth/email-confirmation`;
  const resetAt = urls.resetPassword.startsWith('/') ? `${own}${urls.resetPassword}` : urls.resetPassword;
  if (own === '' && (urls.resetPassword.startsWith('/') || register.emailConfirmation))
    app.log.warn(
      'links in mails have no host: set server.url in config/server, or an absolute users-permissions.config.urls.resetPassword',
    );
  return {
    async resetPassword(to, code) {
      await email.send({ to, ...reset({ url: withCode(resetAt, 'code', code), code }) });
    },
    async confirmation(to, code) {
      await email.send({ to, ...confirm({ url: withCode(confirmAt, 'confirmation', code), code }) });
    },
  };
}

const withCode = (url: string, name: string, code: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${code}`;
