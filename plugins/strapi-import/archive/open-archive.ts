// Opens an archive of `strapi export`: its rows go to a SQLite file with the tables of Strapi, its files to a folder; both are removed at
// the end. So memory does not grow with the archive, and its rows are read like those of a database.

import { createWriteStream, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  check,
  createScratchFile,
  jsonLines,
  type Member,
  readForeign,
  refuseInput,
  removeFolder,
  temporaryFolder,
} from '../../../core';
import { bytesIn } from '../run/import-bytes';
import { type Source, WEBHOOK } from '../source/source';
import { modelOf } from '../source/strapi-model';
import { archiveMembers } from './open-members';
import { createRowStage } from './stage-rows';
import { createTables, type Stage } from './stage-tables';

export async function openArchive(path: string, key: string): Promise<Source> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder, 'rows.db');
    const uploads = join(folder, 'uploads');
    mkdirSync(uploads);
    const stage: Stage = {
      scratch: createScratchFile(file),
      types: new Map(),
      components: new Map(),
      tables: new Map(),
    };
    const settings = new Map<string, unknown>();
    try {
      await stageAll(path, key, stage, settings, uploads);
    } finally {
      stage.scratch.close();
    }
    const database = await readForeign(file);
    const locale = settings.get('plugin_i18n_default_locale');
    return {
      client: 'sqlite',
      knex: database.knex,
      tables: stage.tables,
      types: stage.types,
      components: stage.components,
      settings,
      timezone: 'UTC',
      defaultLocale: typeof locale === 'string' ? locale : 'en',
      openBytes: bytesIn(uploads),
      async close() {
        await database.close();
        await removeFolder(folder);
      },
    };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function stageAll(
  path: string,
  key: string,
  stage: Stage,
  settings: Map<string, unknown>,
  uploads: string,
): Promise<void> {
  const rows = createRowStage(stage);
  let version: string | null = null;
  let hasTables = false;
  /** The schemas come first; other members need their tables. */
  function needTables(member: Member): void {
    if (stage.types.size === 0) refuseInput(`The archive has ${member.name} before its schemas.`);
    if (!hasTables) createTables(stage);
    hasTables = true;
  }
  for await (const member of archiveMembers(path, key)) {
    const [kind = ''] = member.name.split('/');
    if (kind === 'schemas') for await (const line of jsonLines(member)) addSchema(stage, line);
    else if (kind === 'entities') {
      needTables(member);
      for await (const line of jsonLines(member)) rows.entity(line);
    } else if (kind === 'links') {
      needTables(member);
      rows.flush();
      for await (const line of jsonLines(member)) rows.link(line);
    } else if (kind === 'configuration')
      for await (const line of jsonLines(member)) addSetting(settings, line);
    else if (member.name.startsWith('assets/uploads/')) await keepBytes(member, uploads);
    else if (member.name === 'metadata.json')
      for await (const line of jsonLines(await whole(member))) version = versionIn(line);
  }
  rows.flush();
  if (stage.types.size === 0) refuseInput('The archive has no schemas.');
  if (version === null) refuseInput('The archive is cut: it lacks metadata.json at its end.');
  if (version !== null && !version.startsWith('5.'))
    refuseInput(`The archive is of Strapi ${version}; only Strapi 5 is supported.`);
  if (!hasTables) createTables(stage);
}

function addSchema({ types, components }: Stage, line: Readonly<Record<string, unknown>>): void {
  const uid = String(line.uid);
  const model = modelOf(uid, line);
  if (line.modelType === 'component') components.set(uid, model);
  else types.set(uid, model);
}

function addSetting(
  settings: Map<string, unknown>,
  { type, value }: Readonly<Record<string, unknown>>,
): void {
  if (type === 'core-store' && check.isPlainObject(value)) settings.set(String(value.key), value.value);
  if (type === 'webhook' && check.isPlainObject(value)) settings.set(`${WEBHOOK}${value.id}`, value);
}

const keepBytes = (member: Member, folder: string): Promise<void> =>
  pipeline(Readable.from(member.bytes), createWriteStream(join(folder, basename(member.name))));

/** JSON with line breaks, as one line. */
async function whole(member: Member): Promise<Member> {
  const parts: Buffer[] = [];
  for await (const part of member.bytes) parts.push(part);
  const text = Buffer.concat(parts)
    .toString('utf8')
    .replace(/\s*\n\s*/g, ' ');
  return { ...member, bytes: Readable.from([Buffer.from(text)]) };
}

function versionIn({ strapi }: Readonly<Record<string, unknown>>): string | null {
  return check.isPlainObject(strapi) && typeof strapi.version === 'string' ? strapi.version : null;
}
