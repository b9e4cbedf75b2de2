// Provides the service EMAIL, which sends mails through the configured provider. The plugin writes no mails itself.
import './types';
import { definePlugin, EMAIL } from '../../core';
import { emailConfig } from './config';
import { createEmailService } from './email-service';
import { openMailProvider } from './open-provider';
import { lateProvider } from './provider';

export type { EmailProvider, EmailProviderFactory, ReadyMessage } from './provider';

export default definePlugin({
  name: 'email',
  config: emailConfig,
  register(app, config) {
    const provider = lateProvider();
    app.container.provide(EMAIL, createEmailService(provider, config.settings));
    app.security.add({
      name: 'email',
      description: 'mails reach people',
      check: () =>
        (config.provider ?? 'file') === 'file'
          ? ['mails with links and codes are written to files; set the provider "smtp" or your own']
          : [],
    });
    app.hooks.boot.before(async () => provider.open(await openMailProvider(app, config)));
    app.hooks.shutdown(() => provider.close());
  },
});
