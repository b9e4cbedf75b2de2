// Runs a query of generated fields without graphql-js: its root fields are read side by side, and their documents become text in one
// pass. null: the query holds something else, so graphql-js runs it.
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphqlModel } from './model/model';
import { type Selecting, selectedFields } from './read/selection';
import { UNUSUAL, type Writing, writerOf } from './read/write-answer';
import type { RunContext } from './run-context';

export interface DirectParts {
  readonly schema: GraphQLSchema;
  readonly model: GraphqlModel;
  /** Places whose resolvers are the generated ones: `Query.articles`, `Article.title`. */
  readonly generated: ReadonlySet<string>;
}

/** Runs the operation; null: graphql-js must. */
export type RunDirectly = (context: RunContext) => Promise<string | null>;

/** The writers of an operation's root fields; null: something in it is not generated. */
export function prepareDirectly(
  operation: OperationDefinitionNode,
  selecting: Selecting,
  amountLimit: number,
  { schema, model, generated }: DirectParts,
): RunDirectly | null {
  const query = schema.getQueryType();
  if (!query || operation.operation !== 'query') return null;
  const writing: Writing = {
    ...selecting,
    model,
    amountLimit,
    isGenerated: (type, field) => generated.has(`${type}.${field}`),
    schemaType: (name) => schema.getType(name),
  };
  try {
    const roots = [...selectedFields([operation], (condition) => condition === query.name, selecting)];
    const fields = roots.map(([key, nodes]) => rootField(key, nodes));
    return async (context) => {
      try {
        const texts = await Promise.all(fields.map((run) => run(context)));
        return `{"data":{${texts.join(',')}}}`;
      } catch {
        // Whatever went wrong, graphql-js reports it by its rules.
        return null;
      }
    };
  } catch (error) {
    if (error === UNUSUAL) return null;
    throw error;
  }

  function rootField(key: string, nodes: readonly FieldNode[]): (context: RunContext) => Promise<string> {
    const [first] = nodes;
    const name = first?.name.value ?? '';
    const prefix = `${JSON.stringify(key)}:`;
    if (name === '__typename') return async () => `${prefix}"Query"`;
    const field = query?.getFields()[name];
    if (!first || !field?.resolve || !generated.has(`Query.${name}`)) throw UNUSUAL;
    const write = writerOf(field.type, nodes, writing);
    const args = getArgumentValues(field, first, writing.variables);
    const info = {
      fieldName: name,
      fieldNodes: nodes,
      fragments: writing.fragments,
      variableValues: writing.variables,
      path: { key },
      schema,
      operation,
    } as unknown as GraphQLResolveInfo;
    const { resolve } = field;
    return async (context) => prefix + write(await resolve(undefined, args, context, info));
  }
}
