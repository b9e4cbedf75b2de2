// Registries whose entries name a content type: a misspelled uid would leave the real type without its rule, so it stops startup.
import type { Kernel } from '../kernel/app/app';
import { nearest } from '../kernel/check/checks';
import { type Mistake, StartupError } from '../kernel/errors/startup-error';
import { authorName } from '../kernel/registry/author-name';

/** After `schema.ready`. A type of a plugin that is not enabled is no mistake. */
export function checkNamedTypes(kernel: Kernel): void {
  const { readActions, linkActions, documentActions, schema, plugins } = kernel;
  const uids = [...schema.types.keys()];
  const enabled = new Set(plugins.map(({ name }) => name));
  const isMistake = (uid: string): boolean => {
    const [, owner] = /^plugin::([^.]+)\./.exec(uid) ?? [];
    return !schema.types.has(uid as (typeof uids)[number]) && (owner === undefined || enabled.has(owner));
  };
  const mistakes: Mistake[] = [
    ...readActions.entries().map(({ name, plugin }) => ({ part: 'readActions', uid: name, plugin })),
    ...linkActions.entries().map(({ name, plugin }) => ({ part: 'linkActions', uid: name, plugin })),
    ...documentActions.entries().map(({ name, plugin, value }) => ({
      part: `documentActions → ${name}`,
      uid: value.type,
      plugin,
    })),
  ]
    .filter(({ uid }) => isMistake(uid))
    .map(({ part, uid, plugin }) => {
      const near = nearest(uid, uids);
      const remedy =
        near === undefined ? 'add the content type, or remove this part' : `did you mean "${near}"?`;
      return { where: authorName(plugin), at: part, message: `there is no content type "${uid}"; ${remedy}` };
    });
  if (mistakes.length > 0) throw new StartupError('Parts of plugins name unknown content types:', mistakes);
}
