// Counts statements and milliseconds of each root field, for requests with the header. Not in production.
import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Database, RequestContext } from '../../../core';
import { type RunContext, rootKey, type Trace } from '../context/run-context';

const HEADER = 'x-quire-trace';

/** null: the request lacks the header. */
export function traceOf(request: RequestContext, database: () => Database): Trace | null {
  return request.header(HEADER) === undefined ? null : createTrace(database());
}

function createTrace(database: Database): Trace {
  const began = performance.now();
  const costs = new Map<string, { readonly since: number; until: number; statements: number }>();
  return {
    async measure(field, work) {
      const now = performance.now();
      const cost = costs.get(field) ?? { since: now, until: now, statements: 0 };
      costs.set(field, cost);
      try {
        return await database.countStatements(cost, async () => work());
      } finally {
        cost.until = performance.now();
      }
    },
    report: () => ({
      milliseconds: rounded(performance.now() - began),
      fields: [...costs].map(([field, { since, until, statements }]) => ({
        field,
        statements,
        milliseconds: rounded(until - since),
      })),
    }),
  };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/**
 * Makes traces measure root fields, and resolvers of the application below them. Generated fields below a root field run no statements;
 * fields of plugins on documents measure themselves (read/document-fields.ts).
 * `isTrusted`: all fields are generated.
 */
export function traceResolvers({ schema, generated, isTrusted }: Traced): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const type of isTrusted ? roots : Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isRoot = roots.includes(type);
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      const isGenerated = generated.has(resolve);
      if (!resolve || (isGenerated && !isRoot)) continue;
      field.resolve = traced(resolve as Resolver) as GraphQLFieldResolver<unknown, unknown>;
      if (isGenerated) generated.add(field.resolve);
    }
  }
}

interface Traced {
  readonly schema: GraphQLSchema;
  readonly generated: Set<unknown>;
  readonly isTrusted: boolean;
}

type Resolver = GraphQLFieldResolver<unknown, RunContext>;

const traced =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) =>
    context.trace === null
      ? resolve(source, args, context, info)
      : context.trace.measure(rootKey(info), () => resolve(source, args, context, info));
