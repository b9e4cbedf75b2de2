// Names in the GraphQL schema, made from uids and attribute names: `api::article.article` → `Article`.

const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** `i18n` → `I18N`, `restaurant-menu` → `RestaurantMenu`. */
const pascal = (text: string): string =>
  (text.match(WORD) ?? []).map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface NamedType {
  readonly uid: string;
  readonly singularName: string;
  readonly pluralName: string;
}

/** Types of plugins start with the plugin's name: `plugin::upload.file` → `UploadFile`. */
function prefixOf(uid: string): string {
  const [space = '', rest = ''] = uid.split('::');
  return space === 'plugin' ? pascal(rest.split('.')[0] ?? '') : '';
}

const typeNames = new WeakMap<NamedType, string>();

/** A cache: each relation of a schema needs the name of its target. */
export function typeName(type: NamedType): string {
  let name = typeNames.get(type);
  if (name === undefined) {
    name = prefixOf(type.uid) + pascal(type.singularName);
    typeNames.set(type, name);
  }
  return name;
}

/** `shared.seo` → `ComponentSharedSeo`. */
export const componentName = (uid: string): string => `Component${pascal(uid)}`;

export const oneField = (type: NamedType): string => lowerFirst(typeName(type));
export const listField = ({ uid, pluralName }: NamedType): string =>
  lowerFirst(prefixOf(uid) + pascal(pluralName));

/** `bulkArticles` */
export const bulkField = (type: NamedType): string =>
  `bulk${listField(type).replace(/^./, (letter) => letter.toUpperCase())}`;

export const STANDARD_SCALARS: ReadonlySet<string> = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);

export const enumName = (owner: string, attribute: string): string =>
  `ENUM_${owner.toUpperCase()}_${attribute.toUpperCase()}`;

export const zoneName = (owner: string, attribute: string): string =>
  `${owner}${pascal(attribute)}DynamicZone`;

const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

/** Words that GraphQL keeps for values. */
const VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** A value of an enumeration as a GraphQL name: `2nd class` → `_2nd_class`, `true` → `_true`. */
export function enumValueName(value: string): string {
  if (VALUES.has(value)) return `_${value}`;
  if (NAME.test(value)) return value;
  const name = value.replace(/[^_0-9A-Za-z]/g, '_');
  return NAME.test(name) ? name : `_${name}`;
}
