// The resolvers of queries. Each checks its permission, and answers with one read.
import type { GraphQLResolveInfo } from 'graphql';
import type {
  ContentType,
  PreparedAggregate,
  PreparedRead,
  ReadOperation,
  ReadService,
  ReadWords,
  Visibility,
} from '../../../core';
import { aggregateWords } from '../aggregates/aggregate-words';
import { within } from '../context/row-budget';
import type { RunContext } from '../context/run-context';
import { connectionOf } from '../read/connection';
import { listsIn, toListWords } from '../read/look-ahead';
import type { ReadList } from '../read/read-list';
import {
  documentIdOf,
  idOf,
  lookingAt,
  paramWords,
  type ReadSources,
  type Resolver,
} from '../read/read-sources';
import { ObjectReading, type Reading, type RootInfo, selectionOf } from '../read/reading';
import type { SelectionPlan } from '../read/selection-plan';

export function oneResolver(type: ContentType, sources: ReadSources): Resolver {
  const objects = new ObjectReading(sources.amountLimit);
  return async (_root, args, context, info) => {
    const visibility = await context.authorize(
      sources.model.queryAction(type, type.kind === 'singleType' ? 'find' : 'findOne'),
    );
    const caller = context.callerWith(visibility);
    const documentId = sources.model.isV4 ? await documentIdOf(type, args, sources, caller) : idOf(args);
    const { read } = sources.documents();
    const reading = readingOf(info, read) ?? objects;
    const prepared = prepareOnce(type, 'findOne', sources, context, info, visibility, reading, () => ({
      ...paramWords(args, sources.model),
      ...reading.shape([selectionOf(info)], sources.model.of(type.uid), lookingAt(sources, info, visibility)),
      caller,
      visibility,
      limits: sources.limits,
    }));
    const outcome = await reading.run(prepared, () =>
      read.runOne(within(prepared, context.rows), documentId, context.control, caller),
    );
    if (!outcome) return null;
    context.size.read(outcome.text);
    return reading.documents(outcome.text, null);
  };
}

export function listResolver(type: ContentType, sources: ReadSources, isConnection: boolean): Resolver {
  const readList = listReader(sources);
  return (_root, args, context, info) =>
    readList(type, isConnection ? 'connection' : 'list', args, context, info);
}

export function listReader(sources: ReadSources): ReadList {
  const objects = new ObjectReading(sources.amountLimit);
  return async (type, shape, args, context, info) => {
    const facts = sources.model.of(type.uid);
    const isConnection = shape === 'connection';
    const visibility = await context.authorize(sources.model.queryAction(type, 'find'));
    const caller = context.callerWith(visibility);
    const lookAhead = lookingAt(sources, info, visibility);
    const selection = selectionOf(info);
    const lists = isConnection ? listsIn(selection) : [selection];
    const withCount = isConnection && (hasField(selection, 'pageInfo') || hasField(selection, 'meta'));
    const listed = (): ReadWords => ({
      ...paramWords(args, sources.model),
      ...toListWords(args, facts, sources.model),
      ...(shape === 'first' ? { pagination: { limit: 1 } } : {}),
      caller,
      visibility,
      limits: { ...sources.limits, withCount, ...(shape === 'references' ? { maxLimit: null } : {}) },
    });
    const { read } = sources.documents();
    const reading = readingOf(info, read) ?? objects;
    const shaped = () => {
      const found = reading.shape(lists, facts, lookAhead);
      return shape === 'references' && Array.isArray(found.fields)
        ? { ...found, fields: [...found.fields, 'documentId'] }
        : found;
    };
    const prepared = prepareOnce(type, 'find', sources, context, info, visibility, reading, () => ({
      ...listed(),
      ...shaped(),
    }));
    const figures =
      isConnection && hasField(selection, 'aggregate')
        ? prepareFigures(type, sources, context, info, visibility, () => ({
            ...listed(),
            ...aggregateWords(selection, facts, lookAhead),
          }))
        : null;
    const isRead = figures === null || withCount || lists.length > 0;
    const listing = isRead
      ? reading.run(prepared, () => read.runMany(within(prepared, context.rows), context.control, caller))
      : null;
    const [found, aggregate] = figures
      ? await Promise.all([
          listing,
          read.runAggregate(within(figures, context.rows), context.control, caller),
        ])
      : [await listing, null];
    if (found) context.size.read(found.text);
    const nodes = found ? reading.documents(found.text, info.fieldName) : [];
    if (shape === 'first') return (nodes as readonly unknown[])[0] ?? null;
    if (!isConnection) return nodes;
    return connectionOf(nodes, found?.pagination?.total ?? 0, prepared.node.page, aggregate);
  };
}

/** Taps of `documents.loaded` need objects. */
const readingOf = ({ reading }: RootInfo, read: ReadService): Reading | null =>
  (!read.isTapped() && reading) || null;

/** An operation that comes again with the same variables skips the look-ahead and the parser of queries. */
function prepareOnce(
  type: ContentType,
  operation: ReadOperation,
  sources: ReadSources,
  { operationText }: RunContext,
  { path }: GraphQLResolveInfo,
  visibility: Visibility,
  { name }: Reading,
  words: () => ReadWords,
): PreparedRead {
  const { read } = sources.documents();
  if (operationText === null) return read.prepare(type, words(), operation);
  return read.prepareText(
    type,
    operation,
    JSON.stringify([name, path.key, operationText]),
    visibility,
    words,
  );
}

function prepareFigures(
  type: ContentType,
  sources: ReadSources,
  { operationText }: RunContext,
  { path }: GraphQLResolveInfo,
  visibility: Visibility,
  words: () => ReadWords,
): PreparedAggregate {
  const { read } = sources.documents();
  if (operationText === null) return read.prepareAggregate(type, words());
  return read.prepareAggregateText(type, JSON.stringify([path.key, operationText]), visibility, words);
}

const hasField = (connection: SelectionPlan, field: string): boolean =>
  connection.fields().some(({ name }) => name === field);
