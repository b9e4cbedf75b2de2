// Root fields of plugins that return a query of documents, or references to documents. The read of the selection needs the same statements as a generated field.
import {
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isUnionType,
} from 'graphql';
import type { ContentType } from '../../../core';
import type { RunContext } from '../context/run-context';
import { DocumentQuery } from '../extension/document-query';
import type { GraphqlModel } from '../model/model';
import type { ListShape, ReadList } from './read-list';
import { readReferences, referencesIn } from './read-references';

type Resolver = GraphQLFieldResolver<unknown, RunContext>;

/** Lets the root fields of extensions return a query, and those of parts references. */
export function readDocumentQueries(
  schema: GraphQLSchema,
  model: GraphqlModel,
  generated: ReadonlySet<string>,
  readList: ReadList,
): void {
  const ofParts = new Map(
    model.parts.flatMap(({ plugin, value: { fields = {} } }) =>
      Object.keys(fields).map((place) => [place, plugin]),
    ),
  );
  const fieldOf = (place: string): string =>
    `The field ${place}${ofParts.has(place) ? ` of the plugin "${ofParts.get(place)}"` : ''}`;
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      const place = `${root?.name}.${field.name}`;
      const isOfPart = ofParts.has(place) && showsDocuments(field.type, model);
      if (!field.resolve || (generated.has(place) && !isOfPart)) continue;
      const resolve = field.resolve as Resolver;
      const reading: Resolver = async (parent, args, context, info) => {
        const found: unknown = await resolve(parent, args, context, info);
        const references = found instanceof DocumentQuery ? null : referencesIn(found);
        if (references && showsDocuments(field.type, model)) {
          const documents = await readReferences(references, model, readList, context, info, fieldOf(place));
          return Array.isArray(found) ? documents : (documents[0] ?? null);
        }
        if (!(found instanceof DocumentQuery)) return found;
        const type = model.types.find(({ uid }) => uid === found.uid);
        if (!type) throw new Error(`GraphQL has no content type "${found.uid}"`);
        // The query may depend on more than the operation, so that nothing is kept under the operation's text.
        return readList(
          type,
          shapeOf(info, type, model),
          found.args,
          { ...context, operationText: null },
          info,
        );
      };
      field.resolve = reading as GraphQLFieldResolver<unknown, unknown>;
    }
}

/** The type of a content type, or a union with one. */
function showsDocuments(type: GraphQLOutputType, { byName }: GraphqlModel): boolean {
  const named = getNamedType(type);
  const names = isUnionType(named) ? named.getTypes().map(({ name }) => name) : [named.name];
  return names.some((name) => byName.get(name)?.model.model === 'type');
}

function shapeOf(
  { returnType, fieldName }: GraphQLResolveInfo,
  { uid }: ContentType,
  model: GraphqlModel,
): ListShape {
  const { name } = model.of(uid);
  const answer = getNamedType(returnType).name;
  if (answer === `${name}EntityResponseCollection`) return 'connection';
  if (answer !== name)
    throw new Error(`The field ${fieldName} returns ${answer}; a query of ${uid} needs ${name} or [${name}]`);
  return isListType(getNullableType(returnType)) ? 'list' : 'first';
}
