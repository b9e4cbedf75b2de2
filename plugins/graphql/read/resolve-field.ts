// The resolvers of generated fields. Everything is read already (look-ahead.ts). A field that is absent from the document is hidden from
// the caller.
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { coreErrors } from '../../../core';
import type { RunContext } from '../context/run-context';
import { graphqlErrors } from '../errors';
import type { Field } from '../model/facts';
import { enumValueName } from '../model/names';
import { documentBelow, listsOf } from './connection';
import { formerPrefix, populatedKey } from './look-ahead';

type Document = Readonly<Record<string, unknown>>;
type Resolver = GraphQLFieldResolver<Document, RunContext>;

export function resolveField(field: Field): Resolver {
  switch (field.kind) {
    case 'scalar': {
      const { name, type } = field.attribute;
      if (type.graphql.values)
        return (document) => {
          const value = visible(document[name]);
          return typeof value === 'string' ? enumValueName(value) : value;
        };
      return (document) => visible(document[name]);
    }
    case 'relation':
      if (field.connection)
        return (document, _args, context, info) => listsOf(listAt(document, context, info));
      return field.attribute.many
        ? (document, _args, context, info) => listAt(document, context, info)
        : populated;
    case 'component':
      return field.attribute.repeatable ? entries : populated;
    case 'former':
      return former;
    case 'morph':
    case 'zone':
      return populated;
  }
}

const former: Resolver = (document, _args, _context, { path }) =>
  documentBelow(document, formerPrefix(String(path.key)));

const populated: Resolver = (document, _args, _context, info) => visible(valueAt(document, info));

function valueAt(document: Document, { path, fieldName }: GraphQLResolveInfo): unknown {
  const read = document[populatedKey(String(path.key))];
  // Other code loaded the document, with relations under their own names.
  return read === undefined ? document[fieldName] : read;
}

/** Absent: the caller may not read it. */
export function visible(value: unknown): unknown {
  if (value === undefined) throw coreErrors.ACCESS_FORBIDDEN();
  return value;
}

function listAt(document: Document, { limits }: RunContext, info: GraphQLResolveInfo): unknown {
  const list = visible(valueAt(document, info)) as readonly unknown[];
  checkAmount(list.length, info.fieldName, limits.amountLimit);
  return list;
}

/** Refuses a list that is longer than `amountLimit`. Clients could not tell a list that was cut from a complete list. */
export function checkAmount(length: number, field: string, amountLimit: number): void {
  if (length > amountLimit) throw graphqlErrors.GRAPHQL_AMOUNT_LIMIT(field, amountLimit);
}

const entries: Resolver = (document, args, _context, info) =>
  pageOfEntries(visible(valueAt(document, info)) as readonly unknown[] | null, args.pagination);

/** Entries of a component come with their document; the page is cut here. */
export function pageOfEntries(
  all: readonly unknown[] | null,
  pagination: unknown,
): readonly unknown[] | null {
  if (!all) return all;
  const { start, limit, page, pageSize } = (pagination ?? {}) as Record<string, number | null | undefined>;
  if (limit == null && start == null && page == null && pageSize == null) return all;
  const size = limit ?? pageSize ?? all.length;
  const from = start ?? ((page ?? 1) - 1) * size;
  return size < 0 ? all.slice(from) : all.slice(from, from + size);
}
