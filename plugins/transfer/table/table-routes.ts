// `GET /api/:plural/actions/export` and `POST /api/:plural/actions/import`: tables with the rights of the caller.

import { Readable } from 'node:stream';
import {
  type Answer,
  type App,
  type ContentType,
  check,
  clientLimits,
  coreErrors,
  MultipartBody,
  Refusal,
  type RequestContext,
  type RouteDefinition,
  route,
  stagesOf,
  type Visibility,
} from '../../../core';
import { recordExport } from '../record-export';
import { allColumns, type ColumnScope, columnsOf } from './columns';
import { type Format, tableText } from './export-table';
import { importTable } from './import-table';
import { planColumns } from './plan-columns';
import { checkText, headersOf, type TableFile, tableRecords } from './read-table';
import { firstOf } from './report';
import { namesIn, pairsIn, wordsOfTable } from './table-options';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** `base`: `/api/articles`. In the hook `schema.ready` or later. */
export function tableRoutes(app: App, type: ContentType, base: string): readonly RouteDefinition[] {
  if (type.kind === 'singleType') return [];
  return [
    route({
      method: 'GET',
      path: `${base}/actions/export`,
      action: `${type.uid}.export`,
      summary: `Returns documents of ${type.displayName} as CSV or JSON lines`,
      tags: [type.displayName],
      handler: (request) => asAnswer(coreErrors.QUERY_INVALID, () => exported(app, type, request)),
    }),
    route({
      method: 'POST',
      path: `${base}/actions/import`,
      action: `${type.uid}.import`,
      summary: `Creates and updates documents of ${type.displayName} from CSV or JSON lines`,
      tags: [type.displayName],
      body: 'multipart',
      handler: (request, { body }) =>
        asAnswer(coreErrors.BODY_INVALID, () => imported(app, type, request, body)),
    }),
  ];
}

/** A file or an option that cannot be used is a 400. */
async function asAnswer(
  refused: (message: string, details: Record<string, unknown>) => Error,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refused(error.sentences.join(' '), { sentences: error.sentences });
  }
}

/** What the caller may read of the type. */
const readerOf = async (app: App, type: ContentType, request: RequestContext): Promise<Visibility> =>
  app.server.authorize(request, { action: `${type.uid}.find`, method: 'GET' });

async function exported(app: App, type: ContentType, request: RequestContext): Promise<Answer> {
  const { query } = request;
  const scope = { schema: app.schema, type, visibility: await readerOf(app, type, request) };
  const format = formatOf(query.format);
  const text = tableText(
    {
      scope,
      format,
      columns: chosenColumns(scope, textIn(query, 'fields')),
      documents: app.documentsAs(request),
      words: wordsOfTable(type, { locale: textIn(query, 'locale'), status: textIn(query, 'status') }),
      filters: query.filters,
      search: query._q,
      limits: clientLimits(app.config.api),
    },
    () => undefined,
  );
  // A wrong filter is a 400: the first page is read before the answer begins.
  const first = await text.next();
  await recordExport(app, { type: type.uid, format }, request);
  return {
    stream: Readable.from(joined(first, text)),
    type: TYPES[format],
    headers: { 'Content-Disposition': `attachment; filename="${type.pluralName}.${format}"` },
  };
}

function chosenColumns(scope: ColumnScope, fields: string | undefined) {
  if (fields === undefined) return allColumns(scope);
  const { columns, mistakes } = columnsOf(scope, namesIn('fields', fields));
  if (mistakes.length > 0 || columns.length === 0) throw new Refusal(['fields:', ...firstOf(mistakes)]);
  return columns;
}

async function* joined(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** The parts of the form beside the file. */
const OPTIONS = ['format', 'map', 'skip', 'key', 'locale', 'status', 'atomic', 'dryRun'];

async function imported(
  app: App,
  type: ContentType,
  request: RequestContext,
  body: unknown,
): Promise<Answer> {
  if (!(body instanceof MultipartBody) || body.files.length !== 1 || body.files[0]?.field !== 'file')
    throw new Refusal(['Send multipart/form-data with one part "file", such as -F file=@articles.csv.']);
  const { fields } = body;
  for (const name of Object.keys(fields))
    if (!OPTIONS.includes(name)) {
      const near = check.nearest(name, OPTIONS);
      throw new Refusal([
        `The part "${name}" is unknown; ${near ? `did you mean "${near}"?` : `there are ${OPTIONS.join(', ')}.`}`,
      ]);
    }
  const [upload] = body.files;
  const file: TableFile = {
    path: upload.path,
    name: upload.name.slice(0, 100) || 'the file',
    format:
      fields.format === undefined && /\.(jsonl|ndjson)$/i.test(upload.name)
        ? 'jsonl'
        : formatOf(fields.format),
  };
  const delimiter = await checkText(file);
  const scope = { schema: app.schema, type, visibility: await readerOf(app, type, request) };
  const plan = planColumns(scope, file.name, await headersOf(file, delimiter), {
    map: pairsIn('map', textIn(fields, 'map')),
    skip: namesIn('skip', textIn(fields, 'skip')),
    key: textIn(fields, 'key') ?? null,
  });
  const locale = textIn(fields, 'locale');
  const dryRun = flagIn(fields, 'dryRun');
  const report = await importTable({
    scope,
    plan,
    isText: file.format === 'csv',
    reads: {
      documents: app.documentsAs(request),
      words: wordsOfTable(type, { locale, status: undefined }),
      most: app.config.api.limits.arrayLimit,
      drafts: (each) => mayReadDrafts(each, scope.visibility),
    },
    words: wordsOfTable(type, { locale, status: textIn(fields, 'status') }),
    atomic: flagIn(fields, 'atomic'),
    dryRun,
    transaction: (work) => app.documents.transaction(work),
    records: () => tableRecords(file, delimiter),
    progress: () => undefined,
  });
  return { json: { data: report, meta: { dryRun } } };
}

function mayReadDrafts(type: ContentType, visibility: Visibility): boolean {
  const stages = stagesOf(type);
  const action = stages?.permission?.(type.uid, stages.working) ?? null;
  return action === null || visibility.allows(action);
}

function textIn(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || value === '') return undefined;
  return typeof value === 'string' ? value : refused(`${name}: send it once, as a text.`);
}

function flagIn(values: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = textIn(values, name) ?? 'false';
  return value === 'true' || (value !== 'false' && refused(`${name}: send true or false.`));
}

function formatOf(value: unknown): Format {
  if (value === undefined || value === 'csv') return 'csv';
  return value === 'jsonl' ? 'jsonl' : refused('format: send csv or jsonl.');
}

function refused(sentence: string): never {
  throw new Refusal([sentence]);
}
