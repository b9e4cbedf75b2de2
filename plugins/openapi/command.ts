// `quire openapi`: prints the document, for client generators. Opens no database.
import type { App, PluginCommand } from '../../core';

export const openapiCommand = (app: App, v4: boolean): PluginCommand => ({
  name: 'openapi',
  description: 'Prints the OpenAPI document of the API.',
  usage: ['quire openapi [--dir PATH]'],
  example: 'quire openapi > openapi.json',
  async run({ words, print }) {
    if (words.length > 0) return 2;
    const { openapiDocument }: typeof import('./document') = require('./document');
    print(JSON.stringify(openapiDocument(app, { v4, open: new Set() }), null, 2));
    return 0;
  },
});
