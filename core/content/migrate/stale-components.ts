// Models of components stay when their files are removed, because both may come back. If another component is renamed to such a uid, the
// model is stale: no stored attribute names the uid, so no entry belongs to it. The component then follows its former uid.
import type { Schema, Uid } from '../model/compiled/content-type';
import type { StoredModel, StoredModels } from './stored-model';

export function withoutStale(models: StoredModels, { components }: Pick<Schema, 'components'>): StoredModels {
  const stale = new Set(
    [...components.values()].flatMap(({ uid, renamedFrom: former }) =>
      former !== undefined &&
      models.has(former) &&
      !components.has(former) &&
      models.has(uid) &&
      !mayHaveEntries(uid, models)
        ? [uid]
        : [],
    ),
  );
  return stale.size === 0 ? models : new Map([...models].filter(([uid]) => !stale.has(uid)));
}

/** Does a stored attribute of a content type allow the component, itself or in another component? */
export const mayHaveEntries = (
  component: Uid,
  models: StoredModels,
  seen: ReadonlySet<Uid> = new Set(),
): boolean =>
  [...models.values()].some(
    (model) =>
      !seen.has(model.uid) &&
      allows(model, component) &&
      (model.type !== null || mayHaveEntries(model.uid, models, new Set([...seen, component]))),
  );

/** Removed attributes keep their entries. */
const allows = ({ attributes, gone }: StoredModel, component: Uid): boolean =>
  [...Object.values(attributes), ...Object.values(gone)].some(({ entries }) =>
    entries?.components.includes(component),
  );
