// Keys that Strapi's schema files may contain and Quire does not read. Keys without an effect on answers are accepted without a message. The
// other keys give a warning with the remedy.

/** Of a file: names that Strapi derives itself. */
export const IGNORED_FILE_KEYS: readonly string[] = ['uid', 'modelName', 'modelType', 'globalId', 'category'];

/** Of an attribute: for forms of an admin panel. */
export const IGNORED_ATTRIBUTE_KEYS: readonly string[] = [
  'displayName',
  'description',
  'placeholder',
  'hidden',
  'editable',
  'visible',
];

export type Remedies = Readonly<Record<string, string>>;

const OWN_COLUMNS = 'Quire chooses its columns; remove the key';
const OWN_LINKS = 'Quire chooses where it stores links; remove the key';

export const WARNED_FILE_KEYS: Remedies = {
  foreignKeys: 'Quire makes its own foreign keys; remove the key',
  lifecycles: 'tap the hooks documents.* in a plugin',
};

/** Of a component: its entries are JSON in a column. */
export const WARNED_COMPONENT_KEYS: Remedies = {
  ...WARNED_FILE_KEYS,
  indexes: 'entries have no index; for unique values write "unique": true in the attribute',
};

export const WARNED_ATTRIBUTE_KEYS: Remedies = {
  column: OWN_COLUMNS,
  columnName: OWN_COLUMNS,
  columnType: OWN_COLUMNS,
  unsigned: 'write "min": 0',
  index: 'list the attribute in "indexes" of the content type',
  joinTable: OWN_LINKS,
  joinColumn: OWN_LINKS,
  morphColumn: OWN_LINKS,
  ordered: 'Quire keeps the order of all links; remove the key',
  autoPopulate: 'set "populate" in rest.types of config/api',
  conditions: 'conditions are for an admin panel; they change no rule of the API',
};

/** The warnings about an object with these keys. */
export function ineffectiveKeys(given: object, remedies: Remedies): { key: string; message: string }[] {
  return Object.keys(given)
    .filter((key) => Object.hasOwn(remedies, key))
    .map((key) => ({ key, message: `has no effect: ${remedies[key]}` }));
}
