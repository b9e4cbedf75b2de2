// A parsed request → an operation that may run: its text, its variables, its limits and its plan. Plans are kept.
import {
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { GenerationCache } from '../../../core';
import type { GraphqlConfig } from '../config';
import { SelectionPlan } from '../read/selection-plan';
import { asGraphqlError } from '../transport/as-graphql-error';
import { LONGEST_KEPT, MOST_KEPT, MOST_KEPT_FIELDS } from '../transport/kept-texts';
import type { PersistedOperations } from '../transport/persisted-operations';
import type { Asked, Refused, Sent } from '../transport/read-request';
import { shapeText } from '../transport/shape-variables';
import { checkAliases } from './alias-limit';
import { checkArguments } from './check-arguments';
import { checkIntrospection } from './introspection-limit';
import { type CheckConditions, checkDepth, checkRootFields, prepareConditions } from './limits';
import type { ParseDocument, ParsedDocument } from './parsed-documents';
import { type DirectParts, prepareDirectly, type RunDirectly } from './run-directly';

export interface PlannerParts extends DirectParts {
  readonly config: GraphqlConfig;
  /** The most conditions of one operation. */
  readonly mostConditions: number;
  readonly parse: ParseDocument;
  readonly persisted: PersistedOperations;
}

export type Variables = Readonly<Record<string, unknown>>;

export interface Planned {
  readonly asked: Asked;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As the schema has them. */
  readonly variables: Variables;
  /** null: graphql-js has to run the operation. */
  readonly directly: RunDirectly | null;
}

/** The operation, the answer to a request without one, or the errors of its text, its variables or its limits. */
export type PlanOperation = (sent: Sent) => Planned | Refused | readonly GraphQLError[];

export const isPlanned = (found: ReturnType<PlanOperation>): found is Planned => 'operation' in found;

/** Without a limit, each of 50,000 wrong entries costs an error with a stack and a search for similar names. */
const MOST_ERRORS = 20;

interface Prepared {
  readonly selection: SelectionPlan;
  readonly checkConditions: CheckConditions;
  readonly directly: RunDirectly | null;
}

export function createPlanner(parts: PlannerParts): PlanOperation {
  const { schema, config } = parts;
  const ready = new GenerationCache<string, Prepared>(MOST_KEPT);

  return (sent) => {
    const asked = parts.persisted.resolve(sent);
    if ('status' in asked) return asked;
    const parsed = parts.parse(asked.query);
    if (!('document' in parsed)) return parsed;
    parts.persisted.keep(asked);
    const { document } = parsed;
    const operation = getOperationAST(document, asked.operationName);
    if (!operation) return unknownOperation(asked);
    if (asked.isReading && operation.operation !== 'query') return notByGet(operation);
    const given = asked.variables ?? {};
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
      maxErrors: MOST_ERRORS,
    });
    if (errors) return errors.map(badInput);
    try {
      const { selection, checkConditions, directly } = preparedOf(asked, parsed, operation, coerced);
      checkConditions(coerced);
      if (operation.operation === 'mutation') checkArguments(selection, coerced, schema);
      return { asked, document, operation, variables: coerced, directly };
    } catch (error) {
      return [asGraphqlError(error)];
    }
  };

  /** Checks and plans an operation once for all requests with the same text and the same shape of variables. */
  function preparedOf(
    { query, operationName }: Asked,
    { fragments, shapeVariables }: ParsedDocument,
    operation: OperationDefinitionNode,
    variables: Variables,
  ): Prepared {
    const shape = `${shapeText(operationName, shapeVariables, variables)} ${query}`;
    const isKept = shape.length <= LONGEST_KEPT;
    const known = isKept ? ready.get(shape) : undefined;
    if (known) return known;
    const selection = SelectionPlan.ofOperation(operation, { schema, fragments, variables });
    checkRootFields(selection, config.maxRootFields);
    checkDepth(selection, operation.name?.value ?? '', config.depthLimit);
    checkAliases(selection, config.maxAliases);
    checkIntrospection(selection, config.maxIntrospectionFields);
    const prepared = {
      selection,
      checkConditions: prepareConditions(selection, parts.mostConditions),
      directly: prepareDirectly({ operation, selection, fragments, variables }, parts),
    };
    if (isKept && selection.opened <= MOST_KEPT_FIELDS) ready.set(shape, prepared);
    return prepared;
  }
}

function unknownOperation({ operationName }: Asked): Refused {
  const message =
    operationName === null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${operationName}".`;
  return { status: 400, message, code: 'OPERATION_RESOLUTION_FAILURE' };
}

const notByGet = ({ operation }: OperationDefinitionNode): Refused => ({
  status: 405,
  code: 'BAD_REQUEST',
  message: `GET requests only support query operations, not ${operation} operations`,
  headers: { allow: 'POST' },
});

const badInput = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    originalError: error.originalError,
    extensions: { code: 'BAD_USER_INPUT', ...error.extensions },
  });
