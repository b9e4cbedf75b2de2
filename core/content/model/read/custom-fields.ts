// Custom fields that no plugin here registers. They are read as the type in which their plugin for Strapi stores its values.
import { nearest } from '../../../kernel/check/checks';
import type { AttributeRegistry } from '../../attributes/registry';

/** Name of the custom field → type. */
export type CustomFields = Readonly<Record<string, string>>;

export const KNOWN_CUSTOM_FIELDS: CustomFields = {
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::color-picker.color': 'string',
  'plugin::country-select.country': 'string',
  'plugin::geodata.geojson': 'json',
  'plugin::map-field.map': 'json',
  'plugin::multi-select.multi-select': 'json',
  'plugin::oembed.oembed': 'json',
  'plugin::react-icons.icon': 'string',
  'plugin::strapi-advanced-uuid.uuid': 'string',
  'plugin::strapi-phone-validator.phone': 'string',
  'plugin::string-array.input': 'text',
  'plugin::tagsinput.tags': 'json',
  'plugin::tiptap-editor.RichText': 'text',
};

export const typeOfCustomField = (name: string, declared: CustomFields): string | undefined =>
  [declared, KNOWN_CUSTOM_FIELDS].find((table) => Object.hasOwn(table, name))?.[name];

export const customFieldRemedy = (name: string): string =>
  `or read it as another type: customFields: { "${name}": "richtext" } in config/api`;

/** null: values of the type stand in one column. */
export function customFieldMistake(name: string, type: string, registry: AttributeRegistry): string | null {
  const found = registry.get(type);
  if (found?.kind === 'scalar' || found?.kind === 'lowered') return null;
  const near = nearest(type, registry.names());
  const problem = found ? 'which holds no single value' : 'which is unknown';
  return `customFields of config/api reads "${name}" as the type "${type}", ${problem}${near && !found ? `; did you mean "${near}"?` : '; write a type such as "richtext" or "json"'}`;
}
