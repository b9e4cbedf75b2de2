// Definition files for deployments: content types and components.

/** The path of a content type below src/. */
export const typeFile = (name: string): string => `api/${name}/content-types/${name}/schema.json`;

/** A type of which only the attributes matter. */
export const typeOf = (
  name: string,
  attributes: object,
  more: object = {},
): Readonly<Record<string, unknown>> => ({
  [typeFile(name)]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: {},
    pluginOptions: {},
    ...more,
    attributes,
  },
});
/** A component of the category `shared`. */
export const entryOf = (name: string, attributes: object): Readonly<Record<string, unknown>> => ({
  [`components/shared/${name}.json`]: {
    collectionName: `components_shared_${name}s`,
    info: { displayName: name },
    attributes,
  },
});
export const localized = { i18n: { localized: true } };
