// The spec's "GraphQL: filters" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlFiltersRows = rowsOf(
  { section: 'graphql.filters', title: 'GraphQL: filters', profile: 'spec' },
  `
graphql.filters.eq           | L340 | must   | graphql | equal
graphql.filters.eqi          | L340 | must   | graphql | equal in any case
graphql.filters.ne           | L340 | must   | graphql | not equal
graphql.filters.nei          | L340 | must   | graphql | not equal in any case
graphql.filters.lt           | L340 | must   | graphql | less
graphql.filters.lte          | L340 | must   | graphql | less or equal
graphql.filters.gt           | L340 | must   | graphql | greater
graphql.filters.gte          | L340 | must   | graphql | greater or equal
graphql.filters.in           | L340 | must   | graphql | in
graphql.filters.notIn        | L340 | must   | graphql | not in
graphql.filters.contains     | L340 | must   | graphql | contains, case-sensitive
graphql.filters.notContains  | L340 | must   | graphql | does not contain, case-sensitive
graphql.filters.containsi    | L340 | must   | graphql | contains in any case
graphql.filters.notContainsi | L340 | must   | graphql | does not contain in any case
graphql.filters.null         | L340 | must   | graphql | true and false
graphql.filters.notNull      | L340 | must   | graphql | true and false
graphql.filters.between      | L340 | must   | graphql | two elements, both bounds in
graphql.filters.startsWith   | L340 | must   | graphql | prefix
graphql.filters.endsWith     | L340 | must   | graphql | suffix
graphql.filters.and          | L340 | must   | graphql | array
graphql.filters.or           | L340 | must   | graphql | array
graphql.filters.not          | L340 | must   | graphql | object
graphql.filters.nest         | L340 | must   | graphql | and, or, not in each other
graphql.filters.implicit-and | L340 | must   | graphql | several fields are ANDed
`,
);
