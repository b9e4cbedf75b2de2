// Query parameters beside the tree, one definition each: plugins add theirs. From a definition come the REST
// parameter, the GraphQL argument, the OpenAPI parameter and the word of the document service.
import type { JsonSchema } from '../../kernel/check/check';
import type { Caller } from '../../kernel/http/request/caller';
import type { Registry } from '../../kernel/registry/registry';
import type { AxisBindings } from '../model/compiled/axis';
import type { ContentType } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { QueryNode } from './ast';
import type { QueryContext } from './query-context';
import type { QueryRequest } from './raw-query';

type ParamUse = 'find' | 'findOne' | 'create' | 'update' | 'delete';

export interface ParamDefinition<V = unknown> {
  readonly name: string;
  /** One line for people. */
  readonly description: string;
  /** Which operations take it; the others pass it over. `create` includes a clone, `update` what plugins add. */
  readonly on: readonly ParamUse[];
  /** Raw → typed; throws an AppError (400) that names the parameter. */
  parse(raw: unknown, type: ContentType, operation: string): V;
  /** Into the request: axes and the like. */
  apply?(request: QueryRequest, value: V, type: ContentType): void;
  /** Into the tree's root, before its axes are bound. */
  transform?(node: QueryNode, value: V, context: QueryContext): void;
  readonly graphql?: GraphqlArgument;
  readonly openapi: JsonSchema;
}

/** The parameter as an argument of GraphQL fields. */
export interface GraphqlArgument {
  readonly type: string;
  /** The type is an enumeration with these names, and stands for these raw values. */
  readonly values?: Readonly<Record<string, string>>;
  /** The default, as SDL. */
  readonly default?: string;
  on(type: ContentType): boolean;
}

/** The parameters that the operation takes. */
export function paramsTakenBy(
  params: Registry<ParamDefinition>,
  operation: string,
): readonly ParamDefinition[] {
  const use = useOf(operation);
  return params.values().filter(({ on }) => on.includes(use));
}

/** Reads the parameters among the words of one request. */
export function parseParams(
  params: Registry<ParamDefinition>,
  words: Readonly<Record<string, unknown>>,
  { type, operation, writing = operation, caller, visibility }: ParamReading,
): ParsedParams {
  const request: QueryRequest = { axes: {}, caller, visibility };
  const transforms: Transform[] = [];
  for (const param of paramsTakenBy(params, writing)) {
    const raw = Object.hasOwn(words, param.name) ? words[param.name] : undefined;
    if (raw === undefined) continue;
    const value = param.parse(raw, type, operation);
    param.apply?.(request, value, type);
    if (param.transform) transforms.push((node, context) => param.transform?.(node, value, context));
  }
  return { axes: request.axes, transforms };
}

interface ParamReading {
  readonly type: ContentType;
  readonly operation: string;
  /** The write whose answer is read. Parameters that the write does not accept are not accepted here. */
  readonly writing?: string | undefined;
  readonly caller: Caller;
  readonly visibility: Visibility;
}

interface ParsedParams {
  readonly axes: AxisBindings;
  readonly transforms: readonly Transform[];
}

type Transform = (node: QueryNode, context: QueryContext) => void;

function useOf(operation: string): ParamUse {
  switch (operation) {
    case 'find':
    case 'findOne':
    case 'create':
    case 'delete':
      return operation;
    case 'clone':
      return 'create';
    default:
      return 'update';
  }
}
