// Sends a POST request to each address after the commit of a write, with what requests without credentials may read: no drafts, users or
// permissions. The write does not wait for the answer. A request that fails is
// logged and not repeated.
import { createHmac } from 'node:crypto';
import { anonymousRequest, check, definePlugin, mayRead, secret } from 'quire-cms';

interface WebhooksConfig {
  readonly urls: readonly string[];
  readonly secret: string;
  readonly timeout: number;
}

declare module 'quire-cms' {
  interface PluginConfigMap {
    'webhooks-lite': WebhooksConfig;
  }
}

export default definePlugin({
  name: 'webhooks-lite',
  config: check.object({
    urls: check.array(check.string({ pattern: /^https?:\/\//, expected: 'an address like https://…' })),
    secret: secret(),
    timeout: check.optional(check.integer({ min: 1 }), 5000),
  }),

  register(app, { urls, secret: key, timeout }) {
    const pending = new Set<Promise<void>>();

    let isStarted = false;
    app.hooks.boot.after(() => {
      isStarted = true;
    });

    app.hooks.documents.committed(({ operation, type, documentId }) => {
      // Startup writes roles and seeds.
      if (!isStarted) return;
      const sending = tell(operation, type, documentId).catch((error) =>
        app.log.warn('a webhook was not sent', { type, reason: String(error) }),
      );
      pending.add(sending);
      void sending.finally(() => pending.delete(sending));
    });
    app.hooks.shutdown(async () => {
      await Promise.all(pending);
    });

    async function tell(event: string, type: string, documentId: string): Promise<void> {
      if (!(await mayRead(app)(`${type}.find`))) return;
      const document =
        event === 'delete'
          ? null
          : await app.documentsAs(anonymousRequest(app.server))(type).findFirst({ filters: { documentId } });
      if (event !== 'delete' && document === null) return;
      const body = JSON.stringify({ event, type, documentId, document });
      await Promise.all(urls.map((url) => send(url, body)));
    }

    async function send(url: string, body: string): Promise<void> {
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` };
      try {
        const signal = AbortSignal.timeout(timeout);
        const { ok, status } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
        if (!ok) app.log.warn('a webhook was refused', { url, status });
      } catch (error) {
        app.log.warn('a webhook was not delivered', { url, reason: String(error) });
      }
    }
  },
});
