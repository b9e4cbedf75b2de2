// The endpoint: a parsed request → limits → graphql-js → the answer. Made once when the application starts.
import {
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import {
  type Answer,
  AppError,
  type Documents as ContentDocuments,
  GenerationCache,
  type RequestContext,
  type Visibility,
} from '../../core';
import type { GraphqlConfig } from './config';
import { withinTime } from './deadline';
import { checkCost, checkDepth, checkRootFields } from './limits';
import type { Limits, RunContext, Trace } from './run-context';
import { type DirectParts, type DirectResult, prepareDirectly, type RunDirectly } from './run-directly';
import { formatError } from './transport/format-errors';
import { LONGEST_KEPT, MOST_KEPT } from './transport/kept-texts';
import type { ParseDocument, ParsedDocument } from './transport/parsed-documents';
import type { PersistedOperations } from './transport/persisted-operations';
import type { Asked, Refused, Sent } from './transport/read-request';
import { shapeText } from './transport/shape-variables';

export type Documents = ContentDocuments;

export interface EndpointParts extends DirectParts {
  readonly config: GraphqlConfig;
  readonly introspection: boolean;
  readonly parse: ParseDocument;
  readonly persisted: PersistedOperations;
  /** Throws the 401 or 403. */
  authorize(request: RequestContext, action: string, isReading: boolean): Promise<Visibility>;
  /** null: the request asks for none. */
  trace(request: RequestContext): Trace | null;
  /** Anonymous callers may do everything. */
  readonly isOpen: boolean;
}

export interface Endpoint {
  /** Several operations of one request are answered in their order. */
  answer(request: RequestContext, sent: Sent | Refused | readonly (Sent | Refused)[]): Promise<Answer>;
}

interface Prepared {
  readonly directly: RunDirectly | null;
}

type Variables = Readonly<Record<string, unknown>>;

interface Planned {
  readonly operation: OperationDefinitionNode;
  readonly prepared: Prepared;
  readonly variables: Variables;
  readonly signal: AbortSignal | null;
}

/** null: too long to keep. JSON writes Infinity as null; here the two must differ. */
function textOf({ query, operationName, variables }: Asked): string | null {
  const values = variables ? JSON.stringify(variables, finite) : '';
  const text = `${operationName ?? ''} ${values} ${query}`;
  return text.length > LONGEST_KEPT ? null : text;
}

const finite = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? `\u0000${value}` : value;

export function createEndpoint(parts: EndpointParts): Endpoint {
  const { schema, model, config, introspection } = parts;
  const limits: Limits = {
    amountLimit: config.amountLimit,
    defaultLimit: config.defaultLimit,
    maxLimit: config.maxLimit === -1 ? null : config.maxLimit,
  };

  const ready = new GenerationCache<string, Prepared>(MOST_KEPT);

  const endpoint: Endpoint = {
    async answer(request, sent) {
      if (!Array.isArray(sent)) return single(request, sent as Sent | Refused);
      const answers: unknown[] = [];
      for (const one of sent as readonly (Sent | Refused)[]) {
        const answer = await single(request, one);
        answers.push('json' in answer ? answer.json : 'text' in answer ? JSON.parse(answer.text) : null);
      }
      return { status: 200, json: answers, headers: headersFor(request) };
    },
  };
  return endpoint;

  async function single(request: RequestContext, sent: Sent | Refused): Promise<Answer> {
    const asked = 'status' in sent ? sent : parts.persisted.resolve(sent);
    if ('status' in asked) return refusal(asked, request);
    const parsed = parts.parse(asked.query);
    if (!('document' in parsed)) return failed(parsed, request);
    parts.persisted.keep(asked);
    const operation = getOperationAST(parsed.document, asked.operationName);
    if (!operation) return unknownOperation(asked, request);
    if (asked.isReading && operation.operation !== 'query')
      return refusal(
        {
          status: 405,
          code: 'BAD_REQUEST',
          message: `GET requests only support query operations, not ${operation.operation} operations`,
          headers: { allow: 'POST' },
        },
        request,
      );
    return run(request, asked, parsed, operation);
  }

  /** What the text of an operation and the shape of its variables decide; checked and planned once for all requests with both. */
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
    const selecting = { fragments, variables };
    checkRootFields(operation, selecting, config.maxRootFields);
    checkDepth(operation, selecting, config.depthLimit);
    checkCost(operation, selecting, schema, model, config);
    const prepared = { directly: prepareDirectly(operation, selecting, limits.amountLimit, parts) };
    if (isKept) ready.set(shape, prepared);
    return prepared;
  }

  async function run(
    request: RequestContext,
    asked: Asked,
    parsed: ParsedDocument,
    operation: OperationDefinitionNode,
  ): Promise<Answer> {
    const given = asked.variables ?? {};
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    if (errors) return failed(errors.map(badInput), request);
    let prepared: Prepared;
    try {
      prepared = preparedOf(asked, parsed, operation, coerced);
    } catch (error) {
      return failed([asGraphqlError(error)], request);
    }
    try {
      return await withinTime(config.timeout, operation.operation === 'query', (signal) =>
        runPrepared(request, asked, parsed, { operation, prepared, variables: coerced, signal }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'GRAPHQL_TIMEOUT') throw error;
      return answerOf({ errors: [asGraphqlError(error)] }, 503, request);
    }
  }

  async function runPrepared(
    request: RequestContext,
    asked: Asked,
    parsed: ParsedDocument,
    { operation, prepared, variables, signal }: Planned,
  ): Promise<Answer> {
    const trace = parts.trace(request);
    const context: RunContext = {
      request,
      trace,
      signal,
      limits,
      isKnown: parts.isOpen || request.principal !== null,
      operationText: textOf(asked),
      authorize(action) {
        signal?.throwIfAborted();
        return parts.authorize(request, action, operation.operation === 'query');
      },
    };
    const direct = await prepared.directly?.(context, variables);
    if (direct) return directAnswer(direct, trace, request);
    const result = await execute({
      schema,
      document: parsed.document,
      contextValue: context,
      variableValues: asked.variables ?? {},
      operationName: asked.operationName,
    });
    if (!('data' in result)) return failed(result.errors ?? [], request);
    return answerOf(trace ? { ...result, extensions: extensionsOf(trace) } : result, 200, request);
  }

  function directAnswer(
    { data, errors }: DirectResult,
    trace: Trace | null,
    request: RequestContext,
  ): Answer {
    const failures = errors.length > 0 ? `"errors":${JSON.stringify(formatted(errors, request))},` : '';
    const extensions = trace ? `,"extensions":${JSON.stringify(extensionsOf(trace))}` : '';
    return {
      status: 200,
      text: `{${failures}"data":${data}${extensions}}`,
      headers: headersFor(request),
    };
  }

  function failed(errors: readonly GraphQLError[], request: RequestContext): Answer {
    return answerOf({ errors }, 400, request);
  }

  function answerOf(
    { data, errors, extensions }: ExecutionResult,
    status: number,
    request: RequestContext,
  ): Answer {
    const json = {
      ...(errors && errors.length > 0 ? { errors: formatted(errors, request) } : {}),
      ...(data === undefined ? {} : { data }),
      ...(extensions ? { extensions } : {}),
    };
    return { status, json, headers: headersFor(request) };
  }

  function formatted(errors: readonly GraphQLError[], request: RequestContext) {
    const formatting = {
      hidesNames: !introspection,
      onUnexpected: (error: unknown) => request.log.error('a GraphQL resolver failed', { error }),
    };
    return errors.map((error) => formatError(error, formatting));
  }
}

const extensionsOf = (trace: Trace) => ({ trace: trace.report() });

function refusal({ status, message, code, headers }: Refused, request: RequestContext): Answer {
  return {
    status,
    json: { errors: [{ message, extensions: { code } }] },
    headers: { ...headersFor(request), ...headers },
  };
}

function unknownOperation({ operationName }: Asked, request: RequestContext): Answer {
  const message =
    operationName === null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${operationName}".`;
  return refusal({ status: 400, message, code: 'OPERATION_RESOLUTION_FAILURE' }, request);
}

const badInput = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    originalError: error.originalError,
    extensions: { code: 'BAD_USER_INPUT', ...error.extensions },
  });

const asGraphqlError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError(error instanceof Error ? error.message : String(error), {
        originalError: error instanceof Error ? error : undefined,
      });

const headersFor = (request: RequestContext): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(request.header('accept')?.includes('application/graphql-response+json')
    ? { 'content-type': 'application/graphql-response+json; charset=utf-8' }
    : {}),
});
