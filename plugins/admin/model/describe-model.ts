// The content model for the page: types with the actions of the caller, attributes with their limits, and words for people.
import {
  type AnyModel,
  type App,
  AppError,
  type Attribute,
  type Component,
  type ContentType,
  operationsOf,
  type RequestContext,
  type Visibility,
} from '../../../core';
import { describeAttribute } from './describe-attribute';
import { previewOf } from './preview';
import { readsPrivate } from './private';
import { wordsOf } from './words';

const VERBS = ['find', 'findOne', 'create', 'update', 'delete'];

export async function describeModel(app: App, request: RequestContext) {
  const { schema } = app;
  const types = [...schema.types.values()].filter(({ api }) => api);
  const described = await Promise.all(types.map((type) => describeType(app, type, request)));
  return {
    types: described.filter(({ actions }) => actions.length > 0),
    components: Object.fromEntries(
      [...schema.components.values()].map((component) => [
        component.uid,
        describeComponent(app, component, request),
      ]),
    ),
    presets: presetsOf(app),
    /** Types that only relations show, such as users. */
    targets: Object.fromEntries(
      [...schema.types.values()]
        .filter((type) => !type.api)
        .map((type) => [
          type.uid,
          { title: type.displayName, titleField: titleOf(shownOf(type, request.visibility)) },
        ]),
    ),
  };
}

/** Transformed images with a ratio: the page shows what they keep of an image. */
const presetsOf = ({ files }: App) =>
  Object.entries(files?.presets ?? {}).flatMap(([name, { width, height, fit, format }]) =>
    width && height ? [{ name, width, height, fit, format: format ?? null }] : [],
  );

function describeComponent(app: App, component: Component, request: RequestContext) {
  const described = attributesOf(app, component, request);
  const all = [...component.attributes.values()].filter(isDescribed);
  /** False: a copy of an entry would lose values that the caller does not see. */
  const isWhole = described.attributes.length === all.length;
  return { title: component.displayName, isWhole, ...described };
}

async function describeType(app: App, type: ContentType, request: RequestContext) {
  const { visibility } = request;
  const operations = operationsOf(app.operations, type).map(({ name }) => name);
  const axes = type.axes.map(({ axis, shared }) => ({ name: axis.name, shared: [...shared] }));
  const verbs = [
    ...VERBS,
    ...operations,
    'bulk',
    'readDraft',
    'previewLink',
    'readPrivate',
    'createLocalization',
    // Of the plugin `history`.
    'history',
    'restore',
  ];
  const { columns } = wordsOf(type.pluginOptions);
  const shown = shownOf(type, visibility);
  return {
    uid: type.uid,
    kind: type.kind,
    singular: type.singularName,
    plural: type.pluralName,
    title: type.displayName,
    titleField: titleFieldOf(type, visibility),
    columns: listed(columns).filter((name) => shown.some((attribute) => attribute.name === name)),
    preview: previewOf(type),
    axes,
    actions: verbs.filter((verb) => visibility.allows(`${type.uid}.${verb}`)),
    ...attributesOf(app, type, request, await writersOf(app, type, request)),
  };
}

/** The attribute that names a document, among those that the reader sees. */
export function titleFieldOf(type: ContentType, visibility: Visibility): string {
  const { title } = wordsOf(type.pluginOptions);
  const shown = shownOf(type, visibility);
  return shown.some(({ name }) => name === title) ? String(title) : titleOf(shown);
}

const shownOf = (type: ContentType, visibility: Visibility): readonly Attribute[] =>
  [...type.attributes.values()].filter((attribute) => isShown(visibility, type, attribute));

/** Its first required text, else its first text, else its documentId. */
function titleOf(shown: readonly Attribute[]): string {
  const texts = shown.filter(
    (each) => each.kind === 'scalar' && ['string', 'email', 'uid', 'text'].includes(each.declaredType),
  );
  const named = texts.find(({ name }) => /^(title|name|label|username)$/i.test(name));
  return (named ?? texts.find(({ common }) => common.required) ?? texts[0])?.name ?? 'documentId';
}

/** The rights of updates and of creates: a rule of each may name the attributes that it writes. */
interface Writers {
  readonly update: Visibility;
  readonly create: Visibility;
}

/** A caller who may do only one of both has its rights for both. */
async function writersOf(app: App, { uid }: ContentType, request: RequestContext): Promise<Writers> {
  const rightsTo = async (action: string, method: 'PUT' | 'POST'): Promise<Visibility | null> => {
    if (!request.visibility.allows(action)) return null;
    try {
      return await app.server.authorize(request, { action, method });
    } catch (error) {
      // Another plugin refuses this action. The others can be used.
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    }
  };
  const update = await rightsTo(`${uid}.update`, 'PUT');
  const create = await rightsTo(`${uid}.create`, 'POST');
  return { update: update ?? create ?? request.visibility, create: create ?? update ?? request.visibility };
}

function attributesOf(
  app: App,
  model: AnyModel,
  request: RequestContext,
  writers: Writers = { update: request.visibility, create: request.visibility },
) {
  const { visibility } = request;
  const isReadOnly = (attribute: Attribute, writer: Visibility): boolean =>
    !attribute.writable || !writer.writable(model, attribute);
  return {
    attributes: [...model.attributes.values()]
      .filter(isDescribed)
      .filter((attribute) =>
        isSecret(attribute)
          ? !isReadOnly(attribute, writers.update) || !isReadOnly(attribute, writers.create)
          : isShown(visibility, model, attribute) && readsTarget(app, model, attribute, visibility),
      )
      .map((attribute) => ({
        ...describeAttribute(app, attribute),
        readOnly: isReadOnly(attribute, writers.update),
        readOnlyInCreate: isReadOnly(attribute, writers.create),
      })),
  };
}

/** As the routes of documents show it: they refuse requests that name other attributes. */
const isShown = (visibility: Visibility, model: AnyModel, attribute: Attribute): boolean =>
  visibility.readable(model, attribute) && (!attribute.common.private || readsPrivate(visibility)(model));

/** The answers leave out links to documents that the caller may not read, and writes refuse their attributes. */
function readsTarget(
  { schema }: App,
  model: AnyModel,
  attribute: Attribute,
  visibility: Visibility,
): boolean {
  const target = attribute.kind === 'relation' ? schema.types.get(attribute.target ?? '') : undefined;
  if (!target) return true;
  const reads = (type: ContentType): boolean => visibility.allows(`${type.uid}.readDraft`);
  // A draft links to drafts. A component may be part of one.
  const isInDraft = model.model !== 'type' || (hasStatus(model) && reads(model));
  return visibility.canRead(target) && (!isInDraft || !hasStatus(target) || reads(target));
}

const hasStatus = (type: ContentType): boolean => type.axes.some(({ axis }) => axis.name === 'status');

const isDescribed = (attribute: Attribute): boolean => attribute.kind !== 'waiting' && !isSibling(attribute);

/** Other rows of the same document, such as its locales: the page has a switch for them. */
const isSibling = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.storage.kind === 'siblings';

/** No read returns it. People who may write it have a field for it. */
const isSecret = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && attribute.type.secret === true;

const listed = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
