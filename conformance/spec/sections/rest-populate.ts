// The spec's "Populate" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restPopulateRows = rowsOf(
  { section: 'rest.populate', title: 'Populate', profile: 'spec' },
  `
rest.populate.none               | L222 | must   | -      | only top-level fields by default
rest.populate.needs-find         | L222 | must   | auth   | without find on the target the relation is not populated, by name and by *
rest.populate.needs-find.deeper  | L222 | must   | auth   | the same at each level, in components of a zone, and in answers to writes
rest.populate.full               | L223 | must   | -      | a populated relation is whole objects
rest.populate.no-id-arrays       | L223 | should | -      | no form gives bare ids
rest.populate.star.relations     | L228 | must   | -      | * gives first-level relations
rest.populate.star.media         | L228 | must   | upload | * gives media
rest.populate.star.components    | L228 | must   | -      | * gives components
rest.populate.star.zones         | L228 | must   | -      | * gives zones
rest.populate.star.one-level     | L228 | must   | -      | * does not give the second level
rest.populate.star.inverse       | L228 | must   | -      | * gives relations from their inverse side
rest.populate.one                | L229 | must   | -      | populate=rel
rest.populate.one.array          | L229 | must   | -      | populate[0]=rel
rest.populate.several            | L230 | must   | -      | populate[0], populate[1]
rest.populate.nested             | L231 | must   | -      | populate[a][populate][0]=b
rest.populate.component          | L232 | must   | -      | populate[0]=component
rest.populate.component.nested   | L233 | must   | -      | populate[0]=comp, [1]=comp.nested
rest.populate.zone               | L234 | must   | -      | populate[0]=zone
rest.populate.zone.on            | L235 | must   | -      | [zone][on][cat.comp][populate][rel]
rest.populate.with-fields        | L236 | must   | -      | populate[rel][fields]
rest.populate.with-filters       | L237 | must   | -      | populate[rel][filters]
rest.populate.with-sort          | L237 | must   | -      | populate[rel][sort]
rest.populate.with-both          | L237 | must   | -      | filters and sort together
rest.populate.deeper.filters     | L237 | must   | -      | filters of a relation inside a relation
rest.populate.deeper.sort        | L237 | must   | -      | sort of a relation inside a relation
rest.populate.deeper.fields      | L236 | must   | -      | fields of a relation inside a relation
rest.populate.on.listed          | L239 | must   | -      | listed components get what was asked
rest.populate.on.unlisted        | L239 | must   | -      | unlisted ones get no nested content
rest.populate.on.star            | L239 | must   | -      | populate=* inside an on entry
rest.populate.depth              | L240 | must   | -      | twelve levels in one request work
rest.populate.array-limit        | L241 | must   | -      | 100 entries accepted, 101 refused
rest.populate.array-limit.config | L241 | must   | config | arrayLimit of the query middleware raises it
rest.populate.recursive          | L242 | open   | -      | no check; advice only
`,
);
