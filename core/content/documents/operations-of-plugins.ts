// The operations that plugins add to the document service: `archive` for example. The core's own are in writes.ts.
import { anything, boolean, callable, oneOf, optional, string } from '../../kernel/check/checks';
import { part } from '../../kernel/check/part';
import { Registry } from '../../kernel/registry/registry';
import type { ContentType } from '../model/compiled/content-type';
import type { DocumentOperation } from './operations';

const OWN = [
  ...['find', 'findMany', 'findFirst', 'findOne', 'count', 'create', 'update', 'delete', 'clone'],
  ...['createMany', 'updateMany', 'deleteMany', 'writeMany', 'bulk', 'updateByFilter'],
];

export const createOperationRegistry = (): Registry<DocumentOperation> =>
  new Registry('operation', {
    names: (name) => {
      if (OWN.includes(name)) return 'every content type has this operation';
      return name.endsWith('Many') ? 'names that end with "Many" are for many documents at once' : undefined;
    },
    check: part({
      name: string({ min: 1 }),
      description: optional(string()),
      event: optional(string({ min: 1 })),
      takesWorking: optional(boolean()),
      joins: optional(boolean()),
      available: optional(callable()),
      takes: optional(anything()),
      answers: optional(oneOf('document', 'value')),
      run: callable(),
    }),
    returns: { available: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' } },
  });

export const operationsOf = (
  operations: Registry<DocumentOperation>,
  type: ContentType,
): readonly DocumentOperation[] => operations.values().filter(({ available }) => available?.(type) ?? true);
