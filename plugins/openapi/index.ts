// Describes the API as OpenAPI 3.1: a route, the command `quire openapi`, and a page in development.
import { type App, definePlugin, type JsonSchema } from '../../core';
import { openapiCommand } from './command';
import { openapiConfig } from './config';
import { documentationPage } from './page';
import './types';

export default definePlugin({
  name: 'openapi',
  after: ['rest'],
  config: openapiConfig,
  provides: { commands: ['openapi'] },
  register(app, { path, page }) {
    app.commands.add(openapiCommand(app));
    const { prefix } = app.config.api.rest;
    const text = textOnce(app);
    if (!app.isProduction) addPage(app, prefix + page, prefix + path);
    app.routes.add({
      method: 'GET',
      path: prefix + path,
      action: 'plugin::openapi.document.find',
      link: 'openapi',
      summary: 'Returns the OpenAPI document',
      handler: () => ({ text: text() }),
    });
  },
});

function addPage(app: App, path: string, documentPath: string): void {
  const page = documentationPage(documentPath, app.config.server.url);
  const assets = `${path}/assets`;
  app.routes.add({
    method: 'GET',
    path,
    action: null,
    link: 'docs',
    summary: 'Shows the OpenAPI document as a page',
    handler: () => page.show(assets),
  });
  app.routes.add({
    method: 'GET',
    path: `${assets}/:name`,
    action: null,
    summary: 'A file of the documentation page',
    handler: (request) => page.file(request.params.name ?? ''),
  });
}

/** Builds the text at the first request, when all plugins have added their routes. */
function textOnce(app: App): () => string {
  let text: string | null = null;
  return () => {
    text ??= JSON.stringify(describeApi(app));
    return text;
  };
}

function describeApi(app: App): JsonSchema {
  const { openapiDocument }: typeof import('./document') = require('./document');
  return openapiDocument(app);
}
