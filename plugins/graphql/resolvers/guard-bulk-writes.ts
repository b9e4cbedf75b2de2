// Rules of `createArticle` hold for `bulkArticles`, too: without rules of its own, it refuses the operations that have some.
import type { GraphQLSchema } from 'graphql';
import { coreErrors } from '../../../core';
import type { ResolverConfig } from '../extension/extension';
import type { Added } from '../extension/mistakes';
import type { GraphqlModel } from '../model/model';
import { bulkField } from '../model/names';

export interface BulkGuardSources {
  readonly schema: GraphQLSchema;
  readonly resolversConfig: ReadonlyMap<string, Added<ResolverConfig>>;
  readonly model: GraphqlModel;
}

export function guardBulkWrites({ schema, resolversConfig, model }: BulkGuardSources): void {
  const fields = schema.getMutationType()?.getFields() ?? {};
  const isRuled = (name: string): boolean => hasRules(resolversConfig.get(`Mutation.${name}`)?.value);
  for (const type of model.types) {
    const bulk = bulkField(type);
    const { [bulk]: field } = fields;
    if (!field?.resolve || isRuled(bulk)) continue;
    const { name } = model.of(type.uid);
    const ruled = new Set(model.bulkOperationsOf(type).filter((operation) => isRuled(operation + name)));
    if (ruled.size === 0) continue;
    const { resolve } = field;
    field.resolve = (parent, args, context, info) => {
      const items = args.items as readonly { readonly operation: string }[];
      const at = items.findIndex(({ operation }) => ruled.has(operation));
      const { [at]: refused } = items;
      if (refused)
        throw coreErrors.BODY_INVALID(
          `${bulk} cannot ${refused.operation}, because ${refused.operation}${name} has rules of an extension; use ${refused.operation}${name}, or add resolversConfig of Mutation.${bulk}`,
          { path: ['items', String(at), 'operation'] },
        );
      return resolve(parent, args, context, info);
    };
  }
}

const hasRules = ({ auth, policies = [], middlewares = [] }: ResolverConfig = {}): boolean =>
  Boolean(auth) || policies.length > 0 || middlewares.length > 0;
