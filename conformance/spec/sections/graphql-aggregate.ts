// The spec's "GraphQL: aggregates" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlAggregateRows = rowsOf(
  { section: 'graphql.aggregate', title: 'GraphQL: aggregates', profile: 'spec' },
  `
graphql.aggregate.count               | L314 | must   | aggregates        | count of all matching
graphql.aggregate.count.types         | L314 | must   | aggregates        | on every type
graphql.aggregate.avg                 | L315 | must   | aggregates        | avg of integer, decimal, number
graphql.aggregate.sum                 | L316 | must   | aggregates        | sum of integer, decimal, number
graphql.aggregate.min                 | L317 | must   | aggregates        | min of numbers
graphql.aggregate.min.dates           | L317 | must   | aggregates        | min of date and datetime
graphql.aggregate.max                 | L318 | must   | aggregates        | max of numbers
graphql.aggregate.max.dates           | L318 | must   | aggregates        | max of date and datetime
graphql.aggregate.group-by.key        | L319 | must   | aggregates        | a bucket has key, one per value
graphql.aggregate.group-by.connection | L319 | must   | aggregates        | a bucket has a connection with its documents
graphql.aggregate.group-by.further    | L319 | must   | aggregates        | the connection aggregates further
graphql.aggregate.group-by.two        | L319 | must   | aggregates        | two fields in one groupBy
graphql.aggregate.group-by.string     | L319 | must   | aggregates        | by string
graphql.aggregate.group-by.number     | L319 | must   | aggregates        | by number
graphql.aggregate.group-by.boolean    | L319 | must   | aggregates        | by boolean
graphql.aggregate.group-by.date       | L319 | must   | aggregates        | by date
graphql.aggregate.group-by.datetime   | L319 | must   | aggregates        | by datetime
graphql.aggregate.group-by.relation   | L319 | must   | aggregates        | by relation
graphql.aggregate.rule.filters        | L321 | must   | aggregates        | the query's filters apply
graphql.aggregate.rule.locale         | L321 | must   | aggregates i18n   | the query's locale applies
graphql.aggregate.rule.status         | L321 | must   | aggregates drafts | the query's status applies
graphql.aggregate.rule.permissions    | L321 | must   | aggregates auth   | no permission, no aggregate
graphql.aggregate.rule.all            | L321 | must   | aggregates        | pageSize and limit do not change the values
graphql.aggregate.rule.buckets-all    | L321 | must   | aggregates        | more than 100 distinct keys give that many buckets, or a clear error
graphql.aggregate.nulls.avg           | L321 | must   | aggregates        | avg ignores nulls
graphql.aggregate.nulls.sum           | L321 | must   | aggregates        | sum ignores nulls
graphql.aggregate.nulls.min           | L321 | must   | aggregates        | min ignores nulls
graphql.aggregate.nulls.max           | L321 | must   | aggregates        | max ignores nulls
graphql.aggregate.group-by.inherits   | L321 | must   | aggregates        | groups inherit the top filter
graphql.aggregate.group-by.narrowed   | L321 | must   | aggregates        | filters on the nested connection narrow
graphql.aggregate.several             | L321 | must   | aggregates        | several operators in one query
`,
);
