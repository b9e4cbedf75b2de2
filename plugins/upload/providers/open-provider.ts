// Opens the storage that the configuration names. A mistake in its name or options stops startup.
import { type App, loadModule, resolveModule, StartupError } from '../../../core';
import type { UploadConfig } from '../config';
import { createLocalProvider } from './local';
import type { UploadProvider, UploadProviderFactory } from './provider';
import { createS3Provider } from './s3';

const BUILT_IN: Readonly<Record<string, UploadProviderFactory>> = {
  local: createLocalProvider,
  s3: createS3Provider,
  // The peer's name for it.
  'aws-s3': createS3Provider,
};

export async function openProvider(
  { dir, log }: Pick<App, 'dir' | 'log'>,
  { provider, providerOptions, onDemand, presets }: UploadConfig,
): Promise<UploadProvider> {
  const served = { onDemand, presets: Object.keys(presets).length > 0 };
  for (const [key, isUsed] of Object.entries(served))
    if (isUsed && provider !== 'local')
      throw mistake(key, 'needs the provider "local", whose addresses this application serves');
  const factory = Object.hasOwn(BUILT_IN, provider) ? BUILT_IN[provider] : await load(provider, dir);
  try {
    if (factory) return await factory(providerOptions, { dir, log });
  } catch (error) {
    throw mistake('providerOptions', `the provider "${provider}" failed to start: ${messageOf(error)}`);
  }
  throw mistake(
    'provider',
    `"${provider}" must export a function (options, { dir, log }) that returns a provider`,
  );
}

async function load(name: string, dir: string): Promise<UploadProviderFactory | null> {
  try {
    const exported = await loadModule(resolveModule(name, dir));
    if (isFactory(exported)) return exported;
    const isModule = typeof exported === 'object' && exported !== null && 'init' in exported;
    return isModule && isFactory(exported.init) ? exported.init : null;
  } catch (error) {
    throw mistake(
      'provider',
      `${messageOf(error)}; the built-in providers are ${Object.keys(BUILT_IN).join(', ')}`,
    );
  }
}

const isFactory = (value: unknown): value is UploadProviderFactory => typeof value === 'function';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const mistake = (key: string, message: string): StartupError =>
  new StartupError('Files cannot be stored:', [
    { where: 'config/plugins', at: `upload.config.${key}`, message },
  ]);
