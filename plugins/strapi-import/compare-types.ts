// Compares the types of Strapi's last start with the types here. A difference would lose values, so all of them are named before the
// first write.

import {
  type AnyModel,
  type Attribute,
  type ContentType,
  componentsIn,
  type Schema,
  stagesOf,
} from '../../core';
import { columnName, entryTableName, morphTableName } from './source/identifiers';
import { linkPlace } from './source/read-links';
import type { Source, StrapiAttribute, StrapiModel } from './source/source';

/** Strapi adds them to all types. */
const OF_STRAPI: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'strapi_stage',
  'strapi_assignee',
]);

export interface Compared {
  readonly types: readonly ContentType[];
  readonly components: ReadonlyMap<string, StrapiModel>;
}

export function differencesOf(source: Source, schema: Schema, { types, components }: Compared): string[] {
  const differences: string[] = [];
  for (const type of types) {
    const stored = source.types.get(type.uid);
    if (!stored) {
      if (type.uid.startsWith('api::'))
        differences.push(`${type.uid}: Strapi's last start did not have this type`);
      continue;
    }
    if (!source.tables.has(stored.table))
      differences.push(`${type.uid}: the source has no table ${stored.table}`);
    differences.push(...axes(type, stored), ...compareModel(type, stored, source, schema));
  }
  const used = componentsIn(schema, types);
  for (const uid of used) {
    const component = schema.components.get(uid);
    const stored = components.get(uid);
    if (component && stored) differences.push(...compareModel(component, stored, source, schema));
  }
  return differences;
}

/** Types of the project that the source has and this application lacks. */
export const missingTypes = (source: Source, schema: Schema): string[] =>
  [...source.types.keys()].filter((uid) => uid.startsWith('api::') && !schema.types.has(uid));

function axes(type: ContentType, stored: StrapiModel): string[] {
  const differences: string[] = [];
  const hasStages = stagesOf(type) !== null;
  if (hasStages !== stored.draftAndPublish)
    differences.push(
      `${type.uid}: draftAndPublish was ${stored.draftAndPublish} at Strapi's last start, and is ${hasStages} here${stored.draftAndPublish ? '; enable the plugin draft-and-publish' : ''}`,
    );
  const isLocalized = type.axes.some(({ axis }) => axis.name === 'locale');
  if (isLocalized !== stored.localized)
    differences.push(
      `${type.uid}: localized was ${stored.localized} at Strapi's last start, and is ${isLocalized} here${stored.localized ? '; enable the plugin i18n' : ''}`,
    );
  return differences;
}

function compareModel(model: AnyModel, stored: StrapiModel, source: Source, schema: Schema): string[] {
  const differences: string[] = [];
  const say = (name: string, text: string): void => void differences.push(`${model.uid}.${name}: ${text}`);
  const isOfStrapi = model.model === 'type' && !model.uid.startsWith('api::');
  for (const [name, was] of stored.attributes)
    if (!model.attributes.has(name) && !OF_STRAPI.has(name) && !isOfStrapi)
      say(name, `Strapi has this attribute (${was.type}), and the schema file here lacks it`);
  for (const attribute of model.attributes.values()) {
    const was = stored.attributes.get(attribute.name);
    if (!was) {
      if (!isOfStrapi && attribute.kind !== 'waiting' && !isSiblings(attribute))
        say(attribute.name, "Strapi's last start did not have this attribute");
      continue;
    }
    const changed = changeOf(attribute, was);
    if (changed !== null) say(attribute.name, changed);
    else if (source.tables.has(stored.table)) {
      const missing = missingPlace(attribute, stored, source, schema);
      if (missing !== null) say(attribute.name, `the source has no ${missing}`);
    }
  }
  return differences;
}

const isSiblings = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.storage.kind === 'siblings';

function changeOf(attribute: Attribute, was: StrapiAttribute): string | null {
  if (attribute.kind === 'waiting' || was.type === 'customField') return null;
  if (attribute.declaredType !== was.type && attribute.declaredType !== 'customField')
    return `it was of type ${was.type} at Strapi's last start, and is of type ${attribute.declaredType} here`;
  if (attribute.kind === 'relation' && was.type === 'relation') {
    if (was.relation !== attribute.relation)
      return `the relation was ${was.relation} at Strapi's last start, and is ${attribute.relation} here`;
    if (attribute.target !== null && was.target !== attribute.target)
      return `the target was ${was.target} at Strapi's last start, and is ${attribute.target} here`;
  }
  if (attribute.kind === 'component' && was.component !== attribute.component)
    return `the component was ${was.component} at Strapi's last start, and is ${attribute.component} here`;
  return null;
}

/** The column or table that the name rules of Strapi expect, if the source lacks it. */
function missingPlace(
  attribute: Attribute,
  stored: StrapiModel,
  { tables, types }: Source,
  schema: Schema,
): string | null {
  const { table, collectionName } = stored;
  const column = (name: string): string | null =>
    tables.get(table)?.has(name) ? null : `column ${table}.${name}`;
  const whole = (name: string): string | null => (tables.has(name) ? null : `table ${name}`);
  switch (attribute.kind) {
    case 'scalar':
      return attribute.expression ? null : column(columnName(attribute.name));
    case 'component':
    case 'zone':
      return whole(entryTableName(collectionName));
    case 'relation': {
      if (!attribute.holdsLinks || attribute.storage.kind === 'siblings') return null;
      if (attribute.declaredType === 'media') return whole('files_related_mph');
      if (attribute.relation === 'morphToOne') return column('target_id');
      if (attribute.relation === 'morphToMany') return whole(morphTableName(table, attribute.name));
      const target = types.get(attribute.target ?? '');
      if (!target || !schema.types.has(attribute.target ?? '')) return `type ${attribute.target}`;
      const place = linkPlace(stored, attribute, target, tables);
      return place.isThere ? null : `table ${place.table} with ${place.own} and ${place.other}`;
    }
    default:
      return null;
  }
}
