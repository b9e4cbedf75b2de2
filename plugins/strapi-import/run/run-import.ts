// One import, from the open source to the report: compares types, refuses a target that is not empty, writes type after type.

import {
  type App,
  type ContentType,
  componentsIn,
  type ImportPart,
  refuseInput,
  singleDocumentId,
} from '../../../core';
import { differencesOf, missingTypes } from '../compare-types';
import type { ConvertContext } from '../convert/convert-document';
import { componentModels } from '../source/component-models';
import { countRows } from '../source/read-documents';
import { createItemReader } from '../source/read-items';
import { createLinkReader } from '../source/read-links';
import type { Source } from '../source/source';
import { countFilesOutsideFolders } from './files-outside-folders';
import { FILE, importBytes, type OpenBytes } from './import-bytes';
import { importTokens } from './import-tokens';
import { importType } from './import-type';
import { type KnownDocuments, readKnown } from './known-documents';
import { leftAttributes } from './left-attributes';
import { MAILS, mailsToWrite } from './mails-to-write';
import { otherData } from './other-data';
import { type Report, typeReport } from './report';
import { settingsToWrite } from './settings-to-write';
import { takenSettings } from './taken-settings';
import { webhooksToWrite } from './webhooks-to-write';

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly intoNonEmpty: boolean;
  /** Bytes of files; null: there are none. */
  readonly openBytes: OpenBytes | null;
  /** null: all types. */
  readonly only: readonly string[] | null;
  progress(uid: string, rows: number): void;
}

/** In this order, since later types link earlier ones. Then come the types of the project. */
const FIRST = [
  'plugin::i18n.locale',
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
  'plugin::users-permissions.user',
  'plugin::upload.folder',
  FILE,
];

export async function runImport(app: App, source: Source, options: ImportOptions): Promise<Report> {
  const { schema } = app;
  const types = chosenTypes(app, source, options.only);
  const components = componentModels(source, schema, app.dir);
  refuseDifferences(app, source, types, components, options);
  const parts = new Map(app.imports.values().map((part) => [part.name, part]));
  if (!options.dryRun) await refuseContent(app, types, parts, options);

  const links = createLinkReader(source, schema);
  const items = createItemReader(source, schema, components, links);
  const same = new Map<string, string>();
  const documentOf = (uid: string, documentId: string): string => {
    const type = schema.types.get(uid);
    if (type?.kind === 'singleType') return singleDocumentId(uid);
    return same.get(`${uid} ${documentId}`) ?? documentId;
  };
  const context: ConvertContext = {
    schema,
    defaultLocale: source.defaultLocale,
    documentOf,
    zone: source.timezone,
    omits: ({ uid }, attribute) => parts.get(uid)?.omits?.includes(attribute) === true,
  };
  const bulk = app.documents.bulk();
  const reports = [];
  const missing = new Map<string, string[]>();
  const outside = countFilesOutsideFolders(app);
  let bytes = 0;
  const facts = { settings: new Map([...source.settings, ['defaultLocale', source.defaultLocale]]) };
  for (const type of types) {
    const stored = source.types.get(type.uid);
    if (!stored) continue;
    const report = typeReport(type.uid);
    reports.push(report);
    const part = parts.get(type.uid);
    const known: KnownDocuments | null = part ? await readKnown(app, type, part) : null;
    await importType(
      type,
      stored,
      {
        source,
        items,
        bulk,
        context,
        strict: options.strict,
        dryRun: options.dryRun,
        refusal: (document) => refusalOf(part, document),
        isKnown(document) {
          const here = known?.find(document, documentOf) ?? null;
          if (here === null) return false;
          same.set(`${type.uid} ${document.documentId}`, here);
          return true;
        },
        present: (document) => outside.add(type.uid, document),
        progress: options.progress,
        missing(uid, documentId) {
          const known = missing.get(uid);
          if (known) known.push(documentId);
          else missing.set(uid, [documentId]);
        },
      },
      report,
    );
    if (options.dryRun) continue;
    await part?.finish?.(facts);
    if (part?.store && options.openBytes)
      bytes += await importBytes(app, source, options.openBytes, part.store, report);
  }
  const others = [
    ...(await otherData(source, types)),
    ...(await leftAttributes(source, schema, types, components)),
    ...settingsToWrite(source),
    ...mailsToWrite(source.settings.get(MAILS)),
    ...(await webhooksToWrite(source)),
    ...(await outside.lines()),
    ...(options.only === null ? await takenSettings(source.settings, parts.values(), !options.dryRun) : []),
  ];
  if (source.components !== null) others.unshift('API tokens: none; an archive of Strapi has none');
  if (options.openBytes && !options.dryRun) others.unshift(`Bytes of files: ${bytes} objects`);
  else if (!options.openBytes && (await countRows(source, 'files')) > 0)
    others.unshift('Bytes of files: none; --files DIR names the folder public/uploads of Strapi');
  if (!options.dryRun)
    for (const [uid, documentIds] of missing) {
      const type = schema.types.get(uid);
      const removed = type ? await bulk.unlink(type, documentIds) : 0;
      if (removed > 0)
        others.push(`Links to documents of ${uid} that were left out: ${removed}; they were removed`);
    }
  const tokens =
    options.only === null && source.components === null ? await importTokens(app, source, options) : null;
  if (tokens) reports.push(tokens);
  return { types: reports, others };
}

