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

/** Two content types want the rows of one uid, or two components its entries. */
function takenUid(
  { uid, renamedFrom: former = uid, model }: AnyModel,
  { types, components }: Schema,
  models: ReadonlyMap<Uid, StoredModel>,
): MigrationStep[] {
  if (former === uid || !models.has(former)) return [];
  const files: ReadonlyMap<Uid, AnyModel> = model === 'type' ? types : components;
  const start = `${uid} has "renamedFrom": "${former}"`;
  // Renamed in an earlier start: the former uid has a new file.
  if (models.has(uid) && files.has(former)) return [];
  // Its rows go to another one first, which has a sentence of its own.
  const leaves = [...files.values()].some((each) => each.renamedFrom === uid && !models.has(each.uid));
  if (models.has(uid) && leaves) return [];
  if (models.has(uid))
    return [
      wrong(
        `${start}, but the database stores ${uid} and ${former}. Remove "renamedFrom", and move the content of ${former} with its definition file`,
      ),
    ];
  if (files.has(former))
    return [
      wrong(
        `${start}, but ${former} has a definition file, too. Start once without that file, or remove "renamedFrom"`,
      ),
    ];
  // One sentence for a pair: that of the second one.
  const [first] = [...files.values()].filter((each) => each.renamedFrom === former && !models.has(each.uid));
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
