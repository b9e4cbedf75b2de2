// Queries of `strapi.db.query` and `strapi.entityService` in the words of the document service. Both see rows: drafts and published versions.
import { type AnyModel, type App, type ContentType, check } from '../../../core';
import type { Params } from './document-params';
import { type Rights, rightsIn } from './scope';

export interface RowQuery {
  readonly filters: unknown;
  readonly fields: unknown;
  readonly populate: unknown;
  readonly sort: unknown;
  readonly start: number;
  /** null: all. */
  readonly limit: number | null;
  /** Empty: those of code. A query that was cleaned for a client has the rights of this client. */
  readonly rights: Partial<Rights>;
  /** null: rows of all. */
  readonly status: Status | null;
  /** '*': rows of all; undefined: of the default one. */
  readonly locale: unknown;
}

export type Status = 'draft' | 'published';

interface Variant {
  readonly status: Status;
  readonly locale: unknown;
}

const VARIANT = Symbol('variant of rows');

/** The query in one status, which relations show, too, and one locale: of `strapi.entityService`. */
export const inVariant = (params: Params, variant: Variant): Params => ({ ...params, [VARIANT]: variant });

const variantOf = (params: Params): Variant | undefined => Reflect.get(params, VARIANT);

export const keepVariant = (params: Params, made: Params): Params => {
  const variant = variantOf(params);
  return variant === undefined ? made : inVariant(made, variant);
};

/** What a write answers with, and for whom it works. */
export type RowAnswer = Pick<RowQuery, 'fields' | 'populate' | 'rights'>;

/** `where`, `select`, `orderBy`, `offset`: of `strapi.db.query`. */
export function rowQuery(params: Params, type: ContentType, schema: App['schema']): RowQuery {
  const { where, select, populate, orderBy, offset, limit } = params;
  const { status, locale } = variantOf(params) ?? { status: null, locale: '*' };
  return {
    filters: where === undefined || where === null ? undefined : filtersOf(where, type, schema),
    fields: select ?? undefined,
    populate: populateOf(populate, type, schema),
    sort: orderBy ?? undefined,
    start: Number(offset ?? 0),
    limit: limit === undefined || limit === null || Number(limit) < 0 ? null : Number(limit),
    rights: rightsIn(params),
    status,
    locale,
  };
}

const LOGIC: ReadonlySet<string> = new Set(['$and', '$or', '$not']);

/** `{ author: 5 }` → `{ author: { id: 5 } }`, at any depth. */
function filtersOf(where: unknown, model: AnyModel | undefined, schema: App['schema']): unknown {
  if (Array.isArray(where)) return where.map((one) => filtersOf(one, model, schema));
  if (!check.isPlainObject(where)) return where;
  const filters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(where)) {
    // Else `{ id: undefined }` would mean all rows.
    if (value === undefined)
      throw new Error(`\`where\` has no value for "${key}"; ask for null, or leave the key out`);
    const attribute = model?.attributes.get(key);
    if (LOGIC.has(key)) filters[key] = filtersOf(value, model, schema);
    else if (attribute?.kind === 'relation') {
      const target = schema.types.get(attribute.target ?? '');
      filters[key] = isId(value) ? { id: value } : filtersOf(idOperators(value), target, schema);
    } else if (attribute?.kind === 'component')
      filters[key] = filtersOf(value, schema.components.get(attribute.component), schema);
    else filters[key] = value;
  }
  return filters;
}

/** `{ author: { $in: [1, 2] } }` → `{ author: { id: { $in: [1, 2] } } }` */
function idOperators(value: unknown): unknown {
  if (!check.isPlainObject(value)) return value;
  const compares = Object.entries(value).some(
    ([key, one]) =>
      key.startsWith('$') && !LOGIC.has(key) && key !== '$null' && key !== '$notNull' && one !== null,
  );
  return compares ? { id: value } : value;
}

const isId = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

function populateOf(populate: unknown, model: AnyModel | undefined, schema: App['schema']): unknown {
  if (populate === true) return '*';
  if (!check.isPlainObject(populate)) return populate ?? undefined;
  return mapped(populate, (value, name) => {
    const attribute = model?.attributes.get(name);
    const target =
      attribute?.kind === 'relation'
        ? schema.types.get(attribute.target ?? '')
        : attribute?.kind === 'component'
          ? schema.components.get(attribute.component)
          : undefined;
    return optionsOf(value, target, schema);
  });
}

function optionsOf(value: unknown, target: AnyModel | undefined, schema: App['schema']): unknown {
  if (!check.isPlainObject(value)) return value;
  const { where, select, orderBy, populate, offset, limit, on, ...others } = value;
  const modelOf = (uid: string) => schema.types.get(uid) ?? schema.components.get(uid);
  const options = {
    ...others,
    filters: where === undefined ? others.filters : filtersOf(where, target, schema),
    fields: select ?? others.fields,
    sort: orderBy ?? others.sort,
    populate: populateOf(populate, target, schema),
    start: offset ?? others.start,
    limit: limit ?? undefined,
    on: check.isPlainObject(on) ? mapped(on, (entry, uid) => optionsOf(entry, modelOf(uid), schema)) : on,
  };
  return Object.fromEntries(Object.entries(options).filter(([, one]) => one !== undefined));
}

const mapped = (values: Params, change: (value: unknown, key: string) => unknown): Params =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
