// Query parameters beside the tree, one definition each: plugins add theirs. From a definition come the REST
// parameter, the GraphQL argument, the OpenAPI parameter and the word of the document service.
import type { JsonSchema } from '../check/check';
import type { ContentType } from '../schema/content-type';
import type { QueryNode } from './ast';
import type { QueryContext } from './query-context';
import type { QueryRequest } from './raw-query';

export interface ParamDefinition<V = unknown> {
  readonly name: string;
  /** Added by which plugin. */
  readonly plugin: string;
  /** One line for people. */
  readonly description: string;
  /** Which operations take it: reads, writes, or both. */
  readonly on: readonly ('find' | 'findOne' | 'create' | 'update' | 'delete')[];
  /** Raw → typed; throws an AppError (400) that names the parameter. */
  parse(raw: unknown, type: ContentType, operation: string): V;
  /** Into the request: axes and the like. */
  apply?(request: QueryRequest, value: V, type: ContentType): void;
  /** Into the tree's root, before its axes are bound. */
  transform?(node: QueryNode, value: V, context: QueryContext): void;
  readonly graphql?: { readonly type: string; on(type: ContentType): boolean };
  readonly openapi: JsonSchema;
}

export class ParamRegistry {
  readonly #params = new Map<string, ParamDefinition>();

  add<V>(definition: ParamDefinition<V>): void {
    const other = this.#params.get(definition.name);
    if (other)
      throw new Error(
        `The parameter "${definition.name}" is added by the plugins ${other.plugin} and ${definition.plugin}`,
      );
    this.#params.set(definition.name, definition as ParamDefinition);
  }

  get(name: string): ParamDefinition | undefined {
    return this.#params.get(name);
  }

  all(): readonly ParamDefinition[] {
    return [...this.#params.values()];
  }
}

/** Parameters of one request, parsed: what they say about axes, and what they do to the tree. */
export interface ParsedParams extends QueryRequest {
  readonly values: Readonly<Record<string, unknown>>;
  readonly transforms: readonly ((node: QueryNode, context: QueryContext) => void)[];
}

export function parseParams(
  registry: ParamRegistry,
  raw: Readonly<Record<string, unknown>>,
  type: ContentType,
  operation: ParamDefinition['on'][number],
): ParsedParams {
  const request: QueryRequest = { axes: {} };
  const values: Record<string, unknown> = {};
  const transforms: ((node: QueryNode, context: QueryContext) => void)[] = [];
  for (const param of registry.all()) {
    const given = Object.hasOwn(raw, param.name) ? raw[param.name] : undefined;
    if (given === undefined || !param.on.includes(operation)) continue;
    const value = param.parse(given, type, operation);
    values[param.name] = value;
    param.apply?.(request, value, type);
    if (param.transform) transforms.push((node, context) => param.transform?.(node, value, context));
  }
  return { axes: request.axes, values, transforms };
}
