// Permission actions: what a caller may be allowed to do, each with a name and a sentence for people. Plugins add their own; those
// of routes are added from the routes. Plugins for access decide which caller has which action.

import { Registry } from '../registry/registry';

export interface PermissionAction {
  /** The subject, a dot, the verb: `api::article.article.find`, `plugin::audit.log.read`. */
  readonly name: string;
  /** One sentence: "Reads the log". */
  readonly description: string;
}

export const createActionRegistry = (): Registry<PermissionAction> =>
  new Registry('permission action', {
    names: (name) =>
      /^[\w-]+::[\w-]+(\.[\w-]+)+$/.test(name) ? undefined : 'expected a name like "plugin::audit.log.read"',
  });
