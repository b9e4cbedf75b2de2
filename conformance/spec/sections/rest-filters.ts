// The spec's "Filters" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restFiltersRows = rowsOf(
  { section: 'rest.filters', title: 'Filters', profile: 'spec' },
  `
rest.filters.syntax                 | L152 | must   | -      | filters[field][operator]=value
rest.filters.$eq                    | L156 | must   | -      | equal, other case does not match
rest.filters.$eqi                   | L157 | must   | -      | equal in any case
rest.filters.$ne                    | L158 | must   | -      | not equal
rest.filters.$nei                   | L159 | must   | -      | not equal in any case
rest.filters.$lt                    | L160 | must   | -      | less than, number and date; the bound itself is out
rest.filters.$lte                   | L161 | must   | -      | less or equal; the bound is in
rest.filters.$gt                    | L162 | must   | -      | greater than; the bound is out
rest.filters.$gte                   | L163 | must   | -      | greater or equal; the bound is in
rest.filters.$in                    | L164 | must   | -      | in the array
rest.filters.$notIn                 | L165 | must   | -      | not in the array
rest.filters.$contains              | L166 | must   | -      | contains, other case does not match; % and _ are literal
rest.filters.$notContains           | L167 | must   | -      | does not contain
rest.filters.$containsi             | L168 | must   | -      | contains in any case
rest.filters.$notContainsi          | L169 | must   | -      | does not contain in any case
rest.filters.$null                  | L170 | must   | -      | null only
rest.filters.$notNull               | L171 | must   | -      | not null only
rest.filters.$between               | L172 | must   | -      | within a range
rest.filters.$startsWith            | L173 | must   | -      | prefix, other case does not match
rest.filters.$startsWithi           | L174 | must   | -      | prefix in any case
rest.filters.$endsWith              | L175 | must   | -      | suffix, other case does not match
rest.filters.$endsWithi             | L176 | must   | -      | suffix in any case
rest.filters.$or                    | L177 | must   | -      | either
rest.filters.$and                   | L178 | must   | -      | both
rest.filters.$not                   | L179 | must   | -      | negated
rest.filters.implicit-and           | L183 | must   | -      | several fields are ANDed
rest.filters.implicit-and.operators | L183 | should | -      | several operators on one field are ANDed
rest.filters.nest.and-or            | L184 | must   | -      | $and of $or
rest.filters.nest.or-and            | L184 | must   | -      | $or of $and
rest.filters.nest.not               | L184 | must   | -      | $not around $or and inside $and
rest.filters.nest.not.inside        | L184 | must   | -      | $not in $or, in $not and around $and
rest.filters.nest.or-in-and-in-or   | L184 | must   | -      | $or in $and in $or
rest.filters.in.id                  | L185 | must   | -      | filters[id][$in]
rest.filters.system                 | L156 | must   | -      | id, documentId, createdAt and updatedAt are filtered like attributes
rest.filters.kind.string            | L156 | must   | -      | every operator that fits the kind, on string; null matches no comparison
rest.filters.kind.text              | L156 | must   | -      | every operator that fits the kind, on text; null matches no comparison
rest.filters.kind.richtext          | L156 | must   | -      | every operator that fits the kind, on richtext; null matches no comparison
rest.filters.kind.email             | L156 | must   | -      | every operator that fits the kind, on email; null matches no comparison
rest.filters.kind.uid               | L156 | must   | -      | every operator that fits the kind, on uid; null matches no comparison
rest.filters.kind.date              | L156 | must   | -      | every operator that fits the kind, on date; null matches no comparison
rest.filters.kind.time              | L156 | must   | -      | every operator that fits the kind, on time; null matches no comparison
rest.filters.kind.datetime          | L156 | must   | -      | every operator that fits the kind, on datetime; null matches no comparison
rest.filters.kind.timestamp         | L156 | must   | -      | every operator that fits the kind, on timestamp; null matches no comparison
rest.filters.kind.integer           | L156 | must   | -      | every operator that fits the kind, on integer; null matches no comparison
rest.filters.kind.biginteger        | L156 | must   | -      | every operator that fits the kind, on biginteger; null matches no comparison
rest.filters.kind.float             | L156 | must   | -      | every operator that fits the kind, on float; null matches no comparison
rest.filters.kind.decimal           | L156 | must   | -      | every operator that fits the kind, on decimal; null matches no comparison
rest.filters.text.string            | L165 | must   | -      | every operator on text, on string: contains, starts, ends, each in any case and negated
rest.filters.text.text              | L165 | must   | -      | every operator on text, on text: contains, starts, ends, each in any case and negated
rest.filters.text.richtext          | L165 | must   | -      | every operator on text, on richtext: contains, starts, ends, each in any case and negated
rest.filters.text.email             | L165 | must   | -      | every operator on text, on email: contains, starts, ends, each in any case and negated
rest.filters.text.uid               | L165 | must   | -      | every operator on text, on uid: contains, starts, ends, each in any case and negated
rest.filters.kind.boolean           | L156 | must   | -      | every operator that fits the kind, on boolean; null matches no comparison
rest.filters.kind.enumeration       | L156 | must   | -      | every operator that fits the kind, on enumeration; null matches no comparison
rest.filters.in.indexed             | L185 | must   | -      | $in[0], $in[1]
rest.filters.deep.to-one            | L186 | must   | -      | through a to-one
rest.filters.deep.to-many           | L186 | must   | -      | through a to-many, each document once, total not inflated
rest.filters.deep.two               | L186 | must   | -      | through two relations
rest.filters.deep.populated         | L187 | must   | -      | on relations that are populated and that are not
rest.filters.polymorphic.media      | L187 | open   | upload | filter on media: recorded (lifting is fine)
rest.filters.polymorphic.zone       | L187 | should | -      | filter on a zone gives an error, not an ignored condition
rest.filters.only-list              | L188 | open   | -      | filters on GET one: recorded
rest.filters.between.format         | L189 | open   | -      | formats accepted by $between: recorded
`,
);