function refusalOf(
  part: ImportPart | undefined,
  document: Parameters<KnownDocuments['find']>[0],
): string | null {
  const [first] = document.rows;
  return first ? (part?.accepts?.(first.row) ?? null) : null;
}

function chosenTypes({ schema }: App, source: Source, only: readonly string[] | null): ContentType[] {
  const unknown = (only ?? []).filter((uid) => !schema.types.has(uid));
  if (unknown.length > 0)
    refuseInput(
      `--only names unknown types: ${unknown.join(', ')}. There are: ${[...schema.types.keys()].join(', ')}`,
    );
  const own = [...schema.types.keys()].filter((uid) => uid.startsWith('api::'));
  return [...FIRST, ...own].flatMap((uid) => {
    const type = schema.types.get(uid);
    return type && (only === null || only.includes(uid)) && (source.types.has(uid) || uid.startsWith('api::'))
      ? [type]
      : [];
  });
}

function refuseDifferences(
  app: App,
  source: Source,
  types: readonly ContentType[],
  components: ReturnType<typeof componentModels>,
  { only }: ImportOptions,
): void {
  const { schema } = app;
  const differences = differencesOf(source, schema, { types, components });
  if (only === null)
    for (const uid of missingTypes(source, schema))
      differences.push(
        `${uid}: Strapi has this type, and this application lacks it; copy its schema file, or name the types to import with --only`,
      );
  for (const uid of componentsIn(schema, types))
    if (!components.has(uid) && !app.schema.components.get(uid)?.source.startsWith('plugin '))
      differences.push(`${uid}: the schema of this component cannot be read`);
  if (differences.length > 0)
    refuseInput(
      `The types of Strapi's last start differ from the types here; nothing was written:`,
      ...differences,
    );
}

/** Rows with the same name as others, such as the seeded roles, are no content. */
async function refuseContent(
  app: App,
  types: readonly ContentType[],
  parts: ReadonlyMap<string, ImportPart>,
  { intoNonEmpty }: ImportOptions,
): Promise<void> {
  if (intoNonEmpty) return;
  const full: string[] = [];
  for (const type of types) {
    if (parts.get(type.uid)?.sameBy !== undefined) continue;
    const { id } = app.database.dialect;
    const [[count] = []] = await app.database.transaction((tx) =>
      tx.all(`SELECT COUNT(*) FROM ${id(type.table)}`),
    );
    if (Number(count) > 0) full.push(`${type.uid} (${count} rows)`);
  }
  if (full.length > 0)
    refuseInput(
      `This application has content: ${full.join(', ')}. --into-non-empty imports the documents that are missing; existing ones stay.`,
    );
}
