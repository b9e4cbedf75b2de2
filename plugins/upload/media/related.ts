// `populate=related` of the upload routes: the documents that show a file in a media attribute, also inside components. The caller sees
// those that a read of their type would show. Filters do not reach into zones, so media in zones are not looked up.
import type { AnyModel, App, Attribute, DocumentObject, RequestContext, Schema } from '../../../core';
import { uploadErrors } from '../errors';
import { FILE } from '../types';
import { isMedia } from './media-attribute';

const RELATED = 'related';
/** Documents that one answer lists. */
const MOST = 1_000;

/** `populate` without `related`; null: `related` is not asked for. */
export function withoutRelated(populate: unknown): { readonly populate: unknown } | null {
  if (typeof populate === 'string') return withoutRelated(populate.split(',').map((name) => name.trim()));
  if (Array.isArray(populate)) {
    const others = populate.filter((name) => name !== RELATED);
    if (others.length === populate.length) return null;
    return { populate: others.length > 0 ? others : undefined };
  }
  if (typeof populate !== 'object' || populate === null || !(RELATED in populate)) return null;
  const { [RELATED]: asked, ...others } = populate;
  if (asked !== true && asked !== 'true' && asked !== '*') return null;
  return { populate: Object.keys(others).length > 0 ? others : undefined };
}

/** The documents that show each file, by the documentId of the file. */
export async function relatedTo(
  app: App,
  { visibility, caller, query }: RequestContext,
  files: readonly DocumentObject[],
): Promise<ReadonlyMap<string, readonly DocumentObject[]>> {
  const found = new Map<string, Map<string, DocumentObject>>();
  const ids = files.map(({ id }) => id);
  const fileType = app.schema.types.get(FILE);
  const mayRead: MayRead = (model, attribute) =>
    (attribute.common.private !== true || visibility.seesPrivate === true) &&
    visibility.readable(model, attribute);
  /** A document may show files at several paths. */
  const listed = new Set<string>();
  for (const type of app.schema.types.values()) {
    if (ids.length === 0 || !fileType || !visibility.canRead(fileType) || !visibility.canRead(type)) continue;
    const axes = type.axes.map(({ axis: { name } }) => [name, query[name]] as const);
    for (const path of mediaPaths(app.schema, type, mayRead)) {
      const [first = ''] = path;
      const documents = await app.documents(type.uid).findMany({
        ...Object.fromEntries(axes.filter(([, value]) => value !== undefined)),
        caller,
        filters: path.reduceRight<object>((inner, name) => ({ [name]: inner }), { id: { $in: ids } }),
        populate: path.reduceRight<Asked>((inner, name) => ({ populate: { [name]: inner } }), FILE_ID)
          .populate,
        pagination: { limit: MOST + 1 },
      });
      for (const { id } of documents) listed.add(`${type.uid} ${id}`);
      if (listed.size > MOST) throw uploadErrors.UPLOAD_RELATED(type.uid, path.join('.'), MOST);
      for (const { [first]: value, ...document } of documents)
        for (const { documentId } of filesAt(value, path.slice(1))) {
          const own = found.get(documentId) ?? new Map<string, DocumentObject>();
          found.set(documentId, own);
          const shown = { __type: type.uid, ...document };
          own.set(`${type.uid} ${document.id}`, shown as unknown as DocumentObject);
        }
    }
  }
  return new Map([...found].map(([documentId, documents]) => [documentId, [...documents.values()]]));
}

type Asked = { readonly fields?: readonly string[]; readonly populate?: object };
const FILE_ID: Asked = { fields: ['documentId'] };

type MayRead = (model: AnyModel, attribute: Attribute) => boolean;

/** `['cover']`, and `['seo', 'image']` in a component. `near`: the components around the model that contain each other. */
function* mediaPaths(
  schema: Schema,
  model: AnyModel,
  mayRead: MayRead,
  near: ReadonlyMap<AnyModel, number> = new Map(),
): Iterable<readonly string[]> {
  for (const attribute of model.attributes.values())
    if (isMedia(attribute) && mayRead(model, attribute)) yield [attribute.name];
  for (const [name, component] of componentsIn(schema, model, mayRead)) {
    const distance = near.get(component);
    if (distance !== undefined && distance !== (near.get(model) ?? 0) + 1) continue;
    const around = distance === undefined ? cycleOf(schema, component, mayRead) : near;
    for (const path of mediaPaths(schema, component, mayRead, around)) yield [name, ...path];
  }
}

/**
 * A component, and the components that it contains and that contain it, by their distance. Paths among them lead away from the first
 * one, because all orders of n components are n! paths.
 */
function cycleOf(schema: Schema, first: AnyModel, mayRead: MayRead): ReadonlyMap<AnyModel, number> {
  const distancesFrom = (model: AnyModel): Map<AnyModel, number> => {
    const distances = new Map([[model, 0]]);
    // The loop also reaches the entries that it adds.
    for (const [outer, distance] of distances)
      for (const [, inner] of componentsIn(schema, outer, mayRead))
        if (!distances.has(inner)) distances.set(inner, distance + 1);
    return distances;
  };
  return new Map([...distancesFrom(first)].filter(([inner]) => distancesFrom(inner).has(first)));
}

function* componentsIn(schema: Schema, model: AnyModel, mayRead: MayRead): Iterable<[string, AnyModel]> {
  for (const attribute of model.attributes.values()) {
    const component = attribute.kind === 'component' ? schema.components.get(attribute.component) : undefined;
    if (component && mayRead(model, attribute)) yield [attribute.name, component];
  }
}

type Value = Readonly<Record<string, unknown>>;

/** The files at a path below a value: null, an object or a list. */
const filesAt = (value: unknown, [name, ...rest]: readonly string[]): readonly DocumentObject[] => {
  const values = [value ?? []].flat();
  return name === undefined
    ? (values as DocumentObject[])
    : (values as Value[]).flatMap((each) => filesAt(each[name], rest));
};
