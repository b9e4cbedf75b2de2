// The API's own description: OpenAPI 3.1 at `<prefix>/openapi.json` and by `quire openapi`, and in development a page to read
// and try it. Taken away with this folder.
import { definePlugin, type JsonSchema, type Kernel } from '../../core';
import { openapiCommand } from './command';
import { openapiConfig } from './config';
import { openapiDocument } from './document';
import { pageAnswer } from './page';
import './types';

export default definePlugin({
  name: 'openapi',
  after: ['rest'],
  config: openapiConfig,
  brings: { commands: ['openapi'] },
  register(kernel, { path, page }) {
    kernel.commands.add('openapi', openapiCommand, 'openapi');
    const { prefix } = kernel.config.api.rest;
    const text = textOnce(kernel);
    kernel.hooks.http.routes.tap('openapi', (routes) => {
      routes.add({
        method: 'GET',
        path: prefix + path,
        action: 'plugin::openapi.document.find',
        summary: 'This description',
        handler: () => ({ text: text() }),
      });
      if (!kernel.isProduction)
        routes.add({
          method: 'GET',
          path: prefix + page,
          action: null,
          summary: 'A page that shows this description',
          handler: () => pageAnswer(prefix + path),
        });
    });
  },
});

/** The routes are known once all plugins have added theirs. */
function textOnce(kernel: Kernel): () => string {
  let text: string | null = null;
  return () => {
    text ??= JSON.stringify(openapiDocument(kernel) satisfies JsonSchema);
    return text;
  };
}
