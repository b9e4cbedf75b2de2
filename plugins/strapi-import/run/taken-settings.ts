// Values that code of the project keeps with `strapi.store`. The plugin strapi takes them over; the report counts the others.
import type { ImportPart } from '../../../core';

/** Each content type has such a value for its form in the admin panel. */
const OF_FORMS = 'plugin_content_manager_configuration_';
/** The import itself reads these, or prints them as configuration. */
const USED =
  /^(?:strapi_content_types_schema$|plugin_i18n_default_locale$|plugin_users-permissions_(?:advanced|email)$|webhook )/;
/** Names in one line. */
const MOST = 20;

export async function takenSettings(
  settings: ReadonlyMap<string, unknown>,
  parts: Iterable<ImportPart>,
  write: boolean,
): Promise<string[]> {
  const taken = new Set<string>();
  for (const part of parts)
    for (const key of (await part.takeSettings?.(settings, write)) ?? []) taken.add(key);
  const left = [...settings.keys()].filter((key) => !taken.has(key) && !USED.test(key));
  const named = left.filter((key) => !key.startsWith(OF_FORMS));
  return [
    ...(taken.size > 0 ? [`Values of strapi.store: ${taken.size} taken over: ${listOf([...taken])}`] : []),
    ...(left.length > 0
      ? [
          `Not imported: ${left.length} values of strapi_core_store_settings: ${left.length - named.length} of forms; ${listOf(named)}`,
        ]
      : []),
  ];
}

const listOf = (keys: readonly string[]): string =>
  [...keys.slice(0, MOST), ...(keys.length > MOST ? [`${keys.length - MOST} more`] : [])].join(', ');
