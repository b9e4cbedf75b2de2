// Runs a query of generated fields without graphql-js: reads the root fields in parallel, and writes their documents as text in one pass. A
// root field that fails is an error at its path. null: the query has other fields, so graphql-js runs it.
import {
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isNonNullType,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import { type GraphqlConfig, maxLimitOf } from '../config';
import type { RunContext } from '../context/run-context';
import type { GraphqlModel } from '../model/model';
import { textReadingOf } from '../read/reading';
import type { SelectionPlan } from '../read/selection-plan';
import { NEEDS_GRAPHQL_JS, type Writing, writerOf } from '../read/write-answer';
import { hasVariables } from '../schema/has-variables';

export interface DirectParts {
  readonly schema: GraphQLSchema;
  readonly model: GraphqlModel;
  /** The resolvers of generated fields. */
  readonly generated: ReadonlySet<unknown>;
  /** `limits.answerBytes`. */
  readonly answerBytes: number;
  readonly config: Pick<GraphqlConfig, 'amountLimit' | 'defaultLimit' | 'maxLimit'>;
}

/** The data of an operation as JSON text, and the errors of its root fields. */
export interface DirectResult {
  readonly data: string;
  readonly errors: readonly GraphQLError[];
}

/** Runs the operation; null: a value needs the rules of graphql-js, which must run it again. */
export type RunDirectly = (context: RunContext, variables: Variables) => Promise<DirectResult | null>;

type Variables = Readonly<Record<string, unknown>>;

interface RootResult {
  readonly text: string;
  readonly error?: GraphQLError;
  /** The error makes the whole data null. */
  readonly isRequired?: boolean;
}

type RunRoot = (...run: Parameters<RunDirectly>) => Promise<RootResult>;

export interface DirectOperation {
  readonly operation: OperationDefinitionNode;
  readonly selection: SelectionPlan;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The writers serve all variables with the shape of these (transport/shape-variables.ts). */
  readonly variables: Variables;
}

/** The writers of an operation's root fields; null: something in it is not generated. */
export function prepareDirectly(
  { operation, selection, fragments, variables: shape }: DirectOperation,
  { schema, model, generated, config, answerBytes }: DirectParts,
): RunDirectly | null {
  const { amountLimit, defaultLimit } = config;
  const query = schema.getQueryType();
  if (!query || operation.operation !== 'query') return null;
  const writing: Omit<Writing, 'path'> = {
    variables: shape,
    model,
    amountLimit,
    answerBytes,
    isGenerated: ({ resolve }) => generated.has(resolve),
  };
  try {
    const fields = selection.fields().map(rootField);
    const [only, ...others] = fields;
    return async (context, variables) => {
      try {
        if (only && others.length === 0) return joined([await only(context, variables)]);
        return joined(await Promise.all(fields.map((run) => run(context, variables))));
      } catch (error) {
        if (error === NEEDS_GRAPHQL_JS) return null;
        throw error;
      }
    };
  } catch (error) {
    if (error === NEEDS_GRAPHQL_JS) return null;
    throw error;
  }

  function rootField(selected: SelectionPlan): RunRoot {
    const { key, name, nodes } = selected;
    const [first] = nodes;
    const prefix = `${JSON.stringify(key)}:`;
    if (name === '__typename') return async () => ({ text: `${prefix}"Query"` });
    const field = query?.getFields()[name];
    if (!first || !field?.resolve || !generated.has(field.resolve)) throw NEEDS_GRAPHQL_JS;
    const write = writerOf(field.type, selected, {
      ...writing,
      path: { key, prev: undefined, typename: 'Query' },
    });
    const looking = { variables: shape, model, graphql: schema, defaultLimit, maxLimit: maxLimitOf(config) };
    const info = {
      selection: selected,
      reading: textReadingOf(field.type, selected, looking, amountLimit),
      fieldName: name,
      fieldNodes: nodes,
      fragments,
      path: { key },
      schema,
      operation,
    };
    const { resolve } = field;
    // The code of a plugin may change its arguments.
    const isShared = !first.arguments?.some(hasVariables) && !isOfPart(`Query.${name}`, model);
    const fixed = isShared ? getArgumentValues(field, first, {}) : null;
    return async (context, variableValues) => {
      try {
        const args = fixed ?? getArgumentValues(field, first, variableValues);
        const own = { ...info, variableValues } as unknown as GraphQLResolveInfo;
        const text = prefix + write(await resolve(undefined, args, context, own));
        context.size.write(text);
        return { text };
      } catch (error) {
        if (error === NEEDS_GRAPHQL_JS) throw error;
        return {
          text: `${prefix}null`,
          error: locatedError(error, nodes, [key]),
          isRequired: isNonNullType(field.type),
        };
      }
    };
  }
}

const isOfPart = (place: string, { parts }: GraphqlModel): boolean =>
  parts.some(({ value: { fields } }) => fields?.[place] !== undefined);

function joined(roots: readonly RootResult[]): DirectResult {
  const errors = roots.flatMap(({ error }) => (error ? [error] : []));
  if (roots.some(({ isRequired }) => isRequired)) return { data: 'null', errors };
  return { data: `{${roots.map(({ text }) => text).join(',')}}`, errors };
}
