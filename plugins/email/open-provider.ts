// Opens the provider that the configuration names. A mistake in its name or options stops startup.
import { type App, loadModule, resolveModule, StartupError } from '../../core';
import type { EmailConfig } from './config';
import type { EmailProvider, EmailProviderFactory } from './provider';
import { createFileProvider } from './providers/file';
import { createSmtpProvider } from './providers/smtp';

const BUILT_IN: Readonly<Record<string, EmailProviderFactory>> = {
  file: createFileProvider,
  smtp: createSmtpProvider,
  // The peer's name for it.
  nodemailer: createSmtpProvider,
};

type Host = Pick<App, 'dir' | 'isProduction' | 'log'>;

export async function openProvider(
  { dir, isProduction, log }: Host,
  { provider, providerOptions }: EmailConfig,
): Promise<EmailProvider> {
  if (provider === undefined && isProduction)
    throw mistake(
      'provider',
      'is required in production; set "smtp", "file", or the path of your own provider',
    );
  const name = provider ?? 'file';
  const factory = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : await load(name, dir);
  if (!factory) throw mistake('provider', `the provider "${name}" does not exist`);
  try {
    return await factory(providerOptions, { dir, log });
  } catch (error) {
    throw mistake('providerOptions', `the provider "${name}" failed to start: ${messageOf(error)}`);
  }
}

async function load(name: string, dir: string): Promise<EmailProviderFactory> {
  try {
    const exported = await loadModule(resolveModule(name, dir));
    if (isFactory(exported)) return exported;
    if (typeof exported === 'object' && exported !== null && 'init' in exported && isFactory(exported.init))
      return exported.init;
  } catch (error) {
    throw mistake(
      'provider',
      `${messageOf(error)}; the built-in providers are ${Object.keys(BUILT_IN).join(', ')}`,
    );
  }
  throw mistake('provider', `"${name}" must export a function (options, { dir, log }) that returns { send }`);
}

const isFactory = (value: unknown): value is EmailProviderFactory => typeof value === 'function';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const mistake = (key: string, message: string): StartupError =>
  new StartupError('Mails cannot be sent:', [
    { where: 'config/plugins', at: `email.config.${key}`, message },
  ]);
