// Declared renames that cannot be followed. Without an error, they would hide stored values.
//   "headline": { "type": "string", "renamedFrom": "titel" }      the stored attribute is `title`
//   "info": { "renamedFrom": "api::post.post" }                   another type takes the rows of this uid (plan-taken-uids.ts)
import { nearest } from '../../kernel/check/checks';
import type { AnyModel, Schema, Uid } from '../model/compiled/content-type';
import type { MigrationContext, MigrationStep } from './migration-step';
import { takenUid } from './plan-taken-uids';
import { declaredRenames } from './renames';
import { attributeIn, modelOf, type StoredModel } from './stored-model';
import { wrong } from './wrong-step';

export async function wrongRenames(schema: Schema, context: MigrationContext): Promise<MigrationStep[]> {
  const { models } = context;
  // A new database has followed every rename.
  if (models.size === 0) return [];
  const steps: MigrationStep[] = [];
  for (const owner of [...schema.types.values(), ...schema.components.values()])
    steps.push(
      ...unknownOwner(owner, schema, models),
      ...unknownAttributes(owner, modelOf(models, owner)),
      ...(await takenUid(owner, schema, context)),
    );
  return steps;
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
