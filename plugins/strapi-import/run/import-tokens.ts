// API tokens: Strapi keeps them outside of its content, so they are read by their own tables. Archives lack them.

import { type App, type BulkDocument, type Stored, variableOf } from '../../../core';
import { toMoment } from '../convert/moments';
import { storedHash } from '../convert/token-secret';
import { groupBy, numberOf, textOf } from '../source/read-values';
import type { Source, SourceRow } from '../source/source';
import { type TypeReport, typeReport } from './report';
import { Stopped } from './stopped';

export const TOKEN = 'plugin::api-tokens.token';
const TOKENS = 'strapi_api_tokens';
const PERMISSIONS = 'strapi_api_token_permissions';
const LINKS = `${PERMISSIONS}_token_lnk`;

export async function importTokens(
  app: App,
  source: Source,
  { dryRun, strict }: { readonly dryRun: boolean; readonly strict: boolean },
): Promise<TypeReport | null> {
  const type = app.schema.types.get(TOKEN);
  if (!type || !source.tables.has(TOKENS)) return null;
  const { knex } = source;
  const report = typeReport(TOKEN);
  const rows: SourceRow[] = await knex(TOKENS).orderBy('id').select();
  const actions = await actionsOf(source);
  const keys = {
    encryptionKey: variableOf(app.variables, 'ENCRYPTION_KEY'),
    salt: variableOf(app.variables, 'API_TOKEN_SALT'),
  };
  const documents: BulkDocument[] = [];
  const leaveOut = (id: number, reason: string): void => {
    if (strict) throw new Stopped(`${TOKENS} ${id}: ${reason}`);
    report.leftOut.push({ table: TOKENS, id, reason });
  };
  report.read = rows.length;
  for (const row of rows) {
    const id = numberOf(row.id);
    if ((row.kind ?? 'content-api') !== 'content-api') {
      leaveOut(id, 'the token is one of the admin panel');
      continue;
    }
    const hash = storedHash(String(row.access_key ?? ''), textOf(row.encrypted_key), keys);
    if (hash === null) {
      leaveOut(
        id,
        `the token "${row.name}" is lost: set ENCRYPTION_KEY or API_TOKEN_SALT of Strapi, and import again`,
      );
      continue;
    }
    const own = actions.get(id) ?? [];
    const unknown = own.filter((action) => !app.actions.has(action));
    for (const action of unknown)
      report.notes.push({ table: TOKENS, id, reason: `the action ${action} does not exist here` });
    documents.push({
      documentId: textOf(row.document_id) ?? `t${id}`,
      rows: [
        {
          id,
          axes: {},
          links: [],
          columns: columnsOf(
            row,
            hash,
            own.filter((action) => !unknown.includes(action)),
            source.timezone,
          ),
        },
      ],
    });
  }
  if (dryRun) report.documents = report.versions = documents.length;
  else await write();
  return report;

  async function write(): Promise<void> {
    if (!type) return;
    const { written, present, refused } = await app.documents.bulk().write(type, documents);
    report.documents = report.versions = written.length;
    report.present = present.length;
    for (const { row, reason } of refused) leaveOut(row.id ?? 0, reason);
    for (const { row, id } of written)
      if (row.id !== null && row.id !== id) report.otherIds.push({ from: row.id, to: id });
  }

  function columnsOf(
    row: SourceRow,
    hash: string,
    own: readonly string[],
    zone: string,
  ): Map<string, Stored> {
    const isCustom = row.type === 'custom';
    const values: Readonly<Record<string, Stored>> = {
      name: textOf(row.name),
      description: textOf(row.description) ?? '',
      type: textOf(row.type),
      actions: JSON.stringify(isCustom ? [...own].sort() : []),
      hash,
      lifespan: textOf(row.lifespan),
      expiresAt: toMoment(row.expires_at, zone),
      lastUsedAt: toMoment(row.last_used_at, zone),
      declared: false,
      createdAt: toMoment(row.created_at, zone),
      updatedAt: toMoment(row.updated_at, zone),
    };
    return new Map(
      Object.entries(values).flatMap(([name, value]): [string, Stored][] => {
        const attribute = type?.scalars.get(name);
        return attribute ? [[attribute.column, value]] : [];
      }),
    );
  }
}

async function actionsOf({ knex, tables }: Source): Promise<Map<number, string[]>> {
  if (!tables.has(PERMISSIONS) || !tables.has(LINKS)) return new Map();
  const rows: SourceRow[] = await knex({ l: LINKS })
    .join({ p: PERMISSIONS }, 'p.id', 'l.api_token_permission_id')
    .select({ id: 'p.id', token: 'l.api_token_id', action: 'p.action' });
  return new Map(
    [...groupBy(rows, 'token')].map(([token, own]) => [token, own.map(({ action }) => String(action))]),
  );
}
