// `sanitize` and `validate` of queries, input and output, with the rights of a caller.
import { type AnyModel, type App, type Attribute, check, type ReadWords } from '../../../core';
import type { QuerySource } from '../../rest';
import { errors } from '../project/project-errors';
import type { Scope } from './scope';

type Query = Readonly<Record<string, unknown>>;
export type Rights = Pick<Scope, 'caller' | 'visibility'>;

export interface Passes {
  /** Throws a 400 for names that the caller may not read. */
  validateQuery(query: Query, uid: string, rights: Rights): Promise<void>;
  /** The query as the caller may use it. What the caller may not use is a 400, so that no filter is dropped. */
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
      const attribute = model.attributes.get(key);
      if (attribute && !isReadable(model, attribute, rights)) continue;
      kept[key] = attribute ? inside(attribute, one, rights) : one;
    }
    return kept;
  };

  /** Values of attributes: relations, components and zones have attributes of their own. */
  function inside(attribute: Attribute, value: unknown, rights: Rights): unknown {
    if (Array.isArray(value)) return value.map((one) => inside(attribute, one, rights));
    if (!check.isPlainObject(value)) return value;
    const { types, components } = app.schema;
    switch (attribute.kind) {
      case 'relation': {
        const target = types.get(attribute.target ?? String(value.__type ?? ''));
        return target ? readableOf(target, value, rights) : value;
      }
      case 'component':
      case 'zone': {
        const uid = attribute.kind === 'component' ? attribute.component : String(value.__component ?? '');
        const component = components.get(uid);
        return component ? readableOf(component, value, rights) : value;
      }
      default:
        return value;
    }
  }

  const isReadable = (model: AnyModel, attribute: Attribute, { visibility }: Rights): boolean => {
    if (attribute.common.private && !visibility.seesPrivate && !visibility.readsPrivate?.(model))
      return false;
    if (attribute.kind === 'scalar' && attribute.type.secret) return false;
    if (attribute.kind === 'relation' && attribute.target !== null) {
      const target = app.schema.types.get(attribute.target);
      if (target && !visibility.canRead(target)) return false;
    }
    return visibility.readable(model, attribute);
  };

  return {
    async validateQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
    },
    async sanitizeQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
      return { ...query };
    },
    async validateInput(data, uid) {
      typeOf(uid);
      if (data !== undefined && data !== null && typeof data !== 'object')
        throw new errors.ValidationError('Expected an object of attributes');
    },
    async sanitizeInput(data, uid, { visibility }) {
      const type = typeOf(uid);
      if (!check.isPlainObject(data)) return data;
      const may = ([key]: [string, unknown]): boolean => {
        const attribute = type.attributes.get(key);
        return attribute?.writable === true && visibility.writable(type, attribute);
      };
      return Object.fromEntries(Object.entries(data).filter(may));
    },
    async sanitizeOutput(data, uid, rights) {
      const type = typeOf(uid);
      const one = (value: unknown): unknown =>
        check.isPlainObject(value) ? readableOf(type, value, rights) : value;
      return Array.isArray(data) ? data.map(one) : one(data);
    },
  };
}
