// Webhooks of Strapi as configuration. Values of headers and parts of addresses may be secrets, which
// the report leaves out.
import { check } from '../../../core';
import { parsed } from '../source/open-database';
import { type Source, WEBHOOK } from '../source/source';

const TABLE = 'strapi_webhooks';

/** Events of a document; those of files have the same names. */
const EVENTS: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'publish', 'unpublish']);

export async function webhooksToWrite({ knex, tables, settings }: Source): Promise<string[]> {
  const rows: readonly unknown[] = tables.has(TABLE)
    ? await knex(TABLE).select('name', 'url', 'headers', 'events', 'enabled')
    : [...settings].flatMap(([key, value]) => (key.startsWith(WEBHOOK) ? [value] : []));
  const webhooks: object[] = [];
  const notes: string[] = [];
  for (const row of rows) {
    if (!check.isPlainObject(row)) continue;
    const { name, url, enabled } = row;
    const given = parsed(row.events);
    const events = (Array.isArray(given) ? given : []).map((event) => String(event).split('.'));
    const kinds = new Set(events.map(([kind]) => kind));
    const own = [...new Set(events.map(([, event = '']) => event))].filter((event) => EVENTS.has(event));
    const isOfFiles = kinds.size === 1 && kinds.has('media');
    const address = publicPart(url);
    webhooks.push({
      name,
      url: address,
      ...(isOfFiles ? { types: ['plugin::upload.file'] } : {}),
      ...(own.length > 0 ? { events: own } : {}),
      format: 'strapi',
      ...(enabled === false || enabled === 0 ? { enabled: false } : {}),
      secretFrom: 'WEBHOOK_SECRET',
    });
    if (address !== url)
      notes.push(
        `Not imported: user, password and query in the address of the webhook "${name}"; write them in its url`,
      );
    const left = events.filter(
      ([kind, event = '']) => !/^(entry|media)$/.test(kind ?? '') || !EVENTS.has(event),
    );
    if (left.length > 0)
      notes.push(
        `Not imported: events of the webhook "${name}": ${left.map((one) => one.join('.')).join(', ')}`,
      );
    const headers = parsed(row.headers);
    const names = check.isPlainObject(headers) ? Object.keys(headers) : [];
    if (names.length > 0)
      notes.push(
        `Not imported: values of headers of the webhook "${name}": ${names.join(', ')}; write them from variables`,
      );
  }
  if (webhooks.length === 0) return [];
  return [`Write in config/plugins: ${JSON.stringify({ webhooks: { config: { webhooks } } })}`, ...notes];
}

/** The address without user, password, query and fragment; empty if it is no address. */
function publicPart(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  return /[@?#]/.test(url) ? withoutSecrets(new URL(url)) : url;
}

const withoutSecrets = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;
