// What each root field of an operation cost, for requests that ask for it: statements and milliseconds. Not in production.
import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Database, RequestContext } from '../../core';
import type { RunContext, Trace } from './run-context';

const HEADER = 'x-quire-trace';

/** null: the request does not ask. */
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

/** Lets traces measure root fields, and resolvers of the application below them. Generated fields below a root read nothing. */
export function traceResolvers(schema: GraphQLSchema, generated: Set<unknown>): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap())) {
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

type Resolver = GraphQLFieldResolver<unknown, RunContext>;

const traced =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) =>
    context.trace === null
      ? resolve(source, args, context, info)
      : context.trace.measure(rootKey(info), () => resolve(source, args, context, info));

function rootKey({ path }: GraphQLResolveInfo): string {
  let root = path;
  while (root.prev) root = root.prev;
  return String(root.key);
}
