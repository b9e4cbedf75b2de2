// Declared renames that cannot be followed. Without an error, they would hide stored values.
//   "headline": { "type": "string", "renamedFrom": "titel" }      the stored attribute is `title`
//   "info": { "renamedFrom": "api::post.post" }                   another type takes the rows of this uid, or has a file for it
import { nearest } from '../../kernel/check/checks';
import type { AnyModel, Schema, Uid } from '../model/compiled/content-type';
import type { MigrationContext, MigrationStep } from './migration-step';
import { declaredRenames } from './renames';
import { attributeIn, modelOf, type StoredModel } from './stored-model';

export function wrongRenames(schema: Schema, { models }: MigrationContext): MigrationStep[] {
  // A new database has followed every rename.
  if (models.size === 0) return [];
  return [...schema.types.values(), ...schema.components.values()].flatMap((owner) => [
    ...unknownOwner(owner, schema, models),
    ...unknownAttributes(owner, modelOf(models, owner)),
    ...takenUid(owner, schema, models),
  ]);
}

/** Two content types want the rows of one uid. */
function takenUid(
  { uid, renamedFrom: former = uid, model }: AnyModel,
  { types }: Schema,
  models: ReadonlyMap<Uid, StoredModel>,
): MigrationStep[] {
  if (model !== 'type' || models.has(uid) || !models.has(former)) return [];
  const start = `${uid} has "renamedFrom": "${former}"`;
  if (types.has(former))
    return [
      wrong(
        `${start}, but ${former} has a definition file, too. Start once without that file, or remove "renamedFrom"`,
      ),
    ];
  // One sentence for a pair: that of the second type.
  const [first] = [...types.values()].filter((type) => type.renamedFrom === former && !models.has(type.uid));
  if (first === undefined || first.uid === uid) return [];
  return [wrong(`${start}, and so has ${first.uid}. Remove "renamedFrom" from one of them`)];
}

function unknownOwner(
  owner: AnyModel,
  { types, components }: Schema,
  models: ReadonlyMap<Uid, StoredModel>,
): MigrationStep[] {
  const { uid, renamedFrom: former, model } = owner;
  if (former === undefined || models.has(uid) || models.has(former)) return [];
  const others = [...models.values()].filter(
    (other) =>
      (other.type !== null) === (model === 'type') && !types.has(other.uid) && !components.has(other.uid),
  );
  const what = model === 'type' ? 'content type' : 'component';
  // A database may be older than the former name. Nothing is hidden where no stored name is left over.
  return others.length === 0
    ? []
    : [
        wrongName(
          uid,
          former,
          what,
          others.map((other) => other.uid),
        ),
      ];
}

function unknownAttributes(owner: AnyModel, before: StoredModel | undefined): MigrationStep[] {
  if (!before) return [];
  const stored = [...Object.keys(before.attributes), ...Object.keys(before.gone)];
  return Object.entries(declaredRenames(owner)).flatMap(([name, former]) => {
    const known = attributeIn(before.attributes, name);
    const isDone = Object.hasOwn(before.renamed, name) && before.renamed[name] === former;
    if (isDone || stored.includes(former)) return [];
    const free = stored.filter((other) => !owner.attributes.has(other));
    if (known === undefined && free.length === 0) return [];
    return [wrongName(`${owner.uid}: ${name}`, former, 'attribute', free)];
  });
}

function wrongName(where: string, former: string, what: string, names: readonly string[]): MigrationStep {
  const near = nearest(former, names) ?? (names.length === 1 ? names[0] : undefined);
  return wrong(
    `${where} has "renamedFrom": "${former}", but the database stores no ${what} of this name. ${near ? `Did you mean "${near}"?` : 'Correct the name, or remove "renamedFrom"'}`,
  );
}

const wrong = (sentence: string): MigrationStep => ({
  effect: 'wrong',
  kind: 'rows',
  statements: [],
  sentence,
});
