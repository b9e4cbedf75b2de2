// A plugin of the application that hands GraphQL's extension service to a case's code, and registers what cases name.
import { join } from 'node:path';

export const EXTENSION_PLUGIN = 'conformance-extension';

/** `source`: JavaScript of a function that takes the extension service. */
export function extensionFile(build: string, source: string): string {
  const graphql = JSON.stringify(join(build, 'plugins', 'graphql'));
  return `'use strict';
const { EXTENSION } = require(${graphql});

module.exports.default = {
  name: '${EXTENSION_PLUGIN}',
  dependencies: ['graphql'],
  register(kernel) {
    kernel.policies.add('conformance-deny', () => false, '${EXTENSION_PLUGIN}');
    const extension = kernel.container.resolve(EXTENSION);
    extension.middlewares?.add('conformance-loud', async (next, ...rest) => String(await next(...rest)).toUpperCase());
    (${source})(extension);
  },
};
`;
}
