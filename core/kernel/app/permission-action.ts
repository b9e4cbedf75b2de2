// Permission actions: what a caller may be allowed to do, each with a name and a sentence for people. Plugins add their own; those
// of routes are added from the routes. Plugins for access decide which caller has which action.

import type { Uid } from '../../content/model/compiled/content-type';
import { Registry } from '../registry/registry';
import type { DisabledPlugins } from './absent-plugins';

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

/**
 * What an action does to documents, if its name is not `<uid>.<verb>`. `plugin::upload.content-api.destroy` deletes files. Rules of
 * roles (`where`, `fields`) apply to such actions too.
 */
export interface DocumentAction {
  readonly type: Uid;
  readonly verb: 'find' | 'findOne' | 'create' | 'update' | 'delete';
  /** The action also creates documents: the rule of the action sets their values. */
  readonly creates?: true;
}

/** The name of the action for a verb of a type: `plugin::upload.content-api.destroy`, or `<uid>.<verb>` by default. */
export function documentActionOf(
  documentActions: Registry<DocumentAction>,
  uid: Uid,
  verb: DocumentAction['verb'],
): string {
  for (const name of documentActions.names()) {
    const action = documentActions.get(name);
    const isOfVerb = action?.verb === verb || (verb === 'create' && action?.creates === true);
    if (action?.type === uid && isOfVerb) return name;
  }
  return `${uid}.${verb}`;
}

interface Application {
  readonly config: { readonly plugins: object };
  readonly plugins: readonly { readonly name: string }[];
  readonly schema: { readonly types: { has(uid: string): boolean } };
  readonly disabledPlugins: DisabledPlugins;
}

/** A disabled plugin would add this unknown action. So it is not a mistake: the configuration stays valid without the plugin. */
export function isOfDisabledPlugin(
  { config, plugins, schema, disabledPlugins }: Application,
  action: string,
): boolean {
  const [, owner] = /^plugin::([^.]+)\./.exec(action) ?? [];
  if (owner !== undefined)
    return (
      disabledPlugins.has(owner) ||
      (Object.hasOwn(config.plugins, owner) && !plugins.some(({ name }) => name === owner))
    );
  const end = action.lastIndexOf('.');
  return (
    schema.types.has(action.slice(0, end)) &&
    disabledPlugins.providerOf('actions', action.slice(end + 1)) !== undefined
  );
}

/** The action that a caller needs to see documents of a type behind relations; null: none. */
export function readActionOf(readActions: Registry<string | null>, uid: string): string | null {
  const action = readActions.get(uid);
  return action === undefined ? `${uid}.find` : action;
}
