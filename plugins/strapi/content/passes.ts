// `sanitize` and `validate` of queries, input and output, with the rights of a caller.
import {
  type AnyModel,
  type App,
  check,
  coreErrors,
  type ReadWords,
  type RelationAttribute,
  readableValues,
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
  /** Throws a 400 for names that the caller may not write. */
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

  const isReachable = (
    { target }: RelationAttribute,
    { visibility }: Pick<Rights, 'visibility'>,
  ): boolean => {
    const type = target === null ? undefined : app.schema.types.get(target);
    return type === undefined || visibility.canRead(type);
  };

  const mayWrite = (model: AnyModel, key: string, rights: Rights): boolean => {
    const attribute = model.attributes.get(key);
    if (attribute?.writable !== true || !rights.visibility.writable(model, attribute)) return false;
    return attribute.kind !== 'relation' || isReachable(attribute, rights);
  };

  const writableOf = (model: AnyModel, value: Query, rights: Rights): Query =>
    Object.fromEntries(Object.entries(value).filter(([key]) => mayWrite(model, key, rights)));

  const checkInput = (model: AnyModel, value: Query, rights: Rights, path: readonly string[] = []): void => {
    for (const [key, inner] of Object.entries(value)) {
      if (path.length > 0 && (key === 'id' || key === '__component')) continue;
      if (!mayWrite(model, key, rights)) throw coreErrors.BODY_INVALID_KEY(key, path.join('.') || null);
      const attribute = model.attributes.get(key);
      if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') continue;
      for (const entry of [inner].flat()) {
        if (!check.isPlainObject(entry)) continue;
        const uid = attribute.kind === 'zone' ? entry.__component : attribute.component;
        const component = app.schema.components.get(String(uid));
        if (component) checkInput(component, entry, rights, [...path, key]);
      }
    }
  };

  return {
    async validateQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
    },
    async sanitizeQuery(query, uid, rights) {
      checkQuery(query, uid, rights);
      return withRights(query, rights);
    },
    async validateInput(data, uid, rights) {
      const type = typeOf(uid);
      if (check.isPlainObject(data)) checkInput(type, data, rights);
      else if (data !== undefined && data !== null && typeof data !== 'object')
        throw new errors.ValidationError('Expected an object of attributes');
    },
    async sanitizeInput(data, uid, rights) {
      const type = typeOf(uid);
      return check.isPlainObject(data) ? writableOf(type, data, rights) : data;
    },
    async sanitizeOutput(data, uid, rights) {
      const one = readableValues(app.schema, typeOf(uid), rights.visibility);
      return Array.isArray(data) ? data.map(one) : one(data);
    },
  };
}
