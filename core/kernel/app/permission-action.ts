// Permission actions: what a caller may be allowed to do, each with a name and a sentence for people. Plugins add their own; those
// of routes are added from the routes. Plugins for access decide which caller has which action.

import { nearest, string } from '../check/checks';
import { part } from '../check/part';
import { Registry } from '../registry/registry';

export interface PermissionAction {
  /** The subject, a dot, the verb: `api::article.article.find`, `plugin::audit.log.read`. */
  readonly name: string;
  /** One sentence: "Reads the log". */
  readonly description: string;
}

/** `api::product.*` becomes the names that begin so. A pattern without a match stays, so that its check says that it is unknown. */
export const expandActions = (given: readonly string[], names: readonly string[]): string[] => [
  ...new Set(
    given.flatMap((action) => {
      const matching = action.endsWith('.*')
        ? names.filter((name) => name.startsWith(action.slice(0, -1)))
        : [];
      return matching.length > 0 ? matching : [action];
    }),
  ),
];

/** What a person may have meant by the name of no action, for messages. A pattern gets a pattern. */
export function nearestAction(action: string, names: readonly string[]): string | undefined {
  if (action.endsWith('.*')) return nearest(action, [...new Set(names.flatMap(patternsOf))]);
  const byShortName = new Map(
    names.map((name) => [name.replace(/^([\w-]+::)([\w-]+)\.\2\./, '$1$2.'), name]),
  );
  const near = nearest(action, names) ?? nearest(action, [...byShortName.keys()]);
  return near && (byShortName.get(near) ?? near);
}

/** `api::product.product.find` has `api::product.product.*` and `api::product.*`. */
function patternsOf(name: string): string[] {
  const words = name.split('.').slice(0, -1);
  return words.map((_, index) => `${words.slice(0, index + 1).join('.')}.*`);
}

export const createActionRegistry = (): Registry<PermissionAction> =>
  new Registry('permission action', {
    check: part({ name: string(), description: string() }),
    names: (name) =>
      /^[\w-]+::[\w-]+(\.[\w-]+)+$/.test(name) ? undefined : 'expected a name like "plugin::audit.log.read"',
  });
