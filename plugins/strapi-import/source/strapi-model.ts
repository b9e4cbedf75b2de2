// A schema as Strapi stores it → the facts that an import needs.

import { check } from '../../../core';
import { tableName } from './identifiers';
import type { StrapiAttribute, StrapiModel } from './source';

const { isPlainObject } = check;

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

export function modelOf(uid: string, schema: unknown): StrapiModel {
  const given = isPlainObject(schema) ? schema : {};
  const info = isPlainObject(given.info) ? given.info : {};
  const options = isPlainObject(given.options) ? given.options : {};
  const plugins = isPlainObject(given.pluginOptions) ? given.pluginOptions : {};
  const i18n = isPlainObject(plugins.i18n) ? plugins.i18n : {};
  const attributes = isPlainObject(given.attributes) ? given.attributes : {};
  const name = uid.split('.').at(-1) ?? uid;
  const collectionName = textOr(given.collectionName, uid.replace(/\W+/g, '_'));
  return {
    uid,
    table: tableName(collectionName),
    collectionName,
    singularName: textOr(info.singularName, name),
    draftAndPublish: options.draftAndPublish === true,
    localized: i18n.localized === true,
    attributes: new Map(
      Object.entries(attributes).flatMap(([key, value]): [string, StrapiAttribute][] =>
        isAttribute(value) ? [[key, value]] : [],
      ),
    ),
  };
}

const isAttribute = (value: unknown): value is StrapiAttribute =>
  isPlainObject(value) && typeof value.type === 'string';
