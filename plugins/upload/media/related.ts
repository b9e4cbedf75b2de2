// `populate=related` of the upload routes: the documents that show a file in a media attribute, also inside components and zones. The caller
// sees those that a read of their type would show.
import {
  type AnyModel,
  type App,
  type Attribute,
  type AttributePath,
  attributePaths,
  check,
  clientLimits,
  coreErrors,
  type DocumentObject,
  type PathStep,
  type ReadArguments,
  type RequestContext,
  type Schema,
  stepWords,
} from '../../../core';
import { uploadErrors } from '../errors';
import { FILE } from '../types';
import { isMedia } from './media-attribute';

const RELATED = 'related';
/** Documents that one answer lists. */
const MOST = 1_000;

/** How `related` is asked for. */
export interface RelatedRequest {
  /** The options of each type; null: all types, whole documents. */
  readonly on: ReadonlyMap<string, Options> | null;
  readonly count: boolean;
}

type Options = Readonly<Record<string, unknown>>;

const EVERYTHING: RelatedRequest = { on: null, count: false };

/** `populate` without `related`. `related` null: the answer has none. Forms that `related` does not have stay, and are unknown keys. */
export function splitRelated(
  schema: Schema,
  populate: unknown,
): { readonly populate: unknown; readonly related: RelatedRequest | null } {
  if (populate === '*') return { populate, related: EVERYTHING };
  if (typeof populate === 'string')
    return splitRelated(
      schema,
      populate.split(',').map((name) => name.trim()),
    );
  if (Array.isArray(populate)) {
    const others = populate.filter((name) => name !== RELATED);
    const isAsked = others.length < populate.length;
    return { populate: others.length > 0 ? others : undefined, related: isAsked ? EVERYTHING : null };
  }
  if (!check.isPlainObject(populate) || !Object.hasOwn(populate, RELATED)) return { populate, related: null };
  const { [RELATED]: asked, ...others } = populate;
  const rest = Object.keys(others).length > 0 ? others : undefined;
  if (asked === false || asked === 'false') return { populate: rest, related: null };
  const related = isWhole(asked) ? EVERYTHING : check.isPlainObject(asked) ? requestOf(schema, asked) : null;
  return related ? { populate: rest, related } : { populate, related: null };
}

const isWhole = (asked: unknown): boolean => asked === true || asked === 'true' || asked === '*';

/** `{ on: { 'api::article.article': { fields: ['title'] } } }`; null: other keys. */
function requestOf(schema: Schema, asked: Options): RelatedRequest | null {
  const { on, count, ...others } = asked;
  if (Object.keys(others).length > 0) return null;
  const isCount = count === true || count === 'true';
  if (on === undefined) return { on: null, count: isCount };
  if (!check.isPlainObject(on)) return null;
  const types = new Map<string, Options>();
  for (const [uid, options] of Object.entries(on)) {
    if (!schema.types.has(uid) && !schema.components.has(uid))
      throw coreErrors.QUERY_INVALID_KEY(uid, `${RELATED}.on.${uid}`, 'populate');
    if (check.isPlainObject(options)) types.set(uid, options);
    else if (options === '*') types.set(uid, { populate: '*' });
    else if (options !== false && options !== 'false') types.set(uid, {});
  }
  return { on: types, count: isCount };
}

/** The documents that show each file, by the documentId of the file. */
export async function relatedTo(
  app: App,
  { visibility, caller, query }: RequestContext,
  files: readonly DocumentObject[],
  { on }: RelatedRequest,
): Promise<ReadonlyMap<string, readonly DocumentObject[]>> {
  const found = new Map<string, Map<string, DocumentObject>>();
  const ids = files.map(({ id }) => id);
  const fileType = app.schema.types.get(FILE);
  const mayRead = (model: AnyModel, attribute: Attribute): boolean =>
    (attribute.common.private !== true || visibility.seesPrivate === true) &&
    visibility.readable(model, attribute);
  const isWanted = (model: AnyModel, attribute: Attribute): boolean =>
    isMedia(attribute) && mayRead(model, attribute);
  /** A document may show files at several paths. */
  const listed = new Set<string>();
  for (const type of app.schema.types.values()) {
    if (ids.length === 0 || !fileType || !visibility.canRead(fileType) || !visibility.canRead(type)) continue;
    if (on && !on.has(type.uid)) continue;
    const axes = type.axes.map(({ axis: { name } }) => [name, query[name]] as const);
    const binding = Object.fromEntries(axes.filter(([, value]) => value !== undefined));
    const rows = new Set<number>();
    for (const path of attributePaths(app.schema, type, { isWanted, isOpen: mayRead })) {
      const [first] = path;
      const documents = await app.documents(type.uid).findMany({
        ...binding,
        caller,
        filters: path.reduceRight<object>((inner, step) => stepWords(step, inner), { id: { $in: ids } }),
        populate: path.reduceRight<Asked>((inner, step) => ({ populate: stepWords(step, inner) }), FILE_ID)
          .populate,
        pagination: { limit: MOST + 1 },
      });
      for (const { id } of documents) {
        rows.add(Number(id));
        listed.add(`${type.uid} ${id}`);
      }
      if (listed.size > MOST) throw uploadErrors.UPLOAD_RELATED(type.uid, textOf(path), MOST);
      for (const each of documents) {
        const { [first.name]: _files, ...document } = each;
        for (const { documentId } of filesAt(each, path)) {
          const own = found.get(documentId) ?? new Map<string, DocumentObject>();
          found.set(documentId, own);
          const shown = { __type: type.uid, ...document };
          own.set(`${type.uid} ${document.id}`, shown as unknown as DocumentObject);
        }
      }
    }
    const options = on?.get(type.uid) ?? {};
    if (Object.keys(options).length === 0) continue;
    const { fields, filters, sort, populate, ...others } = options;
    for (const key of Object.keys(others))
      throw coreErrors.QUERY_INVALID_KEY(key, `${RELATED}.on.${type.uid}`, 'populate');
    const own = { id: { $in: [...rows] } };
    const asked = await app.documents(type.uid).findMany({
      ...binding,
      caller,
      filters: filters === undefined ? own : { $and: [own, filters] },
      fields,
      sort,
      populate,
      pagination: { limit: MOST },
      limits: { ...clientLimits(app.config.api), maxLimit: MOST, arrayLimit: MOST, populatePages: true },
    } as ReadArguments);
    for (const documents of found.values()) {
      const shown = asked.flatMap((document) => {
        const key = `${type.uid} ${document.id}`;
        return documents.has(key) ? [[key, { __type: type.uid, ...document }] as const] : [];
      });
      for (const key of [...documents.keys()]) if (key.startsWith(`${type.uid} `)) documents.delete(key);
      for (const [key, document] of shown) documents.set(key, document as unknown as DocumentObject);
    }
  }
  return new Map([...found].map(([documentId, documents]) => [documentId, [...documents.values()]]));
}

type Asked = { readonly fields?: readonly string[]; readonly populate?: object };
const FILE_ID: Asked = { fields: ['documentId'] };

const textOf = (path: AttributePath): string => path.map(({ name }) => name).join('.');

type Value = Readonly<Record<string, unknown>>;

/** The files at a path in a value: null, an object or a list. */
const filesAt = (value: unknown, [step, ...rest]: readonly PathStep[]): readonly DocumentObject[] => {
  const values = [value ?? []].flat();
  if (step === undefined) return values as DocumentObject[];
  return (values as Value[])
    .flatMap((each) => [each[step.name] ?? []].flat() as Value[])
    .filter((each) => step.in === undefined || each.__component === step.in)
    .flatMap((each) => filesAt(each, rest));
};
