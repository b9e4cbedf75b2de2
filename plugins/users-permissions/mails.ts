// The two mails of the plugin. What they say is configuration; how they are sent is the e-mail plugin's.
import { EMAIL, type Kernel } from '../../core';
import type { UsersPermissionsConfig } from './config';

export interface Mails {
  resetPassword(to: string, code: string): Promise<void>;
  confirmation(to: string, code: string): Promise<void>;
}

/** Checks the templates, so that a mistake in them stops the start. */
export function createMails(kernel: Kernel, { mails, urls, register }: UsersPermissionsConfig): Mails {
  if (!kernel.container.has(EMAIL)) {
    const message = 'no plugin sends mails; switch on "email" in config/plugins';
    if (register.emailConfirmation) kernel.log.warn(`addresses have to be confirmed, but ${message}`);
    const fail = async (): Promise<void> => {
      throw new Error(message);
    };
    return { resetPassword: fail, confirmation: fail };
  }
  const email = kernel.container.resolve(EMAIL);
  const at = (name: string): string => `config/plugins → users-permissions.config.mails.${name}`;
  const reset = email.template(at('resetPassword'), mails.resetPassword, ['url', 'code']);
  const confirm = email.template(at('confirmation'), mails.confirmation, ['url', 'code']);
  const confirmAt = (): string =>
    `${kernel.config.server.url ?? ''}${kernel.config.api.rest.prefix}/auth/email-confirmation`;
  return {
    async resetPassword(to, code) {
      await email.send({ to, ...reset({ url: withCode(urls.resetPassword, 'code', code), code }) });
    },
    async confirmation(to, code) {
      await email.send({ to, ...confirm({ url: withCode(confirmAt(), 'confirmation', code), code }) });
    },
  };
}

const withCode = (url: string, name: string, code: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${code}`;
