// Sends mails: the service EMAIL, over a provider that the configuration names. It writes no mails of its own.
import './types';
import { definePlugin, EMAIL } from '../../core';
import { emailConfig } from './config';
import { createEmailService } from './email-service';
import { openProvider } from './open-provider';
import { lateProvider } from './provider';

const NAME = 'email';

export type { EmailProvider, EmailProviderFactory, ReadyMessage } from './provider';

export default definePlugin({
  name: NAME,
  config: emailConfig,
  register(kernel, config) {
    const provider = lateProvider();
    kernel.container.provide(EMAIL, createEmailService(provider, config.settings));
    kernel.hooks.boot.before.tapPromise(NAME, async () => provider.open(await openProvider(kernel, config)));
    kernel.hooks.shutdown.tapPromise(NAME, () => provider.close());
  },
});
