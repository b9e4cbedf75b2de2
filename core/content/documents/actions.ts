// The permission actions of content types: `<uid>.find`, and those of plugins for a content type.
import type { DisabledPlugins } from '../../kernel/app/absent-plugins';
import { oneOf, optional, string } from '../../kernel/check/checks';
import { part } from '../../kernel/check/part';
import type { Registry } from '../../kernel/registry/registry';
import type { Uid } from '../model/compiled/content-type';

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

export const documentActionCheck = part({
  type: string({ min: 1 }),
  verb: oneOf('find', 'findOne', 'create', 'update', 'delete'),
  creates: optional(oneOf(true)),
});

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
