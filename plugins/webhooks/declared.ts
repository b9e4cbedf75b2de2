// The webhooks of the configuration: startup makes the stored ones equal to the list.
import { type App, AppError, type Mistake, StartupError } from '../../core';
import type { MayConnect } from './addresses';
import { checkWebhook } from './checked-webhook';
import type { WebhooksConfig } from './config';
import type { WebhookRows } from './webhook-rows';

export async function storeDeclared(
  app: App,
  { webhooks }: WebhooksConfig,
  rows: WebhookRows,
  mayConnect: MayConnect,
): Promise<void> {
  const stored = await rows.all.read();
  const mistakes: Mistake[] = [];
  for (const [index, { secretFrom, ...input }] of webhooks.entries()) {
    const at = `webhooks.config.webhooks[${index}]`;
    const secret = app.variables[secretFrom] ?? '';
    if (secret.length < 16) {
      const message = `the variable ${secretFrom} needs a secret of at least 16 characters`;
      mistakes.push({ where: 'config/plugins', at: `${at}.secretFrom`, message });
      continue;
    }
    const same = stored.find(({ name }) => name === input.name);
    try {
      await checkWebhook(app, input, mayConnect);
      if (same && !same.declared)
        throw new Error('a webhook with this name was created over REST; choose another name');
      if (same) await rows.update(same.id, input, { secret });
      else await rows.create(input, secret, true);
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) throw error;
      mistakes.push({
        where: 'config/plugins',
        at,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
  if (mistakes.length > 0) throw new StartupError('The declared webhooks are wrong:', mistakes);
  const names = new Set(webhooks.map(({ name }) => name));
  for (const { id, name, declared } of stored) if (declared && !names.has(name)) await rows.remove(id);
}
