// The types of `id` and `documentId`. Not in the registry: no schema file can use them.
import type { ScalarType } from './attribute-type';
import type { NumberOptions } from './families/number';
import { type TextOptions, textType } from './families/text';
import { integerType } from './integer';

const graphql = { output: 'ID', input: 'ID', filter: 'IDFilterInput' } as const;

export const idType: ScalarType<NumberOptions> = {
  ...integerType,
  name: 'id',
  aggregates: [],
  searchable: false,
  // A documentId in place of an id is no error and matches no row: ids begin with 1.
  filter: integerType.filter && { ...integerType.filter, absent: -1 },
  graphql,
};

export const documentIdType: ScalarType<TextOptions> = {
  ...textType({ name: 'documentId', limit: 64 }),
  aggregates: [],
  searchable: false,
  graphql,
};
