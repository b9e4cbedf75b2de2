// Former forms of the memory, each read once: memory.ts then writes the present form. Version 0.1.0 wrote models of content types without
// renames, and shapes of components in one row of quire_meta. The form after it had one kind for all types of text.
//   quire_schema  api::item.item    {"uid":"api::item.item","kind":"collectionType",…,"attributes":{…},"links":[],"brought":[]}
//   quire_meta    component shapes  {"shared.link":{"shape":"url:string","mixed":true,"kinds":{"url":"text"},"renamed":{"url":"href"}}}
import type { Uid } from '../model/compiled/content-type';
import {
  type StoredAttribute,
  type StoredAttributes,
  type StoredModel,
  type StoredShape,
  type StoredType,
  UNKNOWN,
} from './stored-model';

/** In the form without `values`, `text` is the kind of all types of text. */
export const ANY_TEXT = 'text';

export const OLD_SHAPES = 'component shapes';

type Kinds = Readonly<Record<string, string>>;

export interface OldType extends StoredType {
  readonly uid: Uid;
  readonly attributes: Readonly<Record<string, Pick<StoredAttribute, 'columns' | 'table'>>>;
}

interface OldShape extends StoredShape {
  readonly kinds?: Kinds;
  readonly gone?: Kinds;
  readonly renamed?: Kinds;
}

export const isOldType = (model: StoredModel | OldType): model is OldType => !('gone' in model);

export function modelOfOldType({ uid, attributes, ...type }: OldType): StoredModel {
  const known = Object.entries(attributes).map(([name, { columns, table }]) => [
    name,
    { ...UNKNOWN, columns, table },
  ]);
  return {
    uid,
    attributes: Object.fromEntries(known),
    gone: {},
    renamed: {},
    type: { ...type, links: type.links ?? [], brought: type.brought ?? [], indexes: [] },
    entries: null,
  };
}

export const modelsOfOldShapes = (text: string): StoredModel[] =>
  Object.entries(JSON.parse(text) as Record<Uid, OldShape>).map(([uid, old]) => ({
    uid,
    attributes: attributesOf(old.kinds ?? namesIn(old.shape)),
    gone: attributesOf(old.gone ?? {}),
    renamed: old.renamed ?? {},
    type: null,
    entries: { shape: old.shape, mixed: old.mixed },
  }));

/** The first shapes had no kinds. */
const namesIn = (shape: string): Kinds =>
  Object.fromEntries(shape.split(',').flatMap((part) => (part ? [[part.split(':')[0], '']] : [])));

const attributesOf = (kinds: Kinds): Record<string, StoredAttribute> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { ...UNKNOWN, kind }]));

export const completeModel = (model: StoredModel): StoredModel => ({
  ...model,
  type: model.type && { ...model.type, indexes: model.type.indexes ?? [] },
  attributes: completeAttributes(model.attributes),
  gone: completeAttributes(model.gone),
});

const completeAttributes = (attributes: StoredAttributes): StoredAttributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, each]) => [name, { ...UNKNOWN, ...each }]));
