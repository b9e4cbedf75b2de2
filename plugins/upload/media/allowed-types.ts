// Holds `allowedTypes`: a write may link only files of these kinds. The files of one write are read by one query.
import {
  type AnyModel,
  type App,
  check,
  componentsOf,
  isNested,
  mayLink,
  type RelationAttribute,
  type Schema,
  type Visibility,
  type WriteAction,
  withVisibility,
} from '../../../core';
import { FILE, NAME } from '../types';
import { isMedia, mediaOptionsOf } from './media-attribute';

const LAST = 1_000;

type Kind = 'images' | 'videos' | 'audios' | 'files';
type Step = string | number;

/** A file that a body links. */
interface Link {
  readonly path: readonly Step[];
  readonly attribute: RelationAttribute;
  /** A row id or a documentId. */
  readonly file: number | string;
}

interface Issue {
  readonly path: readonly Step[];
  readonly message: string;
}

export function holdAllowedTypes(app: App): void {
  const { hooks } = app;
  const limited = new Set<AnyModel>();
  hooks.schema.ready((schema) => {
    for (const model of schema.types.values()) if (isLimited(schema, model)) limited.add(model);
  });
  hooks.documents.prepare(
    async (action) => {
      if (!limited.has(action.type)) return;
      const links = [...linksOf(app.schema, action.type, action.values(), [])];
      if (links.length > 0) action.state[NAME] = await issuesOf(app, action, links);
    },
    // After the plugins that set values.
    { stage: LAST },
  );
  hooks.documents.validate((action, issues) => {
    for (const { path, message } of found(action)) issues.add(path, message);
  });
}

const found = ({ state }: WriteAction): readonly Issue[] =>
  (state[NAME] as readonly Issue[] | undefined) ?? [];

const kindsOf = (attribute: RelationAttribute): readonly Kind[] =>
  mediaOptionsOf(attribute).allowedTypes ?? [];

/** Does the model, or a component in it, have a media attribute with `allowedTypes`? */
function isLimited(schema: Schema, model: AnyModel, seen: ReadonlySet<AnyModel> = new Set()): boolean {
  if (seen.has(model)) return false;
  const more = new Set([...seen, model]);
  return [...model.attributes.values()].some((attribute) => {
    if (isMedia(attribute)) return kindsOf(attribute).length > 0;
    if (!isNested(attribute)) return false;
    return componentsOf(attribute).some((uid) => {
      const component = schema.components.get(uid);
      return component !== undefined && isLimited(schema, component, more);
    });
  });
}

/** Values of wrong forms are left to the check of relations. */
function* linksOf(schema: Schema, model: AnyModel, data: unknown, path: readonly Step[]): Iterable<Link> {
  if (!check.isPlainObject(data)) return;
  for (const [name, value] of Object.entries(data)) {
    const attribute = model.attributes.get(name);
    const at = [...path, name];
    if (isMedia(attribute)) {
      if (kindsOf(attribute).length > 0)
        for (const file of filesIn(value)) yield { path: at, attribute, file };
    } else if (attribute?.kind === 'component' || attribute?.kind === 'zone') {
      for (const [entry, index] of entriesOf(value)) {
        const uid = attribute.kind === 'component' ? attribute.component : componentOf(entry);
        const component = schema.components.get(uid);
        if (component) yield* linksOf(schema, component, entry, index === null ? at : [...at, index]);
      }
    }
  }
}

const entriesOf = (value: unknown): (readonly [unknown, number | null])[] =>
  Array.isArray(value) ? value.map((entry, index) => [entry, index] as const) : [[value, null]];

const componentOf = (entry: unknown): string =>
  check.isPlainObject(entry) && typeof entry.__component === 'string' ? entry.__component : '';

function* filesIn(value: unknown): Iterable<number | string> {
  if (typeof value === 'number' || typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* filesIn(each);
  else if (check.isPlainObject(value)) {
    const { set, connect, documentId, id } = value;
    if (set !== undefined || connect !== undefined) yield* filesIn([set ?? [], connect ?? []]);
    else if (documentId !== undefined || id !== undefined) yield* filesIn(documentId ?? id);
  }
}

/** Links of the body are checked as the caller sees the files; links that plugins set, as the program does. */
async function issuesOf(
  app: App,
  { type, data, visibility }: WriteAction,
  links: readonly Link[],
): Promise<readonly Issue[]> {
  const ofBody = new Set([...linksOf(app.schema, type, data, [])].map(placeOf));
  const isAsked = (link: Link) => visibility.seesPrivate !== true && ofBody.has(placeOf(link));
  const asked = links.filter(isAsked);
  const own = links.filter((link) => !isAsked(link));
  return [
    ...(await mistypedOf(app, own, null)),
    ...(mayLink(app.linkActions.get(FILE), visibility) ? await mistypedOf(app, asked, visibility) : []),
  ];
}

const placeOf = ({ path, file }: Link): string => JSON.stringify([path, file]);

async function mistypedOf(
  app: App,
  links: readonly Link[],
  caller: Visibility | null,
): Promise<readonly Issue[]> {
  if (links.length === 0) return [];
  const all = [...new Set(links.map(({ file }) => file))];
  const ids = all.filter(isRowId).map(Number);
  const files = await app.documents(FILE).findMany({
    ...(caller ? { visibility: linkable(caller) } : {}),
    fields: ['name', 'mime'],
    filters: { $or: [{ id: { $in: ids } }, { documentId: { $in: all.filter((each) => !isRowId(each)) } }] },
    pagination: { limit: all.length },
  });
  const byKey = new Map(
    files.flatMap((file) => [[String(file.id), file] as const, [file.documentId, file] as const]),
  );
  return links.flatMap(({ path, attribute, file: key }) => {
    const file = byKey.get(String(key));
    const kinds = kindsOf(attribute);
    // The check of relations names files that do not exist, and those that the caller may not link.
    if (!file || kinds.includes(kindOf(String(file.mime)))) return [];
    const message = `${path.join('.')} accepts ${kinds.join(', ')}; ${file.name} has the type ${file.mime}`;
    return [{ path, message }];
  });
}

/** Shows the files that the caller may link, with all attributes: the type of a file decides, whatever fields the caller reads. */
const linkable = (caller: Visibility): Visibility =>
  withVisibility(caller, {
    scope: `${caller.scope} links files`,
    readable: () => true,
    rowFilter: (type, place) => {
      if (type.uid !== FILE || place !== 'root') return caller.rowFilter?.(type, place);
      const filters = [caller.rowFilter?.(type), caller.rowFilter?.(type, 'linked')];
      return { $and: filters.filter((filter) => filter !== undefined && filter !== null) };
    },
    isLimited: undefined,
    preset: undefined,
  });

const isRowId = (file: number | string): boolean => typeof file === 'number' || /^\d{1,15}$/.test(file);

function kindOf(mime: string): Kind {
  if (mime.startsWith('image/')) return 'images';
  if (mime.startsWith('video/')) return 'videos';
  return mime.startsWith('audio/') ? 'audios' : 'files';
}
