// Data of Strapi that an import does not take over: one line each, with its count.

import type { ContentType } from '../../../core';
import { countRows } from '../source/read-documents';
import type { Source } from '../source/source';

const REASONS: readonly (readonly [table: string, what: string])[] = [
  ['admin_users', 'administrators of Strapi; the admin of Quire has its own users'],
  ['strapi_webhooks', 'webhooks; a line below has them as configuration'],
  ['strapi_releases', 'releases'],
  ['strapi_release_actions', 'actions of releases'],
  ['strapi_workflows', 'review workflows'],
  ['strapi_history_versions', 'versions of the content history'],
  ['strapi_transfer_tokens', 'transfer tokens'],
  ['strapi_sessions', 'sessions; users log in again'],
];

const PLUGINS: readonly (readonly [uid: string, plugin: string])[] = [
  ['plugin::i18n.locale', 'i18n'],
  ['plugin::users-permissions.role', 'users-permissions'],
  ['plugin::users-permissions.permission', 'users-permissions'],
  ['plugin::users-permissions.user', 'users-permissions'],
  ['plugin::upload.folder', 'upload'],
  ['plugin::upload.file', 'upload'],
];

export async function otherData(source: Source, imported: readonly ContentType[]): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, what] of REASONS) {
    const count = await countRows(source, table);
    if (count > 0) lines.push(`Not imported: ${count} rows of ${table}: ${what}`);
  }
  for (const [uid, plugin] of PLUGINS) {
    const table = source.types.get(uid)?.table;
    if (table === undefined || imported.some((type) => type.uid === uid)) continue;
    const count = await countRows(source, table);
    if (count > 0) lines.push(`Not imported: ${count} rows of ${table}: needs the plugin ${plugin}`);
  }
  return lines;
}
