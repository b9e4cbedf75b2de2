// `quire openapi`: the document on the standard output, for generators of clients. Touches no database.
import type { PluginCommand } from '../../core';
import { openapiDocument } from './document';

export const openapiCommand: PluginCommand = {
  summary: 'Prints the OpenAPI document of the API.',
  usage: ['quire openapi [--dir PATH]'],
  async run(kernel, { words, print }) {
    if (words.length > 0) return 2;
    print(JSON.stringify(openapiDocument(kernel), null, 2));
    return 0;
  },
};
