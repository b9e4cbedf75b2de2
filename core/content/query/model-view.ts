// The part of one model that one caller may read, computed once: names for the parsers, and the attributes of wildcards. Every other name
// is unknown, so a client cannot find out whether an attribute exists.
import type {
  AnyModel,
  Attribute,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  Schema,
  ZoneAttribute,
} from '../model/compiled/content-type';
import { baseOf, type Visibility } from '../model/compiled/visibility';
import type { SelectedField } from './ast';

export type PopulatedAttribute = RelationAttribute | ComponentAttribute | ZoneAttribute;

export interface ModelView {
  /** Everything readable by name, system fields and waiting attributes included. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Fields that every answer has, and has first: `id` and `documentId`; a component has `id` only. */
  readonly head: readonly SelectedField[];
  /** The fields of an answer without `fields`. */
  readonly fields: readonly SelectedField[];
  readonly selectable: ReadonlyMap<string, SelectedField>;
  /** The attributes of `populate=*`, in schema order. */
  readonly populated: readonly PopulatedAttribute[];
  /** The readable target types of each relation; none: the relation is there, but shows nothing to this caller. */
  readonly targets: ReadonlyMap<string, readonly ContentType[]>;
  /** The attributes that `_q` searches. */
  readonly searched: readonly ScalarAttribute[];
}

/** Keyed by object: a visibility of other models is a new object. */
const VIEWS = new WeakMap<Visibility, WeakMap<AnyModel, ModelView>>();

export function viewOf(visibility: Visibility, schema: Schema, model: AnyModel): ModelView {
  const key = baseOf(visibility);
  let views = VIEWS.get(key);
  if (!views) {
    views = new WeakMap();
    VIEWS.set(key, views);
  }
  let view = views.get(model);
  if (!view) {
    view = createView(visibility, schema, model);
    views.set(model, view);
  }
  return view;
}

/** A media attribute may be an inverse morph; it has one target type like any other relation. */
export const isPolymorphic = (attribute: RelationAttribute): boolean =>
  attribute.target === null || (attribute.relation.startsWith('morph') && attribute.declaredType !== 'media');

function createView(visibility: Visibility, schema: Schema, model: AnyModel): ModelView {
  const attributes = new Map<string, Attribute>();
  const selectable = new Map<string, SelectedField>();
  const head: SelectedField[] = [];
  const own: SelectedField[] = [];
  const tail: SelectedField[] = [];
  const populated: PopulatedAttribute[] = [];
  const targets = new Map<string, readonly ContentType[]>();
  const searched: ScalarAttribute[] = [];
  const first = new Set<string>(model.model === 'type' ? model.head.map((field) => field.name) : ['id']);

  const addScalar = (field: ScalarAttribute, list: SelectedField[]): void => {
    const selected: SelectedField = { field, origin: null };
    attributes.set(field.name, field);
    selectable.set(field.name, selected);
    list.push(selected);
    if (isSearched(field)) searched.push(field);
  };

  for (const field of model.scalars.values())
    if (first.has(field.name) && (!field.common.private || readsPrivate(visibility, model)))
      addScalar(field, head);
  for (const attribute of model.attributes.values()) {
    if (attributes.has(attribute.name) || !mayRead(visibility, model, attribute)) continue;
    if (attribute.kind === 'scalar') {
      addScalar(attribute, own);
      continue;
    }
    attributes.set(attribute.name, attribute);
    if (attribute.kind === 'waiting') continue;
    if (attribute.kind === 'relation') {
      const shown = readableTargets(visibility, schema, attribute);
      targets.set(attribute.name, shown);
      if (shown.length > 0) populated.push(attribute);
    } else populated.push(attribute);
  }
  for (const field of model.scalars.values())
    if (!model.attributes.has(field.name) && !first.has(field.name) && mayRead(visibility, model, field))
      addScalar(field, tail);

  return { attributes, head, fields: [...head, ...own, ...tail], selectable, populated, targets, searched };
}

/** Never a private attribute, also for callers that read it. */
function isSearched({ name, type, common, system }: ScalarAttribute): boolean {
  if (system) return name === 'documentId';
  if (common.private || type.searchable === false) return false;
  return type.searchable === true || type.filter?.kind === 'number';
}

const readsPrivate = (visibility: Visibility, model: AnyModel): boolean =>
  visibility.seesPrivate === true || visibility.readsPrivate?.(model) === true;

function mayRead(visibility: Visibility, model: AnyModel, attribute: Attribute): boolean {
  if (attribute.kind === 'scalar' && attribute.type.secret) return false;
  if (attribute.common.private && !readsPrivate(visibility, model)) return false;
  return visibility.readable(model, attribute);
}

/** A link without a declared target may lead to any type. */
function readableTargets(
  visibility: Visibility,
  schema: Schema,
  attribute: RelationAttribute,
): readonly ContentType[] {
  if (attribute.target === null) return [...schema.types.values()].filter((type) => visibility.canRead(type));
  const target = schema.types.get(attribute.target);
  return target && visibility.canRead(target) ? [target] : [];
}
