// The operations that plugins add to the document service: `archive` for example. The core's own are in writes.ts.
import { Registry } from '../../kernel/registry/registry';
import type { ContentType } from '../model/compiled/content-type';
import type { DocumentOperation } from './operations';

const OWN = ['find', 'findMany', 'findFirst', 'findOne', 'count', 'create', 'update', 'delete', 'clone'];

export const createOperationRegistry = (): Registry<DocumentOperation> =>
  new Registry('operation', {
    names: (name) => (OWN.includes(name) ? 'every content type has this operation' : undefined),
    returns: { available: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' } },
  });

export const operationsOf = (
  operations: Registry<DocumentOperation>,
  type: ContentType,
): readonly DocumentOperation[] => operations.values().filter(({ available }) => available?.(type) ?? true);
