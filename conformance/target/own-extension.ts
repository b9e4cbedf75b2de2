// A plugin that passes GraphQL's extension service to the code of a case, and registers policies and resolvers that cases name.
import { join } from 'node:path';

export const EXTENSION_PLUGIN = 'conformance-extension';

/** `source`: JavaScript of a function that receives the extension service and the application. */
export function extensionFile(build: string, source: string): string {
  const moduleAt = (...path: string[]): string => JSON.stringify(join(build, ...path));
  return `'use strict';
const { EXTENSION } = require(${moduleAt('plugins', 'graphql')});
// The code of a case may use the checks, the service of locales and the limiters.
const { check } = require(${moduleAt('core')});
const { LOCALES } = require(${moduleAt('plugins', 'i18n')});
const { RATE_LIMITERS } = require(${moduleAt('plugins', 'rate-limit')});

module.exports.default = {
  name: '${EXTENSION_PLUGIN}',
  dependencies: ['graphql'],
  register(app) {
    app.policies.add('conformance-deny', () => false);
    app.policies.add('conformance-let', () => true);
    app.policies.add('conformance-if', (_request, config) => config.let === true);
    const extension = app.container.resolve(EXTENSION);
    extension.middlewares?.add('conformance-loud', async (next, parent, args, context, info, options) =>
      String(await next(parent, args, context, info)).toUpperCase() + (options?.end ?? ''));
    (${source})(extension, app);
  },
};
`;
}
