// `strapi.contentType(uid)`, `getModel`, `components`: the schemas in the form of Strapi.
import type { AnyModel, App, Attribute } from '../../../core';

export interface StrapiModels {
  contentType(uid: string): unknown;
  getModel(uid: string): unknown;
  readonly contentTypes: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
  /** `strapi.db.metadata` */
  readonly metadata: {
    get(uid: string): object;
    has(uid: string): boolean;
    keys(): string[];
  };
}

export function createModels(app: Pick<App, 'schema'>): StrapiModels {
  const made = new Map<AnyModel, object>();
  const modelOf = (model: AnyModel | undefined): object | undefined => {
    if (model === undefined) return undefined;
    const known = made.get(model) ?? shown(model);
    made.set(model, known);
    return known;
  };
  const all = (models: ReadonlyMap<string, AnyModel>): Readonly<Record<string, unknown>> =>
    Object.fromEntries([...models].map(([uid, model]) => [uid, modelOf(model)]));
  return {
    contentType: (uid) => modelOf(app.schema.types.get(uid)),
    getModel: (uid) => modelOf(app.schema.types.get(uid) ?? app.schema.components.get(uid)),
    get contentTypes() {
      return all(app.schema.types);
    },
    get components() {
      return all(app.schema.components);
    },
    metadata: {
      get(uid) {
        const type = app.schema.types.get(uid);
        if (!type) throw new Error(`There is no content type "${uid}"`);
        return { ...modelOf(type), singularName: type.singularName, tableName: type.table };
      },
      has: (uid) => app.schema.types.has(uid),
      keys: () => [...app.schema.types.keys()],
    },
  };
}

function shown(model: AnyModel): object {
  const { uid, displayName, pluginOptions } = model;
  const attributes: Record<string, unknown> = {};
  for (const attribute of model.attributes.values()) attributes[attribute.name] = attributeOf(attribute);
  const common = {
    uid,
    modelName: uid.slice(uid.indexOf('.') + 1),
    pluginOptions,
    attributes,
    __schema__: { attributes },
    globalId: globalIdOf(model),
  };
  if (model.model === 'component')
    return { ...common, modelType: 'component', category: model.category, info: { displayName } };
  const { kind, singularName, pluralName, collectionName, options, tail } = model;
  for (const attribute of tail) attributes[attribute.name] = attributeOf(attribute);
  return {
    ...common,
    modelType: 'contentType',
    kind,
    collectionName,
    options,
    info: { singularName, pluralName, displayName },
    apiName: /^api::([^.]+)\./.exec(uid)?.[1],
  };
}

/** `Article`, `ComponentSharedSeo`, `UsersPermissionsUser` */
function globalIdOf(model: AnyModel): string {
  const { uid } = model;
  const [, plugin = ''] = /^plugin::([^.]+)\./.exec(uid) ?? [];
  const words = model.model === 'component' ? `component.${uid}` : `${plugin}.${model.singularName}`;
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `inversedBy` of the side that holds the links, `mappedBy` of the other. */
function sideOf({ inverse, holdsLinks }: Extract<Attribute, { kind: 'relation' }>): object {
  if (inverse === null) return {};
  return holdsLinks ? { inversedBy: inverse } : { mappedBy: inverse };
}

function attributeOf(attribute: Attribute): object {
  const { declaredType: type, common } = attribute;
  const flags = {
    ...(common.required ? { required: true } : {}),
    ...(common.unique ? { unique: true } : {}),
    ...(common.private ? { private: true } : {}),
  };
  switch (attribute.kind) {
    case 'relation':
      return {
        type,
        relation: attribute.relation,
        target: attribute.target ?? undefined,
        ...sideOf(attribute),
        ...flags,
      };
    case 'component':
      return { type, component: attribute.component, repeatable: attribute.repeatable, ...flags };
    case 'zone':
      return { type, components: attribute.components, ...flags };
    case 'scalar':
      return { type, ...(typeof attribute.options === 'object' ? attribute.options : {}), ...flags };
    default:
      return { type, ...flags };
  }
}
