// The look-ahead: the plan of a selection → the words of one read, with everything populated that the selection asks for. One read answers a
// whole root field; the number of statements does not depend on the number of rows.
import { type GraphQLObjectType, type GraphQLSchema, getArgumentValues } from 'graphql';
import { coreErrors, parsePagination, type Visibility, viewOf } from '../../../core';
import type { Field, ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';
import { toFilters } from './filters';
import type { SelectionPlan } from './selection-plan';

export interface LookAhead {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly model: GraphqlModel;
  readonly graphql: GraphQLSchema;
  readonly visibility: Visibility;
  readonly defaultLimit: number;
  /** null: no maximum. */
  readonly maxLimit: number | null;
}

export interface ReadShape {
  readonly fields: readonly string[];
  readonly populate: Readonly<Record<string, unknown>>;
}

/** The key of a populated field in the result of the read. No attribute begins with `@`, so aliases cannot clash with attributes. */
export const populatedKey = (responseKey: string): string => `@${responseKey}`;

/** The keys that `data` or `attributes` populates: `@data>author`. */
export const formerPrefix = (responseKey: string): string => `${populatedKey(responseKey)}>`;

/** The keys that one of several lists of a connection populates: `@nodes|author`. */
export const listPrefix = (responseKey: string): string => `${populatedKey(responseKey)}|`;

export const isOfList = (key: string): boolean => /^@\w+\|/.test(key);

/** The lists of a connection, read together. Under one key, two of them may populate different documents. */
export function listsShape(lists: readonly SelectionPlan[], uid: string, lookAhead: LookAhead): ReadShape {
  const [only, ...others] = lists;
  if (!only) return shapeOf([], lookAhead.model.of(uid), lookAhead);
  if (others.length === 0) return readShape(only, uid, lookAhead);
  const fields = new Set<string>();
  const populate: Record<string, unknown> = {};
  for (const list of lists) addShape(readShape(list, uid, lookAhead), listPrefix(list.key), fields, populate);
  return { fields: [...fields], populate };
}

function addShape(
  shape: ReadShape,
  prefix: string,
  fields: Set<string>,
  populate: Record<string, unknown>,
): void {
  for (const each of shape.fields) fields.add(each);
  for (const [below, options] of Object.entries(shape.populate))
    populate[prefix + below.slice(populatedKey('').length)] = options;
}

export function readShape(selection: SelectionPlan, uid: string, lookAhead: LookAhead): ReadShape {
  const facts = lookAhead.model.of(uid);
  return shapeOf(selection.fields(facts.name), facts, lookAhead);
}

function shapeOf(selected: readonly SelectionPlan[], facts: ModelFacts, lookAhead: LookAhead): ReadShape {
  const view = viewOf(lookAhead.visibility, lookAhead.model.schema, facts.model);
  const fields = new Set<string>();
  const populate: Record<string, unknown> = {};
  for (const each of selected) {
    const field = facts.fields.get(each.name);
    if (lookAhead.model.documentFields.has(`${facts.name}.${each.name}`)) {
      fields.add('documentId');
      continue;
    }
    if (!field) {
      // The resolver of a field of an extension may need any of them.
      if (!each.isIntrospection) for (const scalar of scalarsOf(facts, view)) fields.add(scalar);
      continue;
    }
    if (field.kind === 'former') {
      // `data { attributes { title } }` reads what `title` reads.
      addShape(shapeOf(each.fields(facts.name), facts, lookAhead), formerPrefix(each.key), fields, populate);
    } else if (!isReadable(field, view)) continue;
    else if (field.kind === 'scalar') fields.add(field.attribute.name);
    else populate[populatedKey(each.key)] = populatedField(field, each, facts, lookAhead);
  }
  return {
    fields: fields.size > 0 ? [...fields] : [facts.model.model === 'type' ? 'documentId' : 'id'],
    populate,
  };
}

const scalarsOf = ({ fields }: ModelFacts, view: View): string[] =>
  [...fields.values()].flatMap((field) =>
    field.kind === 'scalar' && isReadable(field, view) ? [field.attribute.name] : [],
  );

type View = ReturnType<typeof viewOf>;

export function isReadable({ kind, attribute }: Exclude<Field, { kind: 'former' }>, view: View): boolean {
  if (!view.attributes.has(attribute.name)) return false;
  return kind !== 'relation' || view.targets.get(attribute.name)?.length !== 0;
}

/** The options of `populate` for a field that is no scalar. */
export function populatedField(
  field: Exclude<Field, { kind: 'scalar' | 'former' }>,
  selection: SelectionPlan,
  owner: ModelFacts,
  lookAhead: LookAhead,
): unknown {
  const { attribute } = field;
  const { model } = lookAhead;
  const options: Record<string, unknown> = { attribute: attribute.name };
  switch (field.kind) {
    case 'zone': {
      const { components } = field.attribute;
      return {
        ...options,
        on: Object.fromEntries(components.map((uid) => [uid, readShape(selection, uid, lookAhead)])),
      };
    }
    case 'morph': {
      const readable = [...model.shown].filter((uid) => canRead(uid, lookAhead));
      return {
        ...options,
        on: Object.fromEntries(readable.map((uid) => [uid, readShape(selection, uid, lookAhead)])),
      };
    }
    case 'component': {
      const entries = field.attribute.component;
      const shape = { ...options, ...readShape(selection, entries, lookAhead) };
      if (!field.attribute.repeatable) return shape;
      // The resolver cuts the page, because entries come with their document. Wrong values are refused here, before any read or write.
      const { pagination, ...words } = listWords(selection, owner, model.of(entries), lookAhead);
      parsePagination(pagination, ALL_ENTRIES);
      return { ...shape, ...words };
    }
    case 'relation': {
      const target = field.attribute.target ?? '';
      const shape = field.connection
        ? listsShape(listsIn(selection), target, lookAhead)
        : readShape(selection, target, lookAhead);
      return { ...options, ...shape, ...relationWords(field, selection, owner, lookAhead) };
    }
  }
}

const ALL_ENTRIES = { defaultLimit: 1, maxLimit: null, withCount: false };

/** The filters, the sort and the page of a list of relations. */
export function relationWords(
  { attribute }: Extract<Field, { kind: 'relation' }>,
  selection: SelectionPlan,
  owner: ModelFacts,
  lookAhead: LookAhead,
): ListWords {
  if (!attribute.many) return {};
  const words = listWords(selection, owner, lookAhead.model.of(attribute.target ?? ''), lookAhead);
  const pagination =
    lookAhead.maxLimit === null && isWholeList(words.pagination)
      ? undefined
      : (words.pagination ?? { limit: lookAhead.defaultLimit });
  return { ...words, pagination };
}

/** `limit: -1`: without a page, so that the database counts no rows of each parent. */
const isWholeList = (pagination: unknown): boolean => {
  const { limit, start } = (pagination ?? {}) as { readonly limit?: unknown; readonly start?: unknown };
  return limit === -1 && (start === undefined || start === 0);
};

const canRead = (uid: string, { model, visibility }: LookAhead): boolean => {
  const type = model.schema.types.get(uid);
  return type !== undefined && visibility.canRead(type);
};

/** The lists of a connection: `nodes`, and `data` of the former response format. */
export const listsIn = (connection: SelectionPlan): readonly SelectionPlan[] =>
  connection.fields().filter(({ name }) => name === 'nodes' || name === 'data');

/** The document of an event is read once, with one selection. Two aliases could select different fields under one key. */
export function documentsIn(event: SelectionPlan): readonly SelectionPlan[] {
  const documents = event.fields().filter(({ name }) => name === 'document');
  if (documents.length > 1)
    throw coreErrors.QUERY_INVALID(
      `Select these documents once; ${documents.map(({ key }) => key).join(' and ')} are the same list`,
    );
  return documents;
}

interface ListWords {
  readonly filters?: unknown;
  readonly sort?: unknown;
  readonly pagination?: unknown;
}

/** The arguments of a list inside a document. */
function listWords(
  selection: SelectionPlan,
  owner: ModelFacts,
  target: ModelFacts,
  lookAhead: LookAhead,
): ListWords {
  const [node] = selection.nodes;
  const type = lookAhead.graphql.getType(owner.name) as GraphQLObjectType | undefined;
  const definition = node && type?.getFields()[node.name.value];
  if (!node || !definition) return {};
  return toListWords(getArgumentValues(definition, node, lookAhead.variables), target, lookAhead.model);
}

/** Arguments of a list → the words of the query layer. Absent and empty arguments are left out. */
export function toListWords(
  args: Readonly<Record<string, unknown>>,
  target: ModelFacts,
  model: GraphqlModel,
): ListWords {
  const words: { filters?: unknown; sort?: unknown; pagination?: unknown } = {};
  if (args.filters) words.filters = toFilters(args.filters, target, model);
  const sort = args.sort as readonly (string | null)[] | null | undefined;
  if (sort && sort.length > 0) words.sort = sort.filter((each) => each !== null);
  const pagination = args.pagination as Readonly<Record<string, unknown>> | null | undefined;
  if (pagination && Object.keys(pagination).length > 0) words.pagination = withoutNulls(pagination);
  return words;
}

const withoutNulls = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
