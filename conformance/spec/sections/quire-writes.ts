// Writes of components at each depth, and of each kind of relation from each side.
import { rowsOf } from '../row';

export const quireWriteRows = rowsOf(
  { section: 'quire.writes', title: 'Quire: writes at each depth and of each kind', profile: 'quire' },
  `
quire.levels.refused        | Errors      | must | files      | wrong values, keys and lists in entries are a 400 with their path, at each depth
quire.levels.publish        | Values      | must | files drafts | publishing checks each entry of the draft, at each depth
quire.levels.defaults       | Rule 2      | must | files      | a new entry gets defaults, also false and 0, at each depth; null is no default
quire.levels.ids            | Values      | must | files drafts | an entry named by its id keeps it and what the body leaves out, links included, at each depth
quire.levels.id-twice       | Values      | must | files      | an id named twice in one list is a 400
quire.levels.unique         | Corrections | must | files drafts i18n | unique holds in entries at each depth; changed and deleted values are free
quire.relations.lists       | Relations   | must | -          | each kind of to-many relation takes each spelling and position, from both sides
quire.relations.singles     | Relations   | must | -          | each kind of to-one relation takes each spelling; the last target counts
quire.relations.long-lists  | Relations   | must | -          | a long list keeps its order, also after many inserts at one place
quire.relations.taken       | Relations   | must | drafts i18n | a target is taken from rows of the same locale and status only
quire.relations.inverse-rows | Relations  | must | drafts i18n | a write through an inverse side reaches the rows of its locale and status
quire.relations.lifecycle   | Relations   | must | files i18n | links end with the last version of their target, not before
quire.values.created-at     | Also        | must | drafts     | createdAt stays over updates, and is equal in the draft and the published row
quire.values.array          | Values      | must | files      | an array takes texts, numbers and booleans; another item is a 400 with its path
quire.values.uid-rules      | Values      | must | files drafts | a generated uid fits, avoids drafts, uses the default of its source and stays over updates
`,
);
