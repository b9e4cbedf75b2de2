// `sanitize` and `validate` of queries, input and output, with the rights of a caller.
import {
  type AnyModel,
  type App,
  type Attribute,
  type ContentType,
  check,
  type ReadWords,
  type RelationAttribute,
} from '../../../core';
import type { QuerySource } from '../../rest';
import { errors } from '../project/project-errors';
import { type Rights, withRights } from './scope';

type Query = Readonly<Record<string, unknown>>;

export interface Passes {
  /** Throws a 400 for names that the caller may not read. */
  validateQuery(query: Query, uid: string, rights: Rights): Promise<void>;
  /**
   * The query as the caller may use it: services that get it find the rows of the caller. What the caller may not use is a 400, so that no
   * filter is dropped.
   */
  sanitizeQuery(query: Query, uid: string, rights: Rights): Promise<Query>;
  validateInput(data: unknown, uid: string, rights: Rights): Promise<void>;
  /** Without attributes that the caller may not write. */
  sanitizeInput(data: unknown, uid: string, rights: Rights): Promise<unknown>;
  /** Without private and secret attributes, and without relations that the caller may not read. */
  sanitizeOutput(data: unknown, uid: string, rights: Rights): Promise<unknown>;
}

export interface PassesOptions {
  readonly app: Pick<App, 'schema' | 'documents'>;
  words(type: AnyModel & { model: 'type' }, source: QuerySource): ReadWords;
}

export function createPasses({ app, words }: PassesOptions): Passes {
  const typeOf = (uid: string) => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(`There is no content type "${uid}"`);
  };

  const checkQuery = (query: Query, uid: string, { caller, visibility }: Rights): void => {
    const type = typeOf(uid);
    const source = { query, caller: caller as QuerySource['caller'], visibility };
    app.documents.read.prepare(type, words(type, source), 'find');
  };

  const readableOf = (model: AnyModel, value: Query, rights: Rights): Query => {
    const kept: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value)) {
      const attribute = attributeOf(model, key);
      if (attribute && !isReadable(model, attribute, rights)) continue;
      kept[key] = attribute ? inside(attribute, one, rights) : one;
    }
    return kept;
  };

  /** Values of attributes: relations, components and zones have attributes of their own. */
  function inside(attribute: Attribute, value: unknown, rights: Rights): unknown {
    if (attribute.kind === 'relation') return related(attribute, value, rights);
    if (Array.isArray(value)) return value.map((one) => inside(attribute, one, rights));
    if (!check.isPlainObject(value)) return value;
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value;
    const uid = attribute.kind === 'component' ? attribute.component : String(value.__component ?? '');
    const component = app.schema.components.get(uid);
    return component ? readableOf(component, value, rights) : value;
  }

  /** An entry of a polymorphic relation says its type. Without a type that the caller may read, it is left out. */
  function related(attribute: RelationAttribute, value: unknown, rights: Rights): unknown {
    const { types } = app.schema;
    const typeOfEntry = (entry: unknown): ContentType | undefined =>
      types.get(attribute.target ?? String(check.isPlainObject(entry) ? entry.__type : ''));
    const isShown = (entry: unknown): boolean => {
      const type = typeOfEntry(entry);
      return type !== undefined && rights.visibility.canRead(type);
    };
    const shown = (entry: unknown): unknown => {
      const type = typeOfEntry(entry);
      return type && check.isPlainObject(entry) ? readableOf(type, entry, rights) : entry;
    };
    if (Array.isArray(value)) return value.filter(isShown).map(shown);
    return value !== null && value !== undefined && isShown(value) ? shown(value) : null;
  }

  const isReadable = (model: AnyModel, attribute: Attribute, { visibility }: Rights): boolean => {
    if (attribute.common.private && !visibility.seesPrivate && !visibility.readsPrivate?.(model))
      return false;
    if (attribute.kind === 'scalar' && attribute.type.secret) return false;
    if (attribute.kind === 'relation' && !isReachable(attribute, { visibility })) return false;
    // Each answer has `id` and `documentId`, also for a role that reads some fields only.
    return isHead(model, attribute) || visibility.readable(model, attribute);
  };

  /** Of a polymorphic relation, each entry says. */
  const isReachable = (
    { target }: RelationAttribute,
    { visibility }: Pick<Rights, 'visibility'>,
  ): boolean => {
    const type = target === null ? undefined : app.schema.types.get(target);
    return type === undefined || visibility.canRead(type);
  };

  const writableOf = (model: AnyModel, value: Query, rights: Rights): Query => {
    const may = ([key]: [string, unknown]): boolean => {
      const attribute = model.attributes.get(key);
      if (attribute?.writable !== true || !rights.visibility.writable(model, attribute)) return false;
      return attribute.kind !== 'relation' || isReachable(attribute, rights);
    };
    return Object.fromEntries(Object.entries(value).filter(may));
  };

  return {
    async validateQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
    },
    async sanitizeQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
      return withRights(query, rights);
    },
    async validateInput(data, uid) {
      typeOf(uid);
      if (data !== undefined && data !== null && typeof data !== 'object')
        throw new errors.ValidationError('Expected an object of attributes');
    },
    async sanitizeInput(data, uid, rights) {
      const type = typeOf(uid);
      return check.isPlainObject(data) ? writableOf(type, data, rights) : data;
    },
    async sanitizeOutput(data, uid, rights) {
      const type = typeOf(uid);
      const one = (value: unknown): unknown =>
        check.isPlainObject(value) ? readableOf(type, value, rights) : value;
      return Array.isArray(data) ? data.map(one) : one(data);
    },
  };
}

const isHead = (model: AnyModel, attribute: Attribute): boolean =>
  model.model === 'type' ? model.head.some(({ name }) => name === attribute.name) : attribute.name === 'id';

/** Also of a system field such as `createdAt`, which may be private. */
const attributeOf = (model: AnyModel, key: string): Attribute | undefined =>
  model.attributes.get(key) ?? model.scalars.get(key);
