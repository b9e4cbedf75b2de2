// The spec's "Relation management" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const relationsRows = rowsOf(
  { section: 'relations', title: 'Relation management', profile: 'spec' },
  `
relations.keywords.create         | L272 | must   | -       | connect and set in POST
relations.keywords.update         | L272 | must   | -       | connect, disconnect, set in PUT
relations.multi.arrays            | L272 | must   | -       | arrays of documentIds in, arrays out
relations.both-sides              | L272 | must   | -       | connect and disconnect from the inverse side show on the owning side
relations.graphql                 | L272 | should | graphql | connect, disconnect, set in GraphQL by some input
relations.connect.adds            | L276 | must   | -       | existing connections stay
relations.connect.with-disconnect | L276 | must   | -       | both in one body
relations.disconnect.removes      | L277 | must   | -       | only the named ones go
relations.disconnect.partial      | L277 | must   | -       | the rest keeps its order
relations.disconnect.to-one       | L277 | must   | -       | disconnect of a to-one removes that target only
relations.set.replaces            | L278 | must   | -       | only the given ones remain
relations.set.order               | L278 | must   | -       | in the order given
relations.set.no-connect          | L278 | must   | -       | set with connect is refused
relations.set.no-disconnect       | L278 | must   | -       | set with disconnect is refused
relations.short.connect           | L282 | must   | -       | connect: [id]
relations.short.disconnect        | L282 | must   | -       | disconnect: [id]
relations.short.set               | L282 | must   | -       | set: [id]
relations.long.connect            | L283 | must   | -       | connect: [{documentId}]
relations.long.disconnect         | L283 | must   | -       | disconnect: [{documentId}]
relations.long.set                | L283 | must   | -       | set: [{documentId}]
relations.long.locale             | L283 | must   | i18n    | locale picks a locale of the target
relations.long.status             | L283 | should | drafts  | status picks a version (source without drafts, target with)
relations.bare-array              | L284 | must   | -       | a bare array = set
relations.position.before         | L285 | must   | -       | before: <documentId>
relations.position.after          | L285 | must   | -       | after: <documentId>
relations.position.start          | L285 | must   | -       | start: true
relations.position.end            | L285 | must   | -       | end: true
relations.position.after.last     | L285 | must   | -       | after the last one
relations.position.before.first   | L285 | must   | -       | before the first one
relations.position.end.after-start | L285 | must  | -       | start and end in one connect
relations.position.default        | L285 | must   | -       | without position at the end
relations.position.written-order  | L285 | must   | -       | two start: true end up reversed; each entry sees the former
relations.connect.twice           | L286 | must   | -       | the same documentId twice in connect: validation error, nothing written
relations.connect.twice.forms     | L286 | must   | -       | once short, once long, likewise
relations.to-one.last.one-to-one  | L287 | must   | -       | the last of several counts
relations.to-one.last.many-to-one | L287 | must   | -       | the same
relations.to-one.last.one-way     | L287 | must   | -       | the same
relations.to-one.short            | L287 | must   | -       | attribute: <documentId>
relations.media.connect           | L288 | open   | upload  | connect on media: recorded
relations.position.version        | L289 | open   | -       | positions exist (4.6.0 or later)
relations.i18n-off.source         | L290 | must   | i18n    | source without i18n: locale in connect selects the target's locale
relations.i18n-off.target         | L290 | should | i18n    | target without i18n: locale in connect does no harm
`,
);
