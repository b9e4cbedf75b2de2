// Opens the provider that the configuration names. In production the name is required.
import { type App, openProvider, StartupError } from '../../core';
import type { EmailConfig } from './config';
import type { EmailProvider, EmailProviderFactory } from './provider';
import { createFileProvider } from './providers/file';

const createSmtpProvider: EmailProviderFactory = (...given) => {
  const smtp: typeof import('./providers/smtp') = require('./providers/smtp');
  return smtp.createSmtpProvider(...given);
};

const BUILT_IN: Readonly<Record<string, EmailProviderFactory>> = {
  file: createFileProvider,
  smtp: createSmtpProvider,
  // The peer's name for it.
  nodemailer: createSmtpProvider,
};
const FAILURE = 'Mails cannot be sent:';
const AT = 'email.config.provider';

export async function openMailProvider(
  app: Pick<App, 'dir' | 'isProduction' | 'log'>,
  { provider, providerOptions }: EmailConfig,
): Promise<EmailProvider> {
  if (provider === undefined && app.isProduction) {
    const message = 'is required in production; set "smtp", "file", or the path of your own provider';
    throw new StartupError(FAILURE, [{ where: 'config/plugins', at: AT, message }]);
  }
  return openProvider(app, {
    failure: FAILURE,
    at: AT,
    name: provider ?? 'file',
    options: providerOptions,
    builtIn: BUILT_IN,
    returns: '{ send }',
  });
}
