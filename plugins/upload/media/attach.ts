// Attaches uploaded files to a media attribute: `ref` (uid), `refId` (row id or documentId) and `field` of the body.
import {
  type App,
  type Caller,
  type ContentType,
  check,
  type RelationAttribute,
  type RequestContext,
  requestCaller,
  type Visibility,
  withVisibility,
} from '../../../core';
import { uploadErrors } from '../errors';
import { LINK_ACTIONS } from '../types';
import { isMedia } from './media-attribute';

export interface Target {
  /** Links the files; runs in the transaction that creates them. */
  attach(documentIds: readonly string[]): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;
/** The document, and the row of it, as words of the document service. */
type RowWords = { readonly documentId: string } & Readonly<Record<string, string>>;

/** null: the body names no target. The caller needs the permission to update the target. */
export async function findTarget(app: App, request: RequestContext, fields: Fields): Promise<Target | null> {
  const place = placeOf(app, fields);
  if (place === null) return null;
  // First: whether a row exists is no answer for a caller without the permission.
  const visibility = await visibilityOf(app, request, place.type);
  return targetAt(app, place, fields, requestCaller(request.principal, visibility, request));
}

/** The same for code, which may update all documents. */
export async function findTargetOfCode(app: App, fields: Fields): Promise<Target | null> {
  const place = placeOf(app, fields);
  return place && targetAt(app, place, fields);
}

interface Place {
  readonly type: ContentType;
  readonly attribute: RelationAttribute;
}

function placeOf(app: App, { ref, refId, field }: Fields): Place | null {
  if (ref === undefined && refId === undefined && field === undefined) return null;
  const type = app.schema.types.get(textOf('ref', ref));
  if (!type) throw wrong('ref', `ref names no content type: ${String(ref).slice(0, 100)}`);
  const attribute = type.attributes.get(textOf('field', field));
  if (!isMedia(attribute)) throw wrong('field', `field must name a media attribute of ${type.uid}`);
  return { type, attribute };
}

async function targetAt(
  app: App,
  { type, attribute }: Place,
  fields: Fields,
  caller?: Caller,
): Promise<Target> {
  const row = await findRow(app, type, textOf('refId', fields.refId), fields);
  return {
    async attach(files) {
      const value = attribute.many ? { connect: files } : files.at(-1);
      const updated = await app
        .documents(type.uid)
        .update({ ...row, data: { [attribute.name]: value }, ...(caller ? { caller } : {}) });
      if (!updated) throw wrong('refId', `refId names no document of ${type.uid}`);
    },
  };
}

async function visibilityOf(app: App, request: RequestContext, type: ContentType): Promise<Visibility> {
  if (request.action !== null)
    return app.server.authorize(request, { action: `${type.uid}.update`, method: 'PUT' });
  // The application opens the route to everyone, so everyone may link the files that the request uploads.
  const open = await app.server.authorize(request, { action: null, method: 'PUT' });
  return withVisibility(open, {
    scope: `${open.scope} uploads`,
    allows: (action) => LINK_ACTIONS.includes(action) || open.allows(action),
  });
}

/** `refId` is a documentId with `locale` and `status`, or the id of one row. */
async function findRow(app: App, type: ContentType, refId: string, fields: Fields): Promise<RowWords> {
  if (!/^\d{1,15}$/.test(refId)) {
    const words = type.axes.map(({ axis: { name } }) => [name, fields[name]] as const);
    return { documentId: refId, ...definedTexts(words) };
  }
  const row: unknown = await app.database
    .knex(type.table)
    .where({ id: Number(refId) })
    .first();
  if (!check.isPlainObject(row)) throw wrong('refId', `refId names no document of ${type.uid}`);
  const values = type.axes.map(({ axis: { name, column, store } }) => {
    const stored = row[column];
    return [name, store.kind === 'text' ? stored : store.values[Number(stored)]] as const;
  });
  return { documentId: String(row.document_id), ...definedTexts(values) };
}

const definedTexts = (entries: readonly (readonly [string, unknown])[]): Record<string, string> =>
  Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );

function textOf(key: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw wrong(key, `${key} must be a text; send ref, refId and field together`);
}

const wrong = (key: string, message: string) => uploadErrors.UPLOAD_TARGET(key, message);
