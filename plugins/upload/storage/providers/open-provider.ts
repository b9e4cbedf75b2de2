// Opens the storage that the configuration names.
import { type App, openProvider, StartupError } from '../../../../core';
import type { UploadConfig } from '../../config';
import { createLocalProvider } from './local';
import type { UploadProvider, UploadProviderFactory } from './provider';

const createS3Provider: UploadProviderFactory = (...given) => {
  const s3: typeof import('./s3') = require('./s3');
  return s3.createS3Provider(...given);
};

const BUILT_IN: Readonly<Record<string, UploadProviderFactory>> = {
  local: createLocalProvider,
  s3: createS3Provider,
  // The peer's name for it.
  'aws-s3': createS3Provider,
};
const FAILURE = 'Files cannot be stored:';

export async function openStorage(
  app: Pick<App, 'dir' | 'log'>,
  { provider, providerOptions, onDemand, presets }: UploadConfig,
): Promise<UploadProvider> {
  const served = { onDemand, presets: Object.keys(presets).length > 0 };
  for (const [key, isUsed] of Object.entries(served))
    if (isUsed && provider !== 'local') {
      const message = 'needs the provider "local", whose addresses this application serves';
      throw new StartupError(FAILURE, [{ where: 'config/plugins', at: `upload.config.${key}`, message }]);
    }
  return openProvider(app, {
    failure: FAILURE,
    at: 'upload.config.provider',
    name: provider,
    options: providerOptions,
    builtIn: BUILT_IN,
    returns: 'a provider',
  });
}
