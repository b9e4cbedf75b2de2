// The resolvers of generated fields. Everything is read already (look-ahead.ts). A field that is absent from the document is hidden from
// the caller. Fields of documents that code returned are read when they are asked for (read-below.ts).
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { coreErrors } from '../../../core';
import type { RunContext } from '../context/run-context';
import { graphqlErrors } from '../errors';
import { rowsOfCode } from '../extension/code-documents';
import type { Field } from '../model/facts';
import { enumValueName } from '../model/names';
import { documentBelow, listsOf } from './connection';
import { formerPrefix, populatedKey } from './look-ahead';
import type { ReadBelow } from './read-below';

type Document = Readonly<Record<string, unknown>>;
type Resolver = GraphQLFieldResolver<Document, RunContext>;

export function resolveField(field: Field, below: ReadBelow): Resolver {
  const populated: Resolver = (document, _args, context, info) => valueAt(document, context, info, below);
  const list = (document: Document, context: RunContext, info: GraphQLResolveInfo): unknown =>
    whenRead(valueAt(document, context, info, below), (value) => {
      checkAmount((value as readonly unknown[]).length, info.fieldName, context.limits.amountLimit);
      return value;
    });
  switch (field.kind) {
    case 'scalar': {
      const { name, type } = field.attribute;
      if (type.graphql.values)
        return (document) => {
          const value = scalarOf(document, name);
          return typeof value === 'string' ? enumValueName(value) : value;
        };
      return (document) => scalarOf(document, name);
    }
    case 'relation':
      if (field.connection)
        return (document, _args, context, info) => whenRead(list(document, context, info), listsOf);
      return field.attribute.many
        ? (document, _args, context, info) => list(document, context, info)
        : populated;
    case 'component':
      if (!field.attribute.repeatable) return populated;
      return (document, args, context, info) =>
        whenRead(valueAt(document, context, info, below), (value) =>
          pageOfEntries(value as readonly unknown[] | null, args.pagination),
        );
    case 'former':
      return former;
    case 'morph':
    case 'zone':
      return populated;
  }
}

const former: Resolver = (document, _args, _context, { path }) =>
  rowsOfCode(document) ? document : documentBelow(document, formerPrefix(String(path.key)));

function valueAt(
  document: Document,
  context: RunContext,
  info: GraphQLResolveInfo,
  below: ReadBelow,
): unknown {
  const read = document[populatedKey(String(info.path.key))];
  if (read !== undefined) return read;
  // Other code loaded the document, with relations under their own names.
  return below(document, context, info) ?? visible(document[info.fieldName]);
}

const whenRead = <T>(value: unknown, then: (value: unknown) => T): T | Promise<T> =>
  value instanceof Promise ? value.then(then) : then(value);

/** Code may return a document without some of its values. */
function scalarOf(document: Document, name: string): unknown {
  const value = document[name];
  return value === undefined && rowsOfCode(document) ? null : visible(value);
}

/** Absent: the caller may not read it. */
export function visible(value: unknown): unknown {
  if (value === undefined) throw coreErrors.ACCESS_FORBIDDEN();
  return value;
}

/** Refuses a list that is longer than `amountLimit`. Clients could not tell a list that was cut from a complete list. */
export function checkAmount(length: number, field: string, amountLimit: number): void {
  if (length > amountLimit) throw graphqlErrors.GRAPHQL_AMOUNT_LIMIT(field, amountLimit);
}

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
