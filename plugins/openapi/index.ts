// Describes the API as OpenAPI 3.1: a route, the command `quire openapi`, and a page in development.
import { type App, definePlugin, type JsonSchema, mayRead } from '../../core';
import { openapiCommand } from './command';
import { openapiConfig } from './config';
import type { DocumentOptions } from './document';
import { documentationPage } from './page';
import './types';

export default definePlugin({
  name: 'openapi',
  after: ['rest'],
  config: openapiConfig,
  provides: { commands: ['openapi'] },
  register(app, { path, page, v4 }) {
    app.commands.add(openapiCommand(app, v4));
    const { prefix } = app.config.api.rest;
    const text = textPerAccess(app, v4);
    if (!app.isProduction) addPage(app, prefix + page, prefix + path);
    app.routes.add({
      method: 'GET',
      path: prefix + path,
      action: 'plugin::openapi.document.find',
      link: 'openapi',
      summary: 'Returns the OpenAPI document',
      handler: async () => ({ text: await text() }),
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

/** Builds the text when all plugins have added their routes, and again after a change of what requests without credentials may do. */
function textPerAccess(app: App, v4: boolean): () => Promise<string> {
  let known: { readonly access: string; readonly text: string } | null = null;
  return async () => {
    const open = await openRoutes(app);
    const access = [...open].join();
    if (known?.access !== access) known = { access, text: JSON.stringify(describeApi(app, { v4, open })) };
    return known.text;
  };
}

/** `GET /api/articles`: the routes that need no credentials. */
async function openRoutes(app: App): Promise<ReadonlySet<string>> {
  const may = mayRead(app);
  const open = new Set<string>();
  for (const { definition } of app.routes.all)
    if (definition.action === null || (await may(definition.action, definition.method)))
      open.add(`${definition.method} ${definition.path}`);
  return open;
}

function describeApi(app: App, options: DocumentOptions): JsonSchema {
  const { openapiDocument }: typeof import('./document') = require('./document');
  return openapiDocument(app, options);
}
